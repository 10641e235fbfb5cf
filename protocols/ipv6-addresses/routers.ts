import {
  classOfIpv6,
  formatIpv6,
  Ipv6Class,
  interfaceIdentifierOf,
  ipv6Network,
  parseIpv6,
  withIdentifier,
} from '../../model/values/ipv6.ts';
import type { PrefixInformation, RouterAdvertisement } from '../frames/router-discovery.ts';
import type { AddressSettings, AddressState, HeldAddress, HeldLink, HeldRouter } from './state.ts';
import { LINKS, ROUTERS, SECOND, TWO_HOURS } from './timing.ts';

/** The length of an interface identifier (RFC 4291 2.5.1): a prefix of another length makes no address. */
const IDENTIFIER = 64;

/** The length of a prefix that is one address. */
const ADDRESS = 128;

/** Changes by an advertisement. */
export interface Advertised {
  readonly routers: ReadonlyMap<string, HeldRouter>;
  readonly links: ReadonlyMap<string, HeldLink>;
  readonly addresses: ReadonlyMap<string, HeldAddress>;
  /** Addresses that are new: they are probed. */
  readonly fresh: readonly string[];
  /** There was no room for an address. */
  readonly isFull: boolean;
}

/** Takes over what a router says of itself and of its prefixes (RFC 4861 6.3.4, RFC 4862 5.5.3). */
export function takeAdvertisement(
  settings: AddressSettings,
  state: AddressState,
  source: string,
  advertisement: RouterAdvertisement,
  now: number,
): Advertised {
  const addresses = new Map(state.addresses);
  const fresh: string[] = [];
  let isFull = false;
  let { links } = state;
  for (const prefix of advertisement.prefixes) {
    links = withLink(links, prefix, now);
    if (!settings.makesAddresses) continue;
    const address = addressOf(settings.mac, prefix);
    if (address === undefined) continue;
    const present = addresses.get(address);
    if (present && present.origin !== 'router') continue;
    if (present) {
      addresses.set(address, prolonged(present, prefix, now));
    } else if (prefix.validLifetime === 0) {
      // Nothing to take back.
    } else if (roomLeft(settings, addresses) > 0) {
      addresses.set(address, held(address, prefix, now));
      fresh.push(address);
    } else isFull = true;
  }
  return { routers: withRouter(state.routers, source, advertisement, now), links, addresses, fresh, isFull };
}

/** The router that is asked first (RFC 4191 3.1): of those with the best preference the one that spoke first. */
export function firstRouter(routers: Iterable<HeldRouter>): HeldRouter | undefined {
  let first: HeldRouter | undefined;
  for (const router of routers) if (!first || router.preference > first.preference) first = router;
  return first;
}

/**
 * The prefix length that determines the neighbors of an address without one: that of the longest prefix of the link
 * that contains it, or 128, so that all others are reached by the router (RFC 5942 4).
 */
export function prefixOnLink(links: Iterable<HeldLink>, address: string): number {
  const number = parseIpv6(address) ?? 0n;
  let longest = 0;
  for (const { network, length } of links) {
    if (length > longest && ipv6Network(number, length) === network) longest = length;
  }
  return longest === 0 ? ADDRESS : longest;
}

/** How many addresses of routers may still come; link-local ones do not count. */
function roomLeft({ limit }: AddressSettings, addresses: ReadonlyMap<string, HeldAddress>): number {
  let taken = 0;
  for (const { address } of addresses.values()) if (classOfIpv6(address) !== Ipv6Class.linkLocal) taken += 1;
  return limit - taken;
}

/** The address that a prefix makes; undefined for a prefix that makes none (RFC 4862 5.5.3 a to d). */
function addressOf(mac: string, prefix: PrefixInformation): string | undefined {
  const { autonomous, length, validLifetime, preferredLifetime } = prefix;
  if (!autonomous || length !== IDENTIFIER || preferredLifetime > validLifetime) return undefined;
  const number = parseIpv6(prefix.prefix);
  if (number === undefined || classOfIpv6(prefix.prefix) !== Ipv6Class.global) return undefined;
  return formatIpv6(withIdentifier(number, interfaceIdentifierOf(mac)));
}

function held(address: string, prefix: PrefixInformation, now: number): HeldAddress {
  return {
    address,
    // Stations that are not known to be neighbors are reached by the router.
    prefix: prefix.onLink ? prefix.length : ADDRESS,
    origin: 'router',
    anycast: false,
    standing: 'tentative',
    dueAt: now,
    probed: false,
    preferredUntil: now + prefix.preferredLifetime * SECOND,
    validUntil: now + prefix.validLifetime * SECOND,
    defendedAt: Number.NEGATIVE_INFINITY,
    claimedAt: Number.NEGATIVE_INFINITY,
  };
}

/** New lifetimes; an unauthenticated sender may not remove an address at once (RFC 4862 5.5.3 e). */
function prolonged(address: HeldAddress, prefix: PrefixInformation, now: number): HeldAddress {
  const offered = now + prefix.validLifetime * SECOND;
  const validUntil =
    offered > now + TWO_HOURS || offered > address.validUntil ? offered : Math.min(address.validUntil, now + TWO_HOURS);
  const preferredUntil = now + prefix.preferredLifetime * SECOND;
  return { ...address, prefix: prefix.onLink ? prefix.length : ADDRESS, validUntil, preferredUntil };
}

function withRouter(
  routers: ReadonlyMap<string, HeldRouter>,
  address: string,
  { lifetime, preference }: RouterAdvertisement,
  now: number,
): ReadonlyMap<string, HeldRouter> {
  const isKnown = routers.has(address);
  if (!isKnown && (lifetime === 0 || routers.size >= ROUTERS)) return routers;
  const next = new Map(routers);
  if (lifetime === 0) next.delete(address);
  else next.set(address, { address, preference, until: now + lifetime * SECOND });
  return next;
}

/** On-link prefixes with what a router says of one; the link-local one is none of its business (RFC 4861 6.3.4). */
function withLink(
  links: ReadonlyMap<string, HeldLink>,
  { prefix, length, onLink, validLifetime }: PrefixInformation,
  now: number,
): ReadonlyMap<string, HeldLink> {
  const network = parseIpv6(prefix);
  if (!onLink || length === 0 || network === undefined || classOfIpv6(prefix) !== Ipv6Class.global) return links;
  const name = `${prefix}/${length}`;
  if (!links.has(name) && (validLifetime === 0 || links.size >= LINKS)) return links;
  const next = new Map(links);
  if (validLifetime === 0) next.delete(name);
  else next.set(name, { network, length, until: now + validLifetime * SECOND });
  return next;
}
