/** Keeps an entry as the one used last; where there are more than `most`, the one that was not used for longest goes. */
export function keepLatest<Key, Kept>(entries: Map<Key, Kept>, key: Key, kept: Kept, most: number): void {
  entries.delete(key);
  entries.set(key, kept);
  if (entries.size <= most) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
