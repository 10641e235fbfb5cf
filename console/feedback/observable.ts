/** A value that can be watched: what components subscribe to with `useSyncExternalStore`. */
export interface Observable<T> {
  get(): T;
  set(value: T): void;
  /** Calls `listener` after each change; answers how to stop. */
  subscribe(listener: () => void): () => void;
}

/** Makes an observable value that begins with `first`. */
export function observable<T>(first: T): Observable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
