import type { Requests, SnoopingState } from './state.ts';

/** Requests of a port that are remembered; a flood at one port makes none of another be forgotten. */
const REQUESTS_OF_PORT = 64;

/** Milliseconds for which an answer is waited for, that of a server behind slow relays too. */
const PATIENCE = 60_000;

/** The key of a client's exchange with servers: "10 00-11-22-AA-BB-CC 4711". */
export function transactionKey(vlan: number, mac: string, transaction: number): string {
  return `${vlan} ${mac} ${transaction}`;
}

/** The requests with one more; the oldest of its port, and unanswered ones, are forgotten for it. */
export function withRequest(
  requests: SnoopingState['requests'],
  port: number,
  key: string,
  now: number,
): SnoopingState['requests'] {
  const waiting = [...(requests.get(port) ?? [])].filter(([other, at]) => other !== key && at > now - PATIENCE);
  const kept: Requests = new Map([...waiting.slice(-(REQUESTS_OF_PORT - 1)), [key, now]]);
  return new Map(requests).set(port, kept);
}

/** The bridge port that waits for an answer to this; of several the one that asked last. Undefined where none does. */
export function portWaiting(requests: SnoopingState['requests'], key: string, now: number): number | undefined {
  let found: { readonly port: number; readonly at: number } | undefined;
  for (const [port, waiting] of requests) {
    const at = waiting.get(key);
    if (at !== undefined && at > now - PATIENCE && at >= (found?.at ?? at)) found = { port, at };
  }
  return found?.port;
}
