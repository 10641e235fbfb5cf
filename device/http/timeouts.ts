/** Milliseconds that the other end of a connection may take. */
export interface Timeouts {
  /** From the connection to the end of the TLS handshake, or to the first word of plain HTTP on a TLS port. */
  readonly handshake: number;
  /** For the whole head of a request, from its first octet, or from the connection for the first request on it. */
  readonly head: number;
  /** For a whole body that is no file and no long call. */
  readonly body: number;
  /** For a whole request, files and long calls of signed-in browsers among them. */
  readonly request: number;
  /** Between an answer and the next request. */
  readonly idle: number;
  /** Without an octet in either direction while an answer is made or taken, for a stranger. */
  readonly silence: number;
  /** The same for a known browser while its answer is made: its calls may take long to carry out. */
  readonly knownSilence: number;
  /** Between two looks for what took too long. */
  readonly check: number;
}

/** The timeouts outside of tests. */
export const defaultTimeouts: Timeouts = {
  handshake: 10_000,
  head: 10_000,
  body: 15_000,
  request: 600_000,
  idle: 75_000,
  silence: 30_000,
  knownSilence: 300_000,
  check: 1_000,
};
