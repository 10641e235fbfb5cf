const LARGEST_PORT = 65_535;

/** The port that a service takes which is set to `port`: `offset` above it, as long as there is such a port. */
export function movedPort(port: number, offset: number): number {
  return port + offset > LARGEST_PORT ? port : port + offset;
}
