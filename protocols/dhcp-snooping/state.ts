/** The owner of an address of a VLAN, and its port. */
export interface Binding {
  readonly vlan: number;
  /** "00-11-22-AA-BB-CC". */
  readonly mac: string;
  readonly address: string;
  /** As the settings know it: a physical port, or a trunk (5000 and its number) that was named so. */
  readonly port: number;
  /** Seconds for which the server gave the address; infinite for ever. */
  readonly leaseTime: number;
  /** Monotonic milliseconds; infinite for ever. */
  readonly expiresAt: number;
}

/** Settings of snooping. */
export interface SnoopingSettings {
  /** The snooped VLANs. */
  readonly vlans: ReadonlySet<number>;
  /** The bridge port that each physical port belongs to: itself, or its trunk. */
  readonly bridgePorts: ReadonlyMap<number, number>;
  /** Bridge ports that lead to servers. */
  readonly trusted: ReadonlySet<number>;
  /** Messages a second that a bridge port may send; one that is not here has no limit. */
  readonly rates: ReadonlyMap<number, number>;
  /** A client's message has to name the station that sends it. */
  readonly verifiesMac: boolean;
  /** Clients' messages may have passed a relay agent: they carry its address, or option 82. */
  readonly acceptsRelayed: boolean;
  /** Bindings that an administrator made, by `stationKey`; learned ones never replace them. */
  readonly statics: ReadonlyMap<string, Binding>;
  /** Bindings at most, static ones among them. */
  readonly capacity: number;
}

/** Messages that went no further, by reason. */
export interface SnoopingDrops {
  readonly serverFromUntrusted: number;
  readonly macMismatch: number;
  readonly badRelease: number;
  readonly relayed: number;
  readonly tableFull: number;
  readonly malformed: number;
  readonly overRate: number;
}

/** A client's messages that wait for an answer, by `transactionKey`, each with its time of arrival; oldest first. */
export type Requests = ReadonlyMap<string, number>;

/** How much of its rate a port has left, as of a moment. */
interface Allowance {
  readonly messages: number;
  readonly at: number;
}

/** Learned state of snooping. */
export interface SnoopingState {
  /** Learned from servers, by `stationKey`. */
  readonly bindings: ReadonlyMap<string, Binding>;
  /** By bridge port. */
  readonly requests: ReadonlyMap<number, Requests>;
  readonly allowances: ReadonlyMap<number, Allowance>;
  readonly drops: SnoopingDrops;
  /** Counts up whenever bindings changed. */
  readonly revision: number;
  /** Monotonic milliseconds at which a binding ends; infinite where none does. */
  readonly wakeAt: number;
}

/** Nothing was dropped. */
export const noDrops: SnoopingDrops = {
  serverFromUntrusted: 0,
  macMismatch: 0,
  badRelease: 0,
  relayed: 0,
  tableFull: 0,
  malformed: 0,
  overRate: 0,
};

/** Snooping without any bindings. */
export const idleSnooping: SnoopingState = {
  bindings: new Map(),
  requests: new Map(),
  allowances: new Map(),
  drops: noDrops,
  revision: 0,
  wakeAt: Number.POSITIVE_INFINITY,
};

/** The key of a station in a VLAN: "10 00-11-22-AA-BB-CC". */
export function stationKey(vlan: number, mac: string): string {
  return `${vlan} ${mac}`;
}

/** The bridge port that a binding is of now. */
export function bridgePortOf({ bridgePorts }: Pick<SnoopingSettings, 'bridgePorts'>, { port }: Pick<Binding, 'port'>) {
  return bridgePorts.get(port) ?? port;
}
