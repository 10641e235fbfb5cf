/** A packet (the payload of a frame of `etherType`) on its way to a neighbor. */
export interface NeighbourPacket {
  readonly etherType: number;
  readonly payload: Uint8Array;
}

/** Requests of a step of the cache to its owner. */
export interface NeighbourStep {
  /** Packets that can leave now, and the MAC that they go to. */
  readonly send: readonly { readonly mac: string; readonly packet: NeighbourPacket }[];
  /** Addresses to resolve: with an ARP request, or a neighbor solicitation. */
  readonly ask: readonly string[];
  /** Addresses without an answer; packets that waited for them are lost. */
  readonly unreachable: readonly string[];
}

/** A neighbor as known now. */
export interface KnownNeighbour {
  readonly address: string;
  readonly mac: string | undefined;
  readonly isStatic: boolean;
  readonly state: 'reachable' | 'stale' | 'probe' | 'incomplete';
  /** Milliseconds since it last spoke for itself. */
  readonly age: number;
}

interface Neighbour {
  mac: string | undefined;
  /** Milliseconds at which it last spoke for itself. */
  confirmed: number;
  /** Milliseconds of the last question, and questions without an answer. */
  asked: number;
  questions: number;
  /** Milliseconds at which it was last sent to. */
  used: number;
  waiting: NeighbourPacket[];
}

/** Milliseconds that an answer holds (RFC 4861 10, REACHABLE_TIME). */
const REACHABLE = 30_000;
const STALE = Number.NEGATIVE_INFINITY;
/** Milliseconds between questions where nothing else is set (RETRANS_TIMER). */
const RETRANSMIT = 1000;
/** Questions until an address counts as unreachable (MAX_MULTICAST_SOLICIT, MAX_UNICAST_SOLICIT). */
const QUESTIONS = 3;
/** Packets that wait for one answer; a further one takes the place of the oldest (RFC 4861 7.2.2). */
const WAITING = 3;
/** Maximum number of neighbors; the least recently used one makes room. */
const SIZE = 1024;

/** Maximum number of milliseconds reported since a neighbor was last heard. */
const LONGEST_AGE = 2 ** 31;

const NOTHING: NeighbourStep = { send: [], ask: [], unreachable: [] };

/**
 * The neighbors behind the addresses of one link (RFC 826, RFC 4861 7): holds packets back until their neighbor is
 * known, asks again while it is silent, and forgets it when it stays silent, or has not confirmed itself within the
 * aging time. A static neighbor (`pin`) is neither asked for nor updated. Time is passed in, monotonic and in
 * milliseconds; `wakeAt` says when `wake` is due.
 */
export class NeighbourCache {
  readonly #neighbours = new Map<string, Neighbour>();
  #pinned: ReadonlyMap<string, string> = new Map();
  #ageing: (address: string) => number = () => Number.POSITIVE_INFINITY;
  readonly #retransmit: (address: string) => number;

  /** @param retransmit says the milliseconds between questions for an address. */
  constructor(retransmit: (address: string) => number = () => RETRANSMIT) {
    this.#retransmit = retransmit;
  }

  /** Replaces the static neighbors, overriding what was learned of them. */
  pin(macs: ReadonlyMap<string, string>): void {
    for (const address of macs.keys()) this.#neighbours.delete(address);
    this.#pinned = macs;
  }

  /** Sets the number of milliseconds after which an unconfirmed neighbor expires. */
  setAgeing(ageing: (address: string) => number): void {
    this.#ageing = ageing;
  }

  /** Sends a packet to a neighbor. */
  send(address: string, packet: NeighbourPacket, now: number): NeighbourStep {
    const pinned = this.#pinned.get(address);
    if (pinned !== undefined) return { ...NOTHING, send: [{ mac: pinned, packet }] };
    const known = this.#current(address, now);
    const neighbour = known ?? this.#add(address, now);
    neighbour.used = now;
    if (neighbour.mac === undefined) {
      neighbour.waiting = [...neighbour.waiting, packet].slice(-WAITING);
      return known ? NOTHING : this.#ask(address, neighbour, now);
    }
    const step = { ...NOTHING, send: [{ mac: neighbour.mac, packet }] };
    const isStale = now - neighbour.confirmed >= REACHABLE && neighbour.questions === 0;
    return isStale ? { ...step, ask: this.#ask(address, neighbour, now).ask } : step;
  }

  /** A neighbor answered, or asked for this station itself and so announced itself. */
  heard(address: string, mac: string, now: number): NeighbourStep {
    if (this.#pinned.has(address)) return NOTHING;
    const neighbour = this.#neighbours.get(address) ?? this.#add(address, now);
    const { waiting } = neighbour;
    Object.assign(neighbour, { mac, confirmed: now, questions: 0, waiting: [] });
    return { ...NOTHING, send: waiting.map((packet) => ({ mac, packet })) };
  }

  /** Applies unsolicited information about a neighbor in use; unknown stations are not learned from it. */
  corrected(address: string, mac: string, now: number): NeighbourStep {
    return this.#neighbours.has(address) ? this.heard(address, mac, now) : NOTHING;
  }

  /**
   * Applies an advertisement of a neighbor in use (RFC 4861 7.2.5). Unsolicited information is valid only until the
   * next packet, which verifies it; and it replaces another MAC address only with the override flag.
   */
  advertised(
    address: string,
    { mac, solicited, override }: { mac: string; solicited: boolean; override: boolean },
    now: number,
  ): NeighbourStep {
    const known = this.#neighbours.get(address);
    if (!known) return NOTHING;
    if (!override && known.mac !== undefined && known.mac !== mac) {
      known.confirmed = STALE;
      return NOTHING;
    }
    const step = this.heard(address, mac, now);
    if (!solicited) known.confirmed = STALE;
    return step;
  }

  /** The MAC address of a neighbor, if known. */
  macOf(address: string): string | undefined {
    return this.#pinned.get(address) ?? this.#neighbours.get(address)?.mac;
  }

  /** Everybody who is known or asked for. */
  known(now: number): readonly KnownNeighbour[] {
    const pinned = [...this.#pinned].map(
      ([address, mac]): KnownNeighbour => ({ address, mac, isStatic: true, state: 'reachable', age: 0 }),
    );
    const heard = [...this.#neighbours.keys()].flatMap((address): KnownNeighbour[] => {
      const neighbour = this.#current(address, now);
      if (!neighbour) return [];
      const { mac, confirmed } = neighbour;
      return [
        { address, mac, isStatic: false, state: stateOf(neighbour, now), age: Math.min(now - confirmed, LONGEST_AGE) },
      ];
    });
    return [...pinned, ...heard];
  }

  /** Forgets who was heard at these addresses, and what waits for them; returns how many it were. */
  forget(isMeant: (address: string) => boolean): number {
    const meant = [...this.#neighbours.keys()].filter(isMeant);
    for (const address of meant) this.#neighbours.delete(address);
    return meant.length;
  }

  /** When `wake` is due; Infinity for never. */
  get wakeAt(): number {
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const [address, { questions, asked }] of this.#neighbours) {
      if (questions > 0) wakeAt = Math.min(wakeAt, asked + this.#retransmit(address));
    }
    return wakeAt;
  }

  /** Asks again where an answer is missing, and gives up where it stays missing. */
  wake(now: number): NeighbourStep {
    const ask: string[] = [];
    const unreachable: string[] = [];
    for (const [address, neighbour] of this.#neighbours) {
      if (neighbour.questions === 0 || now < neighbour.asked + this.#retransmit(address)) continue;
      if (neighbour.questions < QUESTIONS) ask.push(...this.#ask(address, neighbour, now).ask);
      else {
        this.#neighbours.delete(address);
        unreachable.push(address);
      }
    }
    return { send: [], ask, unreachable };
  }

  /** The neighbor, unless it has expired. */
  #current(address: string, now: number): Neighbour | undefined {
    const neighbour = this.#neighbours.get(address);
    const ageing = this.#ageing(address);
    const isOld = neighbour?.mac !== undefined && Number.isFinite(ageing) && now - neighbour.confirmed >= ageing;
    if (isOld) this.#neighbours.delete(address);
    return isOld ? undefined : neighbour;
  }

  #ask(address: string, neighbour: Neighbour, now: number): NeighbourStep {
    neighbour.asked = now;
    neighbour.questions += 1;
    return { ...NOTHING, ask: [address] };
  }

  #add(address: string, now: number): Neighbour {
    if (this.#neighbours.size >= SIZE) this.#makeRoom();
    const neighbour = { mac: undefined, confirmed: now, asked: now, questions: 0, used: now, waiting: [] };
    this.#neighbours.set(address, neighbour);
    return neighbour;
  }

  #makeRoom(): void {
    let oldest: [address: string, used: number] = ['', Number.POSITIVE_INFINITY];
    for (const [address, { used }] of this.#neighbours) if (used < oldest[1]) oldest = [address, used];
    this.#neighbours.delete(oldest[0]);
  }
}

function stateOf({ mac, confirmed, questions }: Neighbour, now: number): KnownNeighbour['state'] {
  if (mac === undefined) return 'incomplete';
  if (questions > 0) return 'probe';
  return now - confirmed < REACHABLE ? 'reachable' : 'stale';
}
