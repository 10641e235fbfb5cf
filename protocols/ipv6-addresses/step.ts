import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';
import type { NeighbourMessage } from '../frames/icmpv6.ts';
import type { RouterAdvertisement } from '../frames/router-discovery.ts';
import { nextRandom } from '../next-random.ts';
import { announcement, probes, readDiscovery, routerQuestion } from './frames.ts';
import { prefixOnLink, takeAdvertisement } from './routers.ts';
import type { AddressSettings, AddressState, HeldAddress, WantedAddress } from './state.ts';
import {
  CLAIM_MEMORY,
  DEFEND_INTERVAL,
  DELAY_MAXIMUM,
  PROBE_AGAIN,
  PROBE_TIME,
  SOLICITATION_INTERVAL,
  SOLICITATIONS,
} from './timing.ts';

/** Events of an interface. */
export type AddressEvent =
  /** The settings are new or others than before. */
  | { readonly kind: 'configure' }
  /** A link of its VLAN came up: there may be other routers. */
  | { readonly kind: 'linkUp' }
  /** A frame for the engine came in (untagged or tagged, without FCS). */
  | { readonly kind: 'frame'; readonly octets: Uint8Array }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' };

/** News for an administrator. */
export type AddressNews =
  /** Another station has an address that was to be taken, which is not used therefore. */
  | { readonly kind: 'duplicate'; readonly address: string; readonly mac: string }
  /** It is free now, and in use. */
  | { readonly kind: 'free'; readonly address: string }
  /** Another station says that it has an address in use, which is kept. */
  | { readonly kind: 'claimed'; readonly address: string; readonly mac: string }
  /** A router gave a prefix for this address, which is in use from now on; its lifetime has ended. */
  | { readonly kind: 'gained' | 'expired'; readonly address: string }
  /** There is a default router more or less. */
  | { readonly kind: 'router' | 'routerGone'; readonly address: string }
  /** Routers advertise more prefixes than the interface has addresses. */
  | { readonly kind: 'full' };

/** Consequences of an event. */
export interface AddressStep {
  readonly state: AddressState;
  /** Frames to let into the VLAN, untagged, without FCS. */
  readonly send: readonly Uint8Array[];
  readonly news: readonly AddressNews[];
}

const NEVER = Number.POSITIVE_INFINITY;
const LONG_AGO = Number.NEGATIVE_INFINITY;
/** Of an interface that asks no routers. */
const unasked = { solicitAt: NEVER, solicitations: 0, isFullTold: false } as const;

/**
 * One step of an interface's IPv6 addresses: link-local and configured ones, those of advertised prefixes (RFC 4862),
 * and duplicate detection for all of them. An address in use stays in use if others claim it; otherwise one forged
 * frame would cut the switch off from its administrator. A duplicate link-local address ends nothing else on the
 * interface, for the same reason. `now` is monotonic, in milliseconds.
 */
export function stepAddresses(
  settings: AddressSettings,
  state: AddressState,
  event: AddressEvent,
  now: number,
): AddressStep {
  const work = new Work(settings, state, now);
  if (event.kind === 'configure') work.configure();
  else if (event.kind === 'linkUp') work.askRouters();
  else if (event.kind === 'frame') work.hear(event.octets);
  work.passTime();
  return work.step();
}

/** One step under way. */
class Work {
  readonly #settings: AddressSettings;
  readonly #now: number;
  readonly #addresses: Map<string, HeldAddress>;
  readonly #send: Uint8Array[] = [];
  readonly #news: AddressNews[] = [];
  #state: AddressState;

  constructor(settings: AddressSettings, state: AddressState, now: number) {
    this.#settings = settings;
    this.#state = state;
    this.#now = now;
    this.#addresses = new Map(state.addresses);
  }

  step(): AddressStep {
    this.#placeLeased();
    const { solicitAt, routers, links } = this.#state;
    const times = [
      solicitAt,
      ...[...links.values()].map(({ until }) => until),
      ...[...this.#addresses.values()].flatMap(({ dueAt, preferredUntil, validUntil, standing, claimedAt }) => [
        dueAt,
        validUntil,
        standing === 'preferred' ? preferredUntil : NEVER,
        claimedAt === LONG_AGO ? NEVER : claimedAt + CLAIM_MEMORY,
      ]),
      ...[...routers.values()].map(({ until }) => until),
    ];
    const state = { ...this.#state, addresses: this.#addresses, wakeAt: Math.min(...times) };
    return { state, send: this.#send, news: this.#news };
  }

  configure(): void {
    const { wanted, acceptsRouters, makesAddresses } = this.#settings;
    const names = new Map(wanted.map((one) => [one.address, one]));
    for (const held of [...this.#addresses.values()]) {
      const one = names.get(held.address);
      const stays = one
        ? held.origin === one.origin && held.anycast === one.anycast
        : held.origin === 'router' && acceptsRouters && makesAddresses;
      if (!stays) this.#addresses.delete(held.address);
      else if (one) this.#update(held, one);
    }
    for (const one of wanted) if (!this.#addresses.has(one.address)) this.#begin(one);
    this.#makeRoom();
    if (!acceptsRouters) {
      for (const address of this.#state.routers.keys()) this.#news.push({ kind: 'routerGone', address });
      this.#state = { ...this.#state, routers: new Map(), links: new Map(), ...unasked };
    } else if (!this.#state.acceptedRouters) this.askRouters();
    this.#state = { ...this.#state, acceptedRouters: acceptsRouters };
  }

  askRouters(): void {
    if (!this.#settings.acceptsRouters) return;
    this.#state = { ...this.#state, solicitations: SOLICITATIONS, solicitAt: this.#now + this.#draw() };
  }

  hear(octets: Uint8Array): void {
    const heard = readDiscovery(octets);
    if (heard?.kind === 'neighbour') this.#hearNeighbour(heard.message, heard.source, heard.mac);
    else if (heard && classOfIpv6(heard.source) === Ipv6Class.linkLocal) this.#hearRouter(heard.source, heard.message);
  }

  passTime(): void {
    for (const held of [...this.#addresses.values()]) this.#age(held);
    for (const { address, until } of [...this.#state.routers.values()]) {
      if (until > this.#now) continue;
      const routers = new Map(this.#state.routers);
      routers.delete(address);
      this.#state = { ...this.#state, routers };
      this.#news.push({ kind: 'routerGone', address });
    }
    const { links } = this.#state;
    const lasting = [...links].filter(([, { until }]) => until > this.#now);
    if (lasting.length < links.size) this.#state = { ...this.#state, links: new Map(lasting) };
    this.#solicit();
  }

  #update(held: HeldAddress, { prefix, preferredUntil = NEVER }: WantedAddress): void {
    if (held.prefix === prefix && held.preferredUntil === preferredUntil) return;
    this.#addresses.set(held.address, { ...held, prefix, preferredUntil });
  }

  /** A server of DHCPv6 says no prefix lengths: routers do (RFC 8415 18.2.10.1). */
  #placeLeased(): void {
    for (const held of [...this.#addresses.values()]) {
      if (held.origin !== 'dhcp') continue;
      const prefix = prefixOnLink(this.#state.links.values(), held.address);
      if (held.prefix !== prefix) this.#addresses.set(held.address, { ...held, prefix });
    }
  }

  #begin(one: WantedAddress): void {
    this.#addresses.set(one.address, {
      ...one,
      standing: one.anycast ? 'preferred' : 'tentative',
      dueAt: one.anycast ? NEVER : this.#now + (one.origin === 'linkLocal' ? this.#draw() : 0),
      probed: false,
      preferredUntil: one.preferredUntil ?? NEVER,
      validUntil: NEVER,
      defendedAt: LONG_AGO,
      claimedAt: LONG_AGO,
    });
  }

  /** Configured addresses take precedence over those of routers, the youngest of which make room. */
  #makeRoom(): void {
    const global = [...this.#addresses.values()].filter(({ address }) => classOfIpv6(address) !== Ipv6Class.linkLocal);
    const given = global.filter(({ origin }) => origin === 'router');
    for (const { address } of given.slice(Math.max(0, given.length - (global.length - this.#settings.limit)))) {
      if (global.length > this.#settings.limit) this.#addresses.delete(address);
    }
  }

  #age(held: HeldAddress): void {
    const { address, origin } = held;
    const now = this.#now;
    if (held.validUntil <= now) {
      this.#addresses.delete(address);
      if (held.standing !== 'tentative') this.#news.push({ kind: 'expired', address });
      return;
    }
    let next = held;
    if (next.dueAt <= now) next = this.#detect(next);
    if (next.claimedAt + CLAIM_MEMORY <= now && next.claimedAt !== LONG_AGO) next = { ...next, claimedAt: LONG_AGO };
    if (next.standing === 'preferred' && next.preferredUntil <= now) next = { ...next, standing: 'deprecated' };
    if (next.standing === 'deprecated' && next.preferredUntil > now) next = { ...next, standing: 'preferred' };
    if (next !== held) this.#addresses.set(address, next);
    const isNew = held.standing === 'tentative' && next.standing !== 'tentative';
    if (isNew && origin === 'router') this.#news.push({ kind: 'gained', address });
  }

  /** Duplicate address detection of one address, when it is due (RFC 4862 5.4). */
  #detect(held: HeldAddress): HeldAddress {
    const { mac } = this.#settings;
    const { address, standing } = held;
    if (!held.probed) {
      this.#send.push(...probes(mac, address));
      return { ...held, probed: true, dueAt: this.#now + PROBE_TIME };
    }
    if (standing === 'duplicate') this.#news.push({ kind: 'free', address });
    this.#send.push(announcement(mac, address));
    return { ...held, standing: 'preferred', probed: false, dueAt: NEVER };
  }

  #hearNeighbour(message: NeighbourMessage, source: string, mac: string): void {
    const held = this.#addresses.get(message.target);
    // Frames of this station itself come back if the network has a loop.
    if (!held || held.anycast || mac === this.#settings.mac) return;
    // A question from an address of its own only looks for the station that has this one (RFC 4862 5.4.3).
    const claims = message.kind === 'advertisement' || source === '::';
    if (!claims) return;
    if (held.standing === 'tentative' || held.standing === 'duplicate') this.#refuse(held, mac);
    else if (message.kind === 'advertisement') this.#defend(held, mac);
  }

  #refuse(held: HeldAddress, mac: string): void {
    const { address, standing, probed } = held;
    if (standing === 'duplicate' && !probed) return;
    if (standing !== 'duplicate') this.#news.push({ kind: 'duplicate', address, mac });
    this.#addresses.set(address, { ...held, standing: 'duplicate', probed: false, dueAt: this.#now + PROBE_AGAIN });
  }

  #defend(held: HeldAddress, mac: string): void {
    const now = this.#now;
    const { address } = held;
    let next = { ...held, claimedAt: now };
    if (now - held.claimedAt >= CLAIM_MEMORY) this.#news.push({ kind: 'claimed', address, mac });
    if (now - held.defendedAt >= DEFEND_INTERVAL) {
      this.#send.push(announcement(this.#settings.mac, address));
      next = { ...next, defendedAt: now };
    }
    this.#addresses.set(address, next);
  }

  #hearRouter(source: string, message: RouterAdvertisement): void {
    if (!this.#settings.acceptsRouters) return;
    const state = { ...this.#state, addresses: this.#addresses };
    const { routers, links, addresses, fresh, isFull } = takeAdvertisement(
      this.#settings,
      state,
      source,
      message,
      this.#now,
    );
    const before = this.#state.routers.has(source);
    if (before !== routers.has(source)) this.#news.push({ kind: before ? 'routerGone' : 'router', address: source });
    for (const [address, held] of addresses) this.#addresses.set(address, held);
    for (const address of fresh) {
      const held = addresses.get(address);
      if (held) this.#addresses.set(address, { ...held, dueAt: this.#now + this.#draw() });
    }
    if (isFull && !this.#state.isFullTold) this.#news.push({ kind: 'full' });
    const isAnswered = message.lifetime > 0 || message.prefixes.length > 0;
    this.#state = {
      ...this.#state,
      routers,
      links,
      isFullTold: isFull || this.#state.isFullTold,
      ...(isAnswered && { solicitations: 0, solicitAt: NEVER }),
    };
  }

  /** Routers are solicited once the link-local address exists, or is not expected (RFC 4861 6.3.7). */
  #solicit(): void {
    const { solicitAt, solicitations } = this.#state;
    if (solicitAt > this.#now) return;
    const links = [...this.#addresses.values()].filter(({ address }) => classOfIpv6(address) === Ipv6Class.linkLocal);
    const own = links.find(({ standing, anycast }) => standing === 'preferred' && !anycast);
    if (!own && links.some(({ standing }) => standing === 'tentative')) {
      const dueAt = Math.min(...links.map((link) => link.dueAt));
      this.#state = { ...this.#state, solicitAt: dueAt };
      return;
    }
    this.#send.push(routerQuestion(this.#settings.mac, own?.address));
    const left = solicitations - 1;
    this.#state = {
      ...this.#state,
      solicitations: left,
      solicitAt: left > 0 ? this.#now + SOLICITATION_INTERVAL : NEVER,
    };
  }

  /** Milliseconds below `DELAY_MAXIMUM`. */
  #draw(): number {
    const random = nextRandom(this.#state.random);
    this.#state = { ...this.#state, random };
    return random % DELAY_MAXIMUM;
  }
}
