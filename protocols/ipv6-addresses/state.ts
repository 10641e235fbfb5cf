/** Origin of an address (RFC 4293 IpAddressOriginTC: linkLocal and router are `linklayer`). */
export type AddressOrigin = 'manual' | 'linkLocal' | 'router' | 'dhcp';

/** State of an address (RFC 4293 IpAddressStatusTC). Only preferred and deprecated ones belong to the interface. */
export type AddressStanding = 'tentative' | 'preferred' | 'deprecated' | 'duplicate';

/** An address that an interface is to have. */
export interface WantedAddress {
  /** In canonical text. */
  readonly address: string;
  readonly prefix: number;
  readonly origin: Exclude<AddressOrigin, 'router'>;
  /** Several stations have it, so duplicates are not checked (RFC 4862 5.4). */
  readonly anycast: boolean;
  /** When it stops being a source of new connections, monotonic milliseconds; default never. */
  readonly preferredUntil?: number;
}

/** Settings of an interface. */
export interface AddressSettings {
  /** "00-11-22-AA-BB-CC". */
  readonly mac: string;
  readonly wanted: readonly WantedAddress[];
  /** Accepts advertising routers as default routers, and their statements about on-link prefixes (RFC 4861 6.3.4). */
  readonly acceptsRouters: boolean;
  /** It gives itself addresses of the prefixes that such routers advertise, too (RFC 4862 5.5). */
  readonly makesAddresses: boolean;
  /** Addresses at most, link-local ones not counted: those of routers have what others leave. */
  readonly limit: number;
}

/** An address of an interface. Times are monotonic milliseconds, Infinity for never. */
export interface HeldAddress {
  readonly address: string;
  readonly prefix: number;
  readonly origin: AddressOrigin;
  readonly anycast: boolean;
  readonly standing: AddressStanding;
  /** When detection goes on: the probe leaves, or its answer counts as missing, or a duplicate is probed again. */
  readonly dueAt: number;
  /** A probe is out. */
  readonly probed: boolean;
  /** When it stops being a source of new connections, and when it is removed (RFC 4862 5.5.4). */
  readonly preferredUntil: number;
  readonly validUntil: number;
  /** When it was last announced on the network. */
  readonly defendedAt: number;
  /** When another station last claimed it; -Infinity for never, or long ago. */
  readonly claimedAt: number;
}

/** A default router of the link. */
export interface HeldRouter {
  readonly address: string;
  readonly preference: -1 | 0 | 1;
  /** Monotonic milliseconds. */
  readonly until: number;
}

/** A prefix of which all stations are neighbors. */
export interface HeldLink {
  /** The bits of the prefix, those behind it zero. */
  readonly network: bigint;
  readonly length: number;
  /** Monotonic milliseconds, Infinity for ever. */
  readonly until: number;
}

/** State of one interface's engine. */
export interface AddressState {
  /** By address, in the order in which they came. */
  readonly addresses: ReadonlyMap<string, HeldAddress>;
  /** By address. */
  readonly routers: ReadonlyMap<string, HeldRouter>;
  /** On-link prefixes, by "2001:db8::/64". */
  readonly links: ReadonlyMap<string, HeldLink>;
  /** When routers are asked next, and how often they are still. */
  readonly solicitAt: number;
  readonly solicitations: number;
  /** Whether routers were believed when the settings were looked at last. */
  readonly acceptedRouters: boolean;
  /** The lack of room for an address of a router was reported. */
  readonly isFullTold: boolean;
  /** When `wake` is due, monotonic milliseconds; Infinity for never. */
  readonly wakeAt: number;
  /** The last number of a pseudo-random row; never 0. */
  readonly random: number;
}

/**
 * An interface that has nothing yet; its first event is `configure`. `seed` should differ from device to device and start to
 * start.
 */
export function idleAddresses(seed: number): AddressState {
  return {
    addresses: new Map(),
    routers: new Map(),
    links: new Map(),
    solicitAt: Number.POSITIVE_INFINITY,
    solicitations: 0,
    acceptedRouters: false,
    isFullTold: false,
    wakeAt: Number.POSITIVE_INFINITY,
    random: seed >>> 0 || 1,
  };
}
