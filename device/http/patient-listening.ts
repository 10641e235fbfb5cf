import type { Listener } from './listener.ts';

/** Milliseconds between two tries. */
const RETRY = 1000;

/** Callbacks for the progress of listening. */
export interface ListeningFollower {
  /** Whether the address is to be listened on still. */
  wanted(): boolean;
  /** It cannot be listened on now, and is retried; reported once for each reason in a row. */
  refused(error: unknown): void;
}

/**
 * Listens on an address as soon as possible: the host may not have it yet, or another process may use its port. A
 * switch forwards whether it can be managed or not, so this never gives up. Resolves to the port; undefined once it is
 * no longer wanted.
 */
export async function listenPatiently(
  listener: Listener,
  port: number,
  host: string,
  follower: ListeningFollower,
): Promise<number | undefined> {
  let told: unknown;
  while (follower.wanted()) {
    try {
      const taken = await listener.listen(port, host);
      if (follower.wanted()) return taken;
      // It went while the socket was opened.
      listener.leave(port, host);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? error.code : String(error);
      if (reason !== told) follower.refused(error);
      told = reason;
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
  return undefined;
}
