import { type Message, say, wordsOf } from '../model/values/message.ts';
import { forEachChanged, mappedBy, withValue } from '../model/values/overlaid-map.ts';
import { type PortList, portsOf } from '../model/values/port-list.ts';

/**
 * How the parts that several features have in one value meet. The order of the parts never decides: swapping two of them
 * gives the same whole, or the same conflict.
 */
export interface Combiner<Whole, Part = Whole> {
  /** The value without any feature's part. */
  readonly none: Whole;
  /** Takes one part or more together. Throws a `PlanConflict` where they cannot all hold. */
  combine(parts: readonly Part[]): Whole;
}

/** Two features want what cannot hold at once, said for an administrator. */
export class PlanConflict extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(wordsOf(said));
    this.name = 'PlanConflict';
    this.said = said;
  }
}

/** A section of a plan: how it is empty, and how it is made of the features' parts. */
export interface Section<Whole, Part> {
  readonly empty: Whole;
  /**
   * Merges the parts. An unchanged result is the same object as in `previous`; `ports` are those of the hardware.
   * Throws a `PlanConflict`.
   */
  merge(parts: readonly Part[], previous: Whole | undefined, ports: PortList): Whole;
}

/** Combiners for every column of a record; `Part` may hold some of the columns, shaped as their combiners take them. */
export type Columns<Whole, Part> = {
  readonly [Name in keyof Whole]-?: Combiner<
    Whole[Name],
    Exclude<Name extends keyof Part ? Part[Name] : never, undefined>
  >;
};

/** One record, put together column by column. */
export function record<Whole extends object, Part extends object>(columns: Columns<Whole, Part>): Section<Whole, Part> {
  const empty = noneOf(columns);
  const combine = columnsCombiner(columns);
  return {
    empty,
    merge: (parts, previous = empty) =>
      sameOr(
        previous,
        combine(parts, () => say('The switch')),
      ),
  };
}

/** Options of a keyed section besides its columns. */
interface KeyedOptions<Key> {
  /** A key in words, for a conflict: "VLAN 20". */
  readonly name: (key: Key) => Message;
  /** Every port of the hardware has an entry, whether a feature speaks of it or not. */
  readonly everyPort?: boolean;
}

/** Records by key, each put together column by column. */
export function keyed<Key, Whole extends object, Part extends object>(
  columns: Columns<Whole, Part>,
  { name, everyPort = false }: KeyedOptions<Key>,
): Section<ReadonlyMap<Key, Whole>, ReadonlyMap<Key, Part>> {
  const made = new WeakMap<object, Whole>();
  const combine = columnsCombiner(columns);
  /** An entry that only one feature contributes keeps its identity as long as the feature's part does. */
  const wholeOfOne = (key: Key, entry: Part): Whole => {
    const known = made.get(entry);
    if (known) return known;
    const whole = combine([entry], () => name(key));
    made.set(entry, whole);
    return whole;
  };
  const wholeOf = (key: Key, entries: readonly Part[]): Whole => {
    const [only] = entries;
    return entries.length === 1 && only ? wholeOfOne(key, only) : combine(entries, () => name(key));
  };
  const wholes = mappedBy((entry: Part, key: Key): [Key, Whole] => [key, wholeOfOne(key, entry)]);
  return {
    empty: new Map(),
    merge(parts, previous, ports) {
      const [sole] = parts;
      if (sole && parts.length === 1 && !everyPort) return latest(previous, wholes(sole));
      const merged = new Map<Key, Whole>();
      const put = (key: Key, whole: Whole) => merged.set(key, sameOr(previous?.get(key), whole));
      // Only sections by port number set `everyPort`, so that a port number is a key of theirs.
      if (everyPort)
        for (const port of portsOf(ports)) put(port as Key, wholeOf(port as Key, entriesAt(parts, port as Key)));
      else {
        for (const part of parts) {
          for (const key of part.keys()) if (!merged.has(key)) put(key, wholeOf(key, entriesAt(parts, key)));
        }
      }
      return sameEntriesOr(previous, merged);
    },
  };
}

/** Values by key, each put together by one combiner; a key whose value comes out as the combiner's `none` is left out. */
export function keyedValues<Key, Whole, Part = Whole>(
  combiner: Combiner<Whole, Part>,
): Section<ReadonlyMap<Key, Whole>, ReadonlyMap<Key, Part>> {
  return {
    empty: new Map(),
    merge(parts, previous) {
      const gathered = new Map<Key, Part[]>();
      for (const part of parts) {
        for (const [key, value] of part) {
          const present = gathered.get(key);
          if (present) present.push(value);
          else gathered.set(key, [value]);
        }
      }
      const merged = new Map<Key, Whole>();
      for (const [key, values] of gathered) {
        const whole = combiner.combine(values);
        if (whole !== combiner.none) merged.set(key, whole);
      }
      return sameEntriesOr(previous, merged);
    },
  };
}

/** One value. */
export function value<Whole, Part = Whole>(combiner: Combiner<Whole, Part>): Section<Whole, Part> {
  return {
    empty: combiner.none,
    merge: (parts) => (parts.length === 0 ? combiner.none : combiner.combine(parts)),
  };
}

/** Sections by name. */
// A section reads and writes its own types only; a table of them is a dictionary of sections of any type, for which
// TypeScript has no other word than `any` (method parameters are contravariant).
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Sections = Readonly<Record<string, Section<any, any>>>;

/** The result of a table of sections: the plan itself. */
export type WholeOf<Table extends Sections> = {
  readonly [Name in keyof Table]: Table[Name] extends Section<infer Whole, infer _Part> ? Whole : never;
};

/** The result of a table of sections, without the entries of maps that have no meaning: sections leave them out. */
export type PresentIn<Made> = {
  readonly [Name in keyof Made]: Made[Name] extends ReadonlyMap<infer Key, infer Whole>
    ? ReadonlyMap<Key, Exclude<Whole, undefined>>
    : Made[Name];
};

/** One feature's part in some of the sections. */
export type PartOf<Table extends Sections> = {
  readonly [Name in keyof Table]?: Table[Name] extends Section<infer _Whole, infer Part> ? Part : never;
};

/** The plan of which no feature has said anything. */
export function emptyOf<Table extends Sections>(sections: Table): WholeOf<Table> {
  const empty = Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, section.empty]));
  // Every section gave its own value under its own name.
  return empty as WholeOf<Table>;
}

/**
 * Puts features' parts together, section by section. Sections of which the parts are those of `former` (by identity) are
 * not looked into; a plan that comes out the same is `previous` itself. Throws a `PlanConflict`.
 */
export function mergeParts<Table extends Sections>(
  sections: Table,
  parts: readonly PartOf<Table>[],
  ports: PortList,
  previous?: { readonly whole: WholeOf<Table>; readonly parts: readonly PartOf<Table>[] },
): WholeOf<Table> {
  const merged: Record<string, unknown> = { ...previous?.whole };
  for (const name of previous ? differing(previous.parts, parts) : Object.keys(sections)) {
    const given = partsOf(parts, name);
    const present = previous?.whole[name];
    if (previous && sameItems(partsOf(previous.parts, name), given)) continue;
    merged[name] = sections[name]?.merge(given, present, ports);
  }
  // As in `emptyOf`.
  return sameOr(previous?.whole, merged as WholeOf<Table>);
}

/** The sections that parts which are not the same have something in: after most changes few of very many. */
function differing(former: readonly object[], next: readonly object[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < Math.max(former.length, next.length); at += 1) {
    const [one, other] = [former[at] ?? {}, next[at] ?? {}];
    if (one === other) continue;
    for (const name in one) names.add(name);
    for (const name in other) names.add(name);
  }
  return names;
}

function noneOf<Whole extends object, Part extends object>(columns: Columns<Whole, Part>): Whole {
  const none = Object.fromEntries(
    Object.entries<Combiner<unknown, never>>(columns).map(([name, combiner]) => [name, combiner.none]),
  );
  // Every column gave its own value under its own name.
  return none as Whole;
}

/** Takes parts together column by column; `where` says whose columns they are. Tables have thousands of entries: made once. */
function columnsCombiner<Whole extends object, Part extends object>(
  columns: Columns<Whole, Part>,
): (parts: readonly Part[], where: () => Message) => Whole {
  const combiners = Object.entries<Combiner<unknown, unknown>>(columns);
  return (parts, where) => {
    const combined: Record<string, unknown> = {};
    for (const [name, combiner] of combiners) {
      const given = partsOf(parts, name);
      try {
        combined[name] = given.length === 0 ? combiner.none : combiner.combine(given);
      } catch (error) {
        if (!(error instanceof PlanConflict)) throw error;
        throw new PlanConflict(say('{{where}}: {{conflict}}', { where: where(), conflict: error.said }));
      }
    }
    // As in `noneOf`.
    return combined as Whole;
  };
}

function partsOf(parts: readonly object[], name: string): unknown[] {
  const given: unknown[] = [];
  for (const part of parts) {
    const one: unknown = Reflect.get(part, name);
    if (one !== undefined) given.push(one);
  }
  return given;
}

/** The entries of the parts at `key`. */
function entriesAt<Key, Part>(parts: readonly ReadonlyMap<Key, Part>[], key: Key): readonly Part[] {
  const entries: Part[] = [];
  for (const part of parts) {
    const entry = part.get(key);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** `present` where it says the same as `next`, column by column. */
function sameOr<T extends object>(present: T | undefined, next: T): T {
  if (!present || present === next) return next;
  const entries = Object.entries(next);
  const before = new Map(Object.entries(present));
  return entries.length === before.size && entries.every(([name, one]) => before.get(name) === one) ? present : next;
}

/** `next` with every value of `present` that says the same; `present` itself where all do. */
function latest<Key, Whole extends object>(
  present: ReadonlyMap<Key, Whole> | undefined,
  next: ReadonlyMap<Key, Whole>,
): ReadonlyMap<Key, Whole> {
  if (!present) return next;
  let isOther = present.size !== next.size;
  let made = next;
  forEachChanged(present, next, (now, key) => {
    const whole = sameOr(present.get(key), now);
    if (whole !== now) made = withValue(made, key, whole);
    isOther ||= whole !== present.get(key);
  });
  return isOther ? made : present;
}

function sameEntriesOr<K, V>(present: ReadonlyMap<K, V> | undefined, next: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  if (!present || present.size !== next.size) return next;
  for (const [key, one] of next) if (present.get(key) !== one) return next;
  return present;
}

/** Whether two lists hold the same items by identity. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
