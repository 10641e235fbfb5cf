/** Puts a value in, or back in, as the latest; where there are more than `limit` then, what was put in longest ago makes room. */
export function putLatest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, limit: number): void {
  map.delete(key);
  map.set(key, value);
  const [longestAgo] = map.keys();
  if (longestAgo !== undefined && map.size > limit) map.delete(longestAgo);
}
