import type { PuntedFrame } from '../datapath.ts';
import type { BridgePortNumber, PortNumber, VlanId } from '../plan.ts';
import type { QueueingPlan } from '../queueing.ts';
import type { StationAccess } from '../station-access.ts';
import type { AccessTable } from './access-table.ts';
import type { AttackFilter } from './attack-filter.ts';
import type { BridgePorts } from './bridge-port.ts';
import type { ClassifierTable } from './classifier-table.ts';
import type { ForwardingDatabase } from './forwarding-database.ts';
import type { GroupTable } from './group-table.ts';
import type { MulticastVlanTable } from './multicast-vlan-table.ts';
import type { PortMask } from './port-mask.ts';
import type { PuntTable } from './punt-table.ts';
import type { MirrorDrops } from './stages/egress-rate.ts';
import type { MirrorSession } from './switch-port.ts';
import type { UnknownSources } from './unknown-sources.ts';
import type { VlanTable } from './vlan-table.ts';

/** The switch's own end: what the stages give to the agent and to the switch's IP interfaces. */
interface ProcessorPort {
  punt(frame: PuntedFrame): void;
  /** Whether `address` (as a number) is the switch's own in `vlan`. */
  owns(vlan: VlanId, address: number): boolean;
  /** Whether `address` (as a number) is the switch's own row in the filtering database of `vlan`. */
  isOwnRow(vlan: VlanId, address: number): boolean;
  /** Whether the switch has an interface in `vlan`. */
  listens(vlan: VlanId): boolean;
  /** A frame for the switch's interface in `vlan`, or a group frame there; tags as received. */
  receive(vlan: VlanId, frame: Uint8Array): void;
}

/** The tables that the stages use. */
export interface Tables {
  readonly bridgePorts: BridgePorts;
  readonly vlans: VlanTable;
  readonly addresses: ForwardingDatabase;
  readonly classifiers: ClassifierTable;
  readonly groups: GroupTable;
  readonly streams: MulticastVlanTable;
  /** Reserved groups (as numbers) that are forwarded all the same. */
  readonly passed: ReadonlySet<number>;
  /** Addresses (as numbers) to which nothing is forwarded. */
  readonly filtered: ReadonlySet<number>;
  /** Ports that send nothing but what the agent sends out of them. */
  readonly silent: PortMask;
  readonly hasTrunks: boolean;
  /** Whether any port is open to some stations only, or to guests. */
  readonly hasAccess: boolean;
  readonly hasRates: boolean;
  /** The ports that only what is pinned to them comes in by. */
  readonly secured: ReadonlySet<BridgePortNumber>;
  readonly unknownSources: UnknownSources;
  readonly attacks: AttackFilter;
  readonly access: AccessTable;
  /** The first mirror session that has a port as its target: what a rule copies goes there once, however many have. */
  copiesTo(target: PortNumber): readonly MirrorSession[];
  /** Undefined where ports have one queue. */
  readonly queueing: QueueingPlan | undefined;
  readonly punts: PuntTable;
  readonly stationAccess: StationAccess;
  readonly processor: ProcessorPort;
  readonly mirrorDrops: MirrorDrops;
}
