import type { AccessRule } from './access-table.ts';
import type { FlowDepth } from './flow-key.ts';
import { FlowKey } from './flow-key.ts';
import type { Row } from './forwarding-database.ts';
import type { Form } from './stages/tagging.ts';
import type { SwitchPort } from './switch-port.ts';

/** A port that the frames of a flow leave by. */
interface Departure {
  readonly port: SwitchPort;
  readonly isTagged: boolean;
}

/** The way of frames that passed every stage, as far as no stage has to look at each of them again. */
export interface FlowWay {
  /** Of the plan and state that it was found under; it holds for no other. */
  readonly generation: number;
  readonly port: SwitchPort;
  /** Octets of the tag that the limit of the port leaves out. */
  readonly tagLength: number;
  /** The row of the source, and what it said. */
  readonly source: Row;
  readonly sourcePort: number;
  readonly sourceVlan: number;
  /** The port is secured: the row counts frames, and is not refreshed. */
  readonly isSecured: boolean;
  /** The row of the destination, and what it said; undefined for group frames. */
  readonly destination: Row | undefined;
  readonly destinationPort: number;
  /** The rule of the access control list that let it pass. */
  readonly rule: AccessRule | undefined;
  readonly queue: number;
  readonly tagged: Form;
  readonly untagged: Form;
  readonly departures: readonly Departure[];
}

/** A key (see `FlowKey`) and the way of its frames. */
interface Entry extends Readonly<Pick<FlowKey, 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k'>> {
  /** Undefined if the key has none. */
  readonly addresses: Int32Array | undefined;
  readonly way: FlowWay;
}

/** Every key has two places, beside each other. */
const PLACE_BITS = 12;
const PLACES = 2 ** PLACE_BITS;

/**
 * The ways of frames by what the stages look at (`FlowKey`). Its memory is bounded and takes no part in a flood: a key is kept only
 * when it is seen for a second time before another one of its place, and a new one displaces an old one.
 */
export class FlowCache {
  readonly #key: FlowKey;
  /** Made with the first flow: a switch without traffic has none. */
  #entries: (Entry | undefined)[] = [];
  #seen = new Int32Array(0);
  #generation = 0;

  /** `random`, from 0 to less than 1, has to be unpredictable. */
  constructor(random: () => number) {
    this.#key = new FlowKey(random);
  }

  /** Ways of an earlier generation are no longer found. */
  get generation(): number {
    return this.#generation;
  }

  /** Something has changed that ways were found by: none of those that are known holds any longer. */
  invalidate(): void {
    this.#generation += 1;
  }

  /** The known way of a frame; undefined if there is none. */
  find(port: SwitchPort, frame: Uint8Array, depth: FlowDepth, isArpSpecial: boolean): FlowWay | undefined {
    const key = this.#key;
    if (!key.read(port.number, frame, depth, isArpSpecial)) return undefined;
    const place = placeOf(key);
    let entry = this.#entries[place];
    if (entry === undefined || !isOf(entry, key, port)) {
      entry = this.#entries[place ^ 1];
      if (entry === undefined || !isOf(entry, key, port)) return undefined;
    }
    return entry.way.generation === this.#generation ? entry.way : undefined;
  }

  /** Whether a frame without a way is worth one: it has a key, and that was the last one seen at its place. */
  wants(port: SwitchPort, frame: Uint8Array, depth: FlowDepth, isArpSpecial: boolean): boolean {
    const key = this.#key;
    if (!key.read(port.number, frame, depth, isArpSpecial)) return false;
    if (this.#seen.length === 0) {
      this.#seen = new Int32Array(PLACES);
      this.#entries = new Array<Entry | undefined>(PLACES).fill(undefined);
    }
    const place = placeOf(key);
    if (this.#seen[place] === key.hash) return true;
    this.#seen[place] = key.hash;
    return false;
  }

  /** Keeps the way of a frame that is wanted. */
  keep(frame: Uint8Array, depth: FlowDepth, isArpSpecial: boolean, way: FlowWay): void {
    const key = this.#key;
    const { port } = way;
    if (!key.read(port.number, frame, depth, isArpSpecial)) return;
    const place = placeOf(key);
    const { a, b, c, d, e, f, g, h, i, j, k, words } = key;
    const addresses = words === 0 ? undefined : key.addresses.slice();
    const entry = { a, b, c, d, e, f, g, h, i, j, k, addresses, way };
    const present = this.#entries[place];
    const isFree = present === undefined || present.way.generation !== this.#generation || isOf(present, key, port);
    // The former one goes to the second place.
    if (!isFree) this.#entries[place ^ 1] = present;
    this.#entries[place] = entry;
  }

  /** The number of ways kept, those that no longer hold among them. */
  get size(): number {
    return this.#entries.reduce((count, entry) => (entry ? count + 1 : count), 0);
  }
}

function placeOf({ hash }: FlowKey): number {
  return hash >>> (32 - PLACE_BITS);
}

function isOf(entry: Entry, key: FlowKey, port: SwitchPort): boolean {
  if (entry.way.port !== port || entry.b !== key.b || entry.c !== key.c || entry.a !== key.a) return false;
  if (entry.d !== key.d || entry.e !== key.e || entry.f !== key.f) return false;
  if (entry.g !== key.g || entry.h !== key.h || entry.i !== key.i) return false;
  if (entry.j !== key.j || entry.k !== key.k) return false;
  const { addresses } = entry;
  if (addresses === undefined) return key.words === 0;
  for (let at = 0; at < addresses.length; at += 1) if (addresses[at] !== key.addresses[at]) return false;
  return true;
}
