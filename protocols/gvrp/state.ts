import type { PortList } from '../../model/values/port-list.ts';
import type { Applicant } from './applicant.ts';

/** A port that takes part; times in milliseconds. */
export interface GvrpPort {
  readonly joinTime: number;
  readonly leaveTime: number;
  readonly leaveAllTime: number;
  /** Whether only VLANs that exist anyway may gain the port (IEEE 802.1Q-2005 11.2.3.2.3). */
  readonly restricted: boolean;
}

/** A VLAN that an administrator has made: its members are registered for good, its forbidden ports never. */
export interface StaticVlan {
  readonly members: PortList;
  readonly forbidden: PortList;
}

/** An administrator's settings of GVRP. A trunk is one port here, its first member. */
export interface GvrpSettings {
  /** The MAC address that frames are sent from. */
  readonly source: string;
  /** By port: those that take part, have a link and forward. Empty where GVRP is off. */
  readonly ports: ReadonlyMap<number, GvrpPort>;
  /** Every port that has a link and forwards: its members are announced, whether it participates or not. */
  readonly active: PortList;
  readonly vlans: ReadonlyMap<number, StaticVlan>;
  /** VLANs that can exist side by side, and the largest number of one. */
  readonly maximumVlans: number;
  readonly largestVlan: number;
}

/** A registration made by an end of a cable; Infinity if it was not withdrawn (IN), else when it ends (LV). */
type Registrar = number;

/** One port's machines. */
export interface GvrpPortState {
  /** By VLAN; very anxious observers are left out. */
  readonly applicants: ReadonlyMap<number, Applicant>;
  /** By VLAN; empty ones (MT) are left out, and fixed ones are not here. */
  readonly registrars: ReadonlyMap<number, Registrar>;
  /** No registration ends before; Infinity where none is to. */
  readonly endsAt: number;
  /** When it may speak next (jointimer); Infinity while there is nothing to say. */
  readonly speakAt: number;
  /** When everyone is asked to declare again (leavealltimer), and whether that is due. */
  readonly leaveAllAt: number;
  readonly leaveAllDue: boolean;
}

/** Registrations at a port; they are kept while the port does not participate. */
export interface GvrpStatistics {
  /** dot1qPortGvrpFailedRegistrations. */
  readonly failed: number;
  /** The MAC address that the last PDU came from; undefined before. */
  readonly lastOrigin: string | undefined;
}

/** Everything that GVRP knows. */
export interface GvrpState {
  readonly ports: ReadonlyMap<number, GvrpPortState>;
  /** By VLAN the ports that were registered there, fixed ones left out; never empty lists. */
  readonly registered: ReadonlyMap<number, PortList>;
  readonly statistics: ReadonlyMap<number, GvrpStatistics>;
  /** When it wants to be woken; Infinity: not by itself. */
  readonly wakeAt: number;
}

/** GVRP before it was configured. */
export const idleGvrp: GvrpState = {
  ports: new Map(),
  registered: new Map(),
  statistics: new Map(),
  wakeAt: Number.POSITIVE_INFINITY,
};
