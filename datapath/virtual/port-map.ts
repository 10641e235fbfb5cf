import type { PortNumber } from '../plan.ts';

/** What is said of each port: the same map again as long as no port has another value, since many look at all of them every second. */
export class PortMap<Port extends { readonly number: PortNumber }, Value> {
  readonly #said: (port: Port) => Value;
  #last: ReadonlyMap<PortNumber, Value> = new Map();

  /** @param said gives the same value of a port as long as nothing has changed there. */
  constructor(said: (port: Port) => Value) {
    this.#said = said;
  }

  of(ports: readonly Port[]): ReadonlyMap<PortNumber, Value> {
    const last = this.#last;
    const stands = last.size === ports.length && ports.every((port) => last.get(port.number) === this.#said(port));
    if (!stands) this.#last = new Map(ports.map((port) => [port.number, this.#said(port)]));
    return this.#last;
  }
}
