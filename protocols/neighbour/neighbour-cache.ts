/** A packet (the payload of a frame of `etherType`) on its way to a neighbour. */
export interface NeighbourPacket {
  readonly etherType: number;
  readonly payload: Uint8Array;
}

/** What a step of the cache asks its owner to do. */
export interface NeighbourStep {
  /** Packets that can leave now, and the MAC that they go to. */
  readonly send: readonly { readonly mac: string; readonly packet: NeighbourPacket }[];
  /** Addresses to ask for: with an ARP request, or a neighbour solicitation. */
  readonly ask: readonly string[];
  /** Addresses that nobody answers at; what waited for them is lost. */
  readonly unreachable: readonly string[];
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
/** Neighbours that are kept; the one that was not used for longest makes room. */
const SIZE = 1024;

const NOTHING: NeighbourStep = { send: [], ask: [], unreachable: [] };

/**
 * Who is behind the addresses of one link (RFC 826, RFC 4861 7): holds packets back until their neighbour is known, asks
 * again while it is silent, and forgets it when it stays so. Time is handed in, monotonic and in milliseconds; `wakeAt`
 * says when `wake` is due.
 */
export class NeighbourCache {
  readonly #neighbours = new Map<string, Neighbour>();
  readonly #retransmit: (address: string) => number;

  /** @param retransmit says the milliseconds between questions for an address. */
  constructor(retransmit: (address: string) => number = () => RETRANSMIT) {
    this.#retransmit = retransmit;
  }

  /** Sends a packet to a neighbour. */
  send(address: string, packet: NeighbourPacket, now: number): NeighbourStep {
    const known = this.#neighbours.get(address);
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

  /** A neighbour answered, or asked for this station itself and so told of itself. */
  heard(address: string, mac: string, now: number): NeighbourStep {
    const neighbour = this.#neighbours.get(address) ?? this.#add(address, now);
    const { waiting } = neighbour;
    Object.assign(neighbour, { mac, confirmed: now, questions: 0, waiting: [] });
    return { ...NOTHING, send: waiting.map((packet) => ({ mac, packet })) };
  }

  /** Takes over what is said unasked of a neighbour that is in use; a stranger is not learnt from it. */
  corrected(address: string, mac: string, now: number): NeighbourStep {
    return this.#neighbours.has(address) ? this.heard(address, mac, now) : NOTHING;
  }

  /**
   * Takes over an advertisement of a neighbour that is in use (RFC 4861 7.2.5). What no question asked for is believed until the
   * next packet only, which asks; and it takes the place of another MAC only where it says so.
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

  /** The MAC of a neighbour, where it is known. */
  macOf(address: string): string | undefined {
    return this.#neighbours.get(address)?.mac;
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
