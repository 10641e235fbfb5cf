import { and, only, or } from '../datapath/combiners.ts';
import type { MacAddress, PortNumber, VlanId } from '../datapath/plan.ts';
import { type Columns, emptyOf, keyed, keyedValues, type PartOf, value, type WholeOf } from '../datapath/section.ts';
import { say } from '../model/values/message.ts';
import type { ManagementService, PermittedSources } from './permitted-sources.ts';

/** A service that waits for connections. */
export interface Listener {
  readonly transport: 'tcp' | 'udp';
  readonly port: number;
  readonly enabled: boolean;
  /** It answers at a loopback address, enabled or not. */
  readonly onLoopback: boolean;
  /** It speaks TLS. */
  readonly secure: boolean;
  /** The only VLAN that it is there for; undefined for all. */
  readonly vlan: VlanId | undefined;
}

/** An address at which the switch itself answers. */
export interface AccessAddress {
  readonly vlan: VlanId;
  /** In canonical text. */
  readonly address: string;
  readonly prefix: number;
  /** Given by a DHCP server, not set. */
  readonly leased: boolean;
  /** Kept only until a change that waits is decided (see `heldAddresses`); left out where it stays. */
  readonly held?: boolean;
}

/** Next hop of the switch's answers to a network that it is not in. */
export interface AccessRoute {
  readonly vlan: VlanId;
  readonly gateway: string;
}

/** A station as it would speak of itself in ARP. */
interface ArpSpeaker {
  readonly vlan: VlanId;
  /** A physical port that it is behind. */
  readonly port: PortNumber;
  readonly mac: MacAddress;
  /** Undefined where it is not known. */
  readonly address: string | undefined;
}

/** A certificate that a service shows, as its clients judge it. */
export interface ShownCertificate {
  /** Whether it names this host, an address or a name in lower case. */
  isOf(host: string): boolean;
  readonly isExpired: boolean;
  /** When it expires, for a message. */
  readonly until: string;
}

/** Fate of ARP packets taken out by a class. */
export interface ArpInspection {
  /** The class of the plan's `punts`. */
  readonly kind: string;
  /** Whether what a station says of itself goes on. */
  permits(speaker: ArpSpeaker): boolean;
}

const listenerColumns: Columns<Listener, Partial<Listener>> = {
  transport: only<Listener['transport']>('tcp', say('its transport')),
  port: only(0, say('its port')),
  enabled: and,
  onLoopback: or,
  secure: or,
  vlan: only<VlanId | undefined>(undefined, say('its VLAN')),
};

const routeColumns: Columns<AccessRoute, AccessRoute> = {
  vlan: only(1, say('its VLAN')),
  gateway: only('', say('its gateway')),
};

/**
 * The sections of an access plan with what joins the parts of several features, as `planSections`. A service or address that
 * no feature speaks of is not judged by it.
 */
export const accessSections = {
  listeners: keyed<ManagementService, Listener, Partial<Listener>>(listenerColumns, {
    name: (service) => say('The service {{service}}', { service }),
  }),
  /** By VLAN and address: "10 192.0.2.1". */
  addresses: keyedValues<string, AccessAddress | undefined>(
    only<AccessAddress | undefined>(undefined, say('an address of the switch')),
  ),
  /** By destination, "0.0.0.0/0" for a default route. */
  routes: keyed<string, AccessRoute, AccessRoute>(routeColumns, {
    name: (destination) => say('Route {{destination}}', { destination }),
  }),
  /** Static MAC addresses of neighbors, by VLAN and address: "10 192.0.2.9". */
  neighbours: keyedValues<string, string | undefined>(only<string | undefined>(undefined, say('a neighbor'))),
  /** Addresses of servers that are asked whether to let somebody in. */
  servers: keyedValues<string, boolean>(or),
  /** Decides about ARP of stations, if packets are taken out for that. */
  arpInspection: value<ArpInspection | undefined>(only<ArpInspection | undefined>(undefined, say('ARP inspection'))),
  /** Rules of the plan's access control list that end by themselves, by their keys. */
  endingRules: keyedValues<number, boolean>(or),
  /** The certificates that services show and did not make themselves. */
  certificates: keyedValues<ManagementService, ShownCertificate | undefined>(
    only<ShownCertificate | undefined>(undefined, say('a certificate')),
  ),
  /** The names that the switch answers to, in lower case. */
  names: keyedValues<string, boolean>(or),
  /** From where the switch may be managed. */
  sources: value<PermittedSources>(only<PermittedSources>(undefined, say('management access'))),
};

/** One feature's part of the access to the switch itself. */
export type AccessPart = PartOf<typeof accessSections>;

type Made = WholeOf<typeof accessSections>;
type Present<M> = M extends ReadonlyMap<infer Key, infer Whole> ? ReadonlyMap<Key, Exclude<Whole, undefined>> : M;

/** How the switch itself is reached, beside the forwarding plan: who listens where, and for whom. */
export type AccessPlan = { readonly [Name in keyof Made]: Present<Made[Name]> };

/** The plan of which no feature has said anything. */
// Sections leave out entries without meaning, which their types cannot express.
export const emptyAccess = emptyOf(accessSections) as AccessPlan;

/** The key of an address: "10 192.0.2.1". */
export function accessKey(vlan: VlanId, address: string): string {
  return `${vlan} ${address}`;
}
