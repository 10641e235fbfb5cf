import { type AccessRulePlan, accessTurn, RATE_BURST, sameMatch } from '../../model/access-control/access-rule.ts';
import { FrameReading } from '../access-control/frame-reading.ts';
import { type MatchInWords, matchInWords } from '../access-control/match-in-words.ts';
import { type PortMask, portMask } from './port-mask.ts';
import type { SwitchPort } from './switch-port.ts';
import { TokenBucket } from './token-bucket.ts';

const OCTETS_PER_KILOBIT = 125;

/** A rule in force. */
export interface AccessRule {
  readonly key: number;
  /** When it is asked. */
  readonly turn: number;
  readonly plan: AccessRulePlan;
  readonly ports: PortMask;
  readonly bucket: TokenBucket | undefined;
  /** Frames that it decided. */
  hits: number;
}

/** Rules that look at the same bits: those for a frame are found by these bits in one step, however many there are. */
interface Tuple {
  readonly shape: MatchInWords;
  /** Rules by a hash of their values, each list in order. */
  readonly rules: Map<number, { readonly values: MatchInWords; readonly rule: AccessRule }[]>;
  size: number;
  /** Nothing in it is asked before this turn. */
  first: number;
}

/**
 * The access control list as a tuple space (Srinivasan, Suri, Varghese, SIGCOMM 1999): the cost of a frame grows with the
 * masks that differ, not with the rules.
 */
export class AccessTable {
  /** The last look-up's reading of its frame. */
  readonly reading = new FrameReading();
  readonly #rules = new Map<number, AccessRule>();
  readonly #tuples = new Map<string, Tuple>();
  /** The tuple that may contain the first rule comes first. */
  #inOrder: readonly Tuple[] = [];

  /** Takes over the rules of a plan; one that looks for the same frames as before goes on counting. */
  configure(rules: ReadonlyMap<number, AccessRulePlan>): void {
    for (const [key, rule] of this.#rules) {
      const wanted = rules.get(key);
      if (wanted !== rule.plan) this.#remove(rule, wanted === undefined);
    }
    for (const [key, plan] of rules) {
      const former = this.#rules.get(key);
      if (former?.plan !== plan) this.#add(key, plan, former);
    }
    this.#inOrder = [...this.#tuples.values()].sort((one, other) => one.first - other.first);
  }

  get isEmpty(): boolean {
    return this.#inOrder.length === 0;
  }

  /** The rule that decides about a frame that came in at the bridge port of `representative`; undefined for none. */
  find(representative: SwitchPort, frame: Uint8Array, vlan: number, priority: number): AccessRule | undefined {
    if (this.#inOrder.length === 0) return undefined;
    const { reading } = this;
    reading.read(frame, vlan, priority);
    let found: AccessRule | undefined;
    for (const tuple of this.#inOrder) {
      if (found && found.turn < tuple.first) break;
      const rule = ruleIn(tuple, reading, representative);
      if (rule && (!found || rule.turn < found.turn)) found = rule;
    }
    return found;
  }

  hits(): ReadonlyMap<number, bigint> {
    return new Map([...this.#rules].map(([key, { hits }]) => [key, BigInt(hits)]));
  }

  #add(key: number, plan: AccessRulePlan, former: AccessRule | undefined): void {
    const values = matchInWords(plan.match);
    const name = nameOf(values);
    const turn = accessTurn(key, plan);
    let tuple = this.#tuples.get(name);
    if (!tuple) {
      tuple = { shape: values, rules: new Map(), size: 0, first: turn };
      this.#tuples.set(name, tuple);
    }
    const isSameRate = former?.plan.rateKilobits === plan.rateKilobits;
    const rule = {
      key,
      turn,
      plan,
      ports: portMask(plan.ports),
      bucket: isSameRate ? former?.bucket : bucketOf(plan),
      hits: former && sameMatch(former.plan, plan) ? former.hits : 0,
    };
    const hash = hashOf(values);
    const list = tuple.rules.get(hash) ?? [];
    list.push({ values, rule });
    list.sort((one, other) => one.rule.turn - other.rule.turn);
    tuple.rules.set(hash, list);
    tuple.size += 1;
    tuple.first = Math.min(tuple.first, turn);
    this.#rules.set(key, rule);
  }

  /** Takes a rule out; one that comes back changed stays known until then. */
  #remove({ key, turn, plan }: AccessRule, isGone: boolean): void {
    const values = matchInWords(plan.match);
    const name = nameOf(values);
    const tuple = this.#tuples.get(name);
    if (!tuple) return;
    const hash = hashOf(values);
    const left = (tuple.rules.get(hash) ?? []).filter(({ rule }) => rule.key !== key);
    if (left.length > 0) tuple.rules.set(hash, left);
    else tuple.rules.delete(hash);
    tuple.size -= 1;
    if (tuple.size === 0) this.#tuples.delete(name);
    else if (tuple.first === turn) {
      tuple.first = Math.min(...[...tuple.rules.values()].flatMap((list) => list.map(({ rule }) => rule.turn)));
    }
    if (isGone) this.#rules.delete(key);
  }
}

function bucketOf({ rateKilobits }: AccessRulePlan): TokenBucket | undefined {
  return rateKilobits === undefined ? undefined : new TokenBucket(rateKilobits * OCTETS_PER_KILOBIT, RATE_BURST);
}

/** The first rule of a tuple that holds the frame that was read. */
function ruleIn(tuple: Tuple, reading: FrameReading, port: SwitchPort): AccessRule | undefined {
  const { needs, words, chunks } = tuple.shape;
  if ((reading.present & needs) !== needs) return undefined;
  let hash = 0;
  for (const { at, mask } of words) hash = mixed(hash, (reading.words[at] ?? 0) & mask);
  for (const { base, offset, mask } of chunks) {
    const octets = reading.chunk(base, offset);
    if (octets === undefined) return undefined;
    hash = mixed(hash, octets & mask);
  }
  const list = tuple.rules.get(hash);
  if (!list) return undefined;
  for (const { values, rule } of list) {
    if (((rule.ports.low & port.low) | (rule.ports.high & port.high)) !== 0 && isSame(values, reading)) return rule;
  }
  return undefined;
}

/** Two different values may share a hash. */
function isSame({ words, chunks }: MatchInWords, reading: FrameReading): boolean {
  for (const { at, mask, value } of words) if (((reading.words[at] ?? 0) & mask) !== value) return false;
  for (const { base, offset, mask, value } of chunks) {
    if (((reading.chunk(base, offset) ?? 0) & mask) !== value) return false;
  }
  return true;
}

/** A step of FNV-1a, word by word. */
function mixed(hash: number, word: number): number {
  const step = Math.imul(hash ^ word, 0x0100_0193);
  return step ^ (step >>> 15);
}

function hashOf({ words, chunks }: MatchInWords): number {
  let hash = 0;
  for (const { value } of words) hash = mixed(hash, value);
  for (const { value } of chunks) hash = mixed(hash, value);
  return hash;
}

function nameOf({ needs, words, chunks }: MatchInWords): string {
  const named = words.map(({ at, mask }) => `${at}/${mask}`);
  return [needs, ...named, ...chunks.map(({ base, offset, mask }) => `${base}+${offset}/${mask}`)].join();
}
