/**
 * Tokens that identify the probes of one or a few rounds: 64 random bits for each port. Each port has its own, so that
 * receivers of one port's probes cannot forge another's; and none is valid for long, so that it is useless to keep one.
 */
export interface ProbeTokens {
  /** When they were drawn. */
  readonly since: number;
  readonly ofPort: ReadonlyMap<number, bigint>;
}

/** Milliseconds for which tokens stay the same at least: however often rounds begin, a probe may take that long to come back. */
const CONSTANT = 1000;

/** How many are believed: those of now and, as their last probes may still be under way, those of before. */
const BELIEVED = 2;

/**
 * The tokens of these ports from `now` on: new ones if a round `begins`, or a port has none yet. `draw` returns 64
 * unpredictable bits.
 */
export function tokensFrom(
  now: number,
  begins: boolean,
  tokens: readonly ProbeTokens[],
  ports: readonly number[],
  draw: () => bigint,
): readonly ProbeTokens[] {
  const [newest] = tokens;
  const lasts = newest && (!begins || now - newest.since < CONSTANT);
  if (lasts && ports.every((port) => newest.ofPort.has(port))) return tokens;
  const fresh = { since: now, ofPort: new Map(ports.map((port) => [port, draw()])) };
  return [fresh, ...tokens].slice(0, BELIEVED);
}

/** Whether a probe that says it was sent by `port` was. */
export function isBelieved(tokens: readonly ProbeTokens[], port: number, token: bigint): boolean {
  return tokens.some(({ ofPort }) => ofPort.get(port) === token);
}
