import { classOfIpv6, Ipv6Class, parseIpv6 } from '../../model/values/ipv6.ts';
import {
  type AssociatedAddress,
  type Association,
  addressList,
  Dhcpv6Option,
  type Dhcpv6Options,
  optionOf,
} from './options.ts';

const SECOND = 1000;

/** An address on loan. Times are monotonic milliseconds, Infinity for ever. */
export interface LeasedAddress {
  /** In canonical text. */
  readonly address: string;
  readonly preferredUntil: number;
  readonly validUntil: number;
}

/** A server's lease, and the accompanying options. */
export interface Dhcpv6Lease {
  /** One at least. */
  readonly addresses: readonly LeasedAddress[];
  /** The server's identifier, "00:03:00:01:…". */
  readonly server: string;
  /** When its server, and when any server, is asked again (T1, T2): monotonic milliseconds. */
  readonly renewAt: number;
  readonly rebindAt: number;
  readonly dnsServers: readonly string[];
  /** Monotonic milliseconds at which the answer came. */
  readonly since: number;
}

/** Addresses that a client takes of a server at most; further ones are left out. */
const LEASED_ADDRESSES = 8;

/** Shares of the shortest lifetime after which a client asks, where the server leaves that to it (RFC 8415 14.2). */
const RENEWAL = 0.5;
const REBINDING = 0.8;

/** A lease of some seconds is no reason for a storm: milliseconds at least until it is asked for again. */
const RENEWAL_MINIMUM = 5 * SECOND;

/** Servers that names are asked of at most. */
const DNS_SERVERS = 4;

/** Whether a station can have the address: global, and not an IPv4-mapped one (RFC 4291 2.5.5). */
function isUsable(address: string): boolean {
  return classOfIpv6(address) === Ipv6Class.global && (parseIpv6(address) ?? 0n) >> 48n !== 0n;
}

/** The addresses of an association that a station can have, those that end at once left out. */
function usableAddresses({ addresses }: Association): readonly AssociatedAddress[] {
  return addresses.filter(({ address, validLifetime }) => validLifetime > 0 && isUsable(address));
}

/**
 * The lease after an answer of the server `server`: what it grants or extends, and of `former` what it does not mention
 * (RFC 8415 18.2.10.1); what it ends at once is gone. Undefined if nothing is left.
 */
export function leaseOf(
  association: Association,
  options: Dhcpv6Options,
  server: string,
  former: readonly LeasedAddress[],
  now: number,
): Dhcpv6Lease | undefined {
  const spoken = new Set(association.addresses.map(({ address }) => address));
  const given = usableAddresses(association).map(
    ({ address, preferredLifetime, validLifetime }): LeasedAddress => ({
      address,
      preferredUntil: now + preferredLifetime * SECOND,
      validUntil: now + validLifetime * SECOND,
    }),
  );
  const kept = former.filter(({ address }) => !spoken.has(address));
  const named = new Map([...given, ...kept].map((one) => [one.address, one]));
  const addresses = [...named.values()].slice(0, LEASED_ADDRESSES);
  if (addresses.length === 0) return undefined;
  const lifetime = shortestLifetime(addresses, now);
  const { renewalTime, rebindingTime } = association;
  const renewal = Math.max(RENEWAL_MINIMUM, renewalTime > 0 ? renewalTime * SECOND : lifetime * RENEWAL);
  const rebinding = Math.max(renewal, rebindingTime > 0 ? rebindingTime * SECOND : lifetime * REBINDING);
  const dnsServers = addressList(optionOf(options, Dhcpv6Option.dnsServers)).filter((address) => isUsable(address));
  return {
    addresses,
    server,
    renewAt: now + renewal,
    rebindAt: now + rebinding,
    dnsServers: dnsServers.slice(0, DNS_SERVERS),
    since: now,
  };
}

/** Milliseconds for which all addresses are preferred still, or where none is, for which all are valid. */
function shortestLifetime(addresses: readonly LeasedAddress[], now: number): number {
  const preferred = addresses.filter(({ preferredUntil }) => preferredUntil > now);
  const ends =
    preferred.length > 0
      ? preferred.map(({ preferredUntil }) => preferredUntil)
      : addresses.map(({ validUntil }) => validUntil);
  return Math.min(...ends) - now;
}
