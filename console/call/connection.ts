/**
 * Whether the device answers. Every request reports it here; the layouts show a banner while it does not, and polling
 * continues, so that the connection is found again.
 */
type Listener = () => void;

let lostSince: number | undefined;
const listeners = new Set<Listener>();

/** Milliseconds since 1970 of the first request without an answer; undefined while the device answers. */
export function connectionLostSince(): number | undefined {
  return lostSince;
}

/** Calls `listener` when the connection is lost or comes back; answers how to stop. */
export function onConnectionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A request was answered. */
export function noteAnswer(): void {
  if (lostSince === undefined) return;
  lostSince = undefined;
  tell();
}

/** A request was not answered. */
export function noteNoAnswer(now: number): void {
  if (lostSince !== undefined) return;
  lostSince = now;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
