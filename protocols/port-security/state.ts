/** A station at a port, in a VLAN. */
export interface SecurePlace {
  readonly port: number;
  readonly vlan: number;
  /** "00-11-22-AA-BB-CC". */
  readonly address: string;
}

/** An address that a port accepts. */
export interface SecureEntry {
  /** The same object for as long as the entry is there. */
  readonly place: SecurePlace;
  /** The configuration names it. */
  readonly isConfigured: boolean;
  /** It came in by itself, whether the configuration keeps it now or not. */
  readonly isLearnt: boolean;
  /** It never ages. */
  readonly isPermanent: boolean;
  /** Milliseconds: since when it is there, and when it was heard last as far as is known. */
  readonly since: number;
  readonly heardAt: number;
  /** Frames from it that were counted by then. */
  readonly frames: bigint;
}

/** An address that the configuration names. */
export interface ConfiguredAddress extends SecurePlace {
  readonly isPermanent: boolean;
  readonly isLearnt: boolean;
}

/** Action of a secured port for a source that it does not accept (docs/specification/security.md, "Port Settings"). */
export type ViolationAction = 'protect' | 'restrict' | 'shutdown';

/** A secured port. */
export interface SecuredPort {
  /** Addresses at most. */
  readonly maximum: number;
  readonly violation: ViolationAction;
  /** Whether learned addresses are added to the configuration and stay. */
  readonly keeps: boolean;
  /** Milliseconds after which an address goes that is not permanent; 0 for never. */
  readonly ageing: number;
  /** From which on they are counted: since the address is there, or since its last frame. */
  readonly ageingFrom: 'begin' | 'lastFrame';
  /** Says by its difference that the port's VLANs are others, or that somebody else may use it. */
  readonly vlans: string;
  /**
   * The VLAN that it has as long as a station is authenticated there: addresses learned in it are removed with that
   * station.
   */
  readonly lentVlan: number | undefined;
}

export interface PortSecuritySettings {
  /** Addresses of all ports at most. */
  readonly maximum: number;
  readonly ports: ReadonlyMap<number, SecuredPort>;
  readonly configured: readonly ConfiguredAddress[];
  /** Unicast addresses that the configuration pins to ports: of a secured one they are secure. */
  readonly pinned: readonly SecurePlace[];
  /** An address is known once for all VLANs. */
  readonly isShared: boolean;
  /** The switch's own address: no other station has it. */
  readonly ownAddress: string;
}

export interface PortSecurityState {
  /** By `placeKey`. */
  readonly entries: ReadonlyMap<string, SecureEntry>;
  /** Ports that a violation has closed. */
  readonly shut: ReadonlySet<number>;
  /** When violations were last reported, by the port and the address: milliseconds. */
  readonly told: ReadonlyMap<string, number>;
}

/** Nothing secured. */
export const idlePortSecurity: PortSecurityState = { entries: new Map(), shut: new Set(), told: new Map() };

/** Names an entry: "1,10,00-11-22-AA-BB-CC". */
export function placeKey({ port, vlan, address }: SecurePlace): string {
  return `${port},${vlan},${address}`;
}
