/** Entries from which on a map is not copied for each change. */
const LARGE = 256;

/** Changed entries that a map carries beside those that it began with; then it is copied. */
const MOST = 64;

/** A map with some of another's values replaced: it costs what was replaced, however many entries there are. */
class OverlaidMap<Key, Value extends object> implements ReadonlyMap<Key, Value> {
  readonly base: ReadonlyMap<Key, Value>;
  readonly replaced: ReadonlyMap<Key, Value>;

  constructor(base: ReadonlyMap<Key, Value>, replaced: ReadonlyMap<Key, Value>) {
    this.base = base;
    this.replaced = replaced;
  }

  get size(): number {
    return this.base.size;
  }

  has(key: Key): boolean {
    return this.base.has(key);
  }

  get(key: Key): Value | undefined {
    return this.replaced.get(key) ?? this.base.get(key);
  }

  forEach(each: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    this.base.forEach((value, key) => {
      each(this.replaced.get(key) ?? value, key, this);
    });
  }

  keys(): MapIterator<Key> {
    return this.base.keys();
  }

  *values(): Generator<Value, undefined> {
    for (const [key, value] of this.base) yield this.replaced.get(key) ?? value;
    return undefined;
  }

  *entries(): Generator<[Key, Value], undefined> {
    for (const [key, value] of this.base) yield [key, this.replaced.get(key) ?? value];
    return undefined;
  }

  [Symbol.iterator](): Generator<[Key, Value], undefined> {
    return this.entries();
  }
}

/** A map with the value of a key that it has replaced; in the same order. The map given stays as it is. */
export function withValue<Key, Value extends object>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> {
  if (map instanceof OverlaidMap && map.replaced.size < MOST) {
    return new OverlaidMap(map.base, new Map<Key, Value>(map.replaced).set(key, value));
  }
  if (map.size >= LARGE && !(map instanceof OverlaidMap)) return new OverlaidMap(map, new Map([[key, value]]));
  return copyOf(map).set(key, value);
}

/** A copy to be changed. `forEach` makes no pair of each of thousands of entries, as the constructor does. */
export function copyOf<Key, Value>(map: ReadonlyMap<Key, Value>): Map<Key, Value> {
  const copy = new Map<Key, Value>();
  map.forEach((value, key) => {
    copy.set(key, value);
  });
  return copy;
}

/**
 * The keys whose values may differ, of two maps that come of one another by `withValue` and so have the same keys; undefined
 * where that is not known.
 */
export function changedKeys<Key, Value extends object>(
  former: ReadonlyMap<Key, Value>,
  next: ReadonlyMap<Key, Value>,
): readonly Key[] | undefined {
  if (former === next) return [];
  const [before, after] = [layersOf(former), layersOf(next)];
  return before.base === after.base ? [...new Set([...before.replaced, ...after.replaced])] : undefined;
}

/** Calls `each` with the entries of `next` that may be others than in `former`: with all of them where that is not known. */
export function forEachChanged<Key, Value extends object>(
  former: ReadonlyMap<Key, Value>,
  next: ReadonlyMap<Key, Value>,
  each: (value: Value, key: Key) => void,
): void {
  const keys = changedKeys(former, next);
  // `forEach` makes no pair of each of thousands of entries.
  if (!keys) {
    next.forEach((value, key) => {
      each(value, key);
    });
  }
  for (const key of keys ?? []) {
    const value = next.get(key);
    if (value) each(value, key);
  }
}

function layersOf<Key, Value extends object>(map: ReadonlyMap<Key, Value>) {
  return map instanceof OverlaidMap
    ? { base: map.base as ReadonlyMap<Key, Value>, replaced: [...map.replaced.keys()] as Key[] }
    : { base: map, replaced: [] };
}

/**
 * Makes a function that maps every entry of a map by `entryOf`, which has to return the same key for the same key; for
 * maps derived from one another by `withValue` it maps only the replaced entries, and its results are derived from one
 * another likewise.
 */
export function mappedBy<Key, Value extends object, OtherKey, OtherValue extends object>(
  entryOf: (value: Value, key: Key) => readonly [OtherKey, OtherValue],
): (map: ReadonlyMap<Key, Value>) => ReadonlyMap<OtherKey, OtherValue> {
  const known = new WeakMap<ReadonlyMap<Key, Value>, ReadonlyMap<OtherKey, OtherValue>>();
  const wholly = (map: ReadonlyMap<Key, Value>) => {
    const made = known.get(map);
    if (made) return made;
    const mapped = new Map<OtherKey, OtherValue>();
    map.forEach((value, key) => {
      mapped.set(...entryOf(value, key));
    });
    // Small maps are copied.
    if (map.size >= LARGE) known.set(map, mapped);
    return mapped;
  };
  return (map) => {
    if (!(map instanceof OverlaidMap)) return wholly(map);
    const replaced = new Map<OtherKey, OtherValue>();
    map.replaced.forEach((value: Value, key: Key) => {
      replaced.set(...entryOf(value, key));
    });
    return new OverlaidMap(wholly(map.base), replaced);
  };
}
