import type {
  ForwardingPlan,
  InterfacePlan,
  LearningPlan,
  MirrorPlan,
  PortPlan,
  StaticUnicastPlan,
  VlanPlan,
} from '../datapath/plan.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import type { Hardware } from '../model/configuration/hardware.ts';
import type { ObjectDeclaration } from '../model/schema/object.ts';

/** The part of the forwarding plan that one feature is answerable for. Port parts of several features are laid together. */
export interface PlanPart {
  readonly ports?: ReadonlyMap<number, Partial<PortPlan>>;
  readonly vlans?: ReadonlyMap<number, VlanPlan>;
  readonly learning?: Partial<LearningPlan>;
  readonly staticUnicast?: ReadonlyMap<string, StaticUnicastPlan>;
  readonly mirrors?: ReadonlyMap<number, MirrorPlan>;
  readonly interfaces?: ReadonlyMap<number, InterfacePlan>;
  readonly defaultGateway?: ForwardingPlan['defaultGateway'];
}

/**
 * A pure function from configuration to a part of the plan. It is called again only after an object of `reads` or
 * `learnt` changed, and should give back the same entries (by identity) for rows that did not change.
 */
export interface Contribution {
  readonly reads: readonly ObjectDeclaration[];
  compile(configuration: Configuration, hardware: Hardware, learnt: Learnt): PlanPart;
}

/** What services have learnt at run time and the plan depends on; it is no part of the configuration. */
export interface Learnt {
  /** Leases of DHCP clients by VLAN. */
  readonly leases: ReadonlyMap<number, Lease>;
  /** Addresses of the switch that another station was found to use (RFC 5227), as "10 192.0.2.1": VLAN and address. */
  readonly duplicates?: ReadonlySet<string>;
}

/** What a DHCP server gave one interface. */
export interface Lease {
  readonly address: string;
  readonly prefix: number;
  readonly gateway: string | undefined;
  readonly dnsServers: readonly string[];
  readonly server: string;
  /** Seconds. */
  readonly leaseTime: number;
  /** Monotonic milliseconds at which the lease was given. */
  readonly since: number;
}
