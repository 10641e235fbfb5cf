/** Passes an event to all listeners. A listener that throws affects neither the others nor the caller. */
export class Listeners<Event> {
  readonly #listeners = new Set<{ tell(event: Event): void }>();
  readonly #failed: (error: unknown) => void;

  /** @param failed is called with what a listener threw. */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Adds a listener; the function given back takes it away again. */
  add(listener: (event: Event) => void): () => void {
    const entry = { tell: listener };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  tell(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener.tell(event);
      } catch (error) {
        this.#failed(error);
      }
    }
  }
}
