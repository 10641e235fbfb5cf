import { NO_PORTS, type PortList, portBit } from '../../../model/values/port-list.ts';
import { macAt, putMac, putUint16, uint16At } from '../../../protocols/frames/addresses.ts';

/** The destination of probes: an unused group, which every bridge floods. */
export const PROBE_GROUP = '03-00-5E-00-53-01';

/** IEEE Std 802 local experimental EtherType 1. */
export const PROBE_ETHER_TYPE = 0x88b5;

const PORT_OFFSET = 14;
const SHORTEST_FRAME = 60;

/** How long a port is kept closed after the last sign of a loop, and before it is used for the first time: three probes. */
export const PROBE_MILLISECONDS = 2000;
const QUIET_MILLISECONDS = 3 * PROBE_MILLISECONDS;

/** A frame that comes back wherever the network joins two ports of the switch with address `mac`. */
export function buildProbe(mac: string, port: number): Uint8Array {
  const frame = new Uint8Array(SHORTEST_FRAME);
  putMac(frame, 0, PROBE_GROUP);
  putMac(frame, 6, mac);
  putUint16(frame, 12, PROBE_ETHER_TYPE);
  putUint16(frame, PORT_OFFSET, port);
  return frame;
}

/** The port by which the switch with address `mac` sent a probe; undefined for what is not one of its own. */
export function probedPort(mac: string, frame: Uint8Array): number | undefined {
  if (frame.length < PORT_OFFSET + 2 || uint16At(frame, 12) !== PROBE_ETHER_TYPE || macAt(frame, 6) !== mac) {
    return undefined;
  }
  return uint16At(frame, PORT_OFFSET);
}

/**
 * Keeps ports closed that the network connects without the switch's knowledge: spanning tree does not see it if the
 * neighbor does not run it. Ports are those that represent a bridge port; times are milliseconds.
 */
export class LoopWatch {
  readonly #closedUntil = new Map<number, number>();

  /** The port has a link again: it is closed until nothing was heard for a while. */
  begin(port: number, now: number): void {
    this.#closedUntil.set(port, now + QUIET_MILLISECONDS);
  }

  /** A probe of port `from` was heard at port `at`: one of them stays closed, or becomes so. */
  heard(from: number, at: number, now: number): void {
    if (from === at) return;
    const [former, later] = from < at ? [from, at] : [at, from];
    const closed = !this.#isClosed(later, now) && this.#isClosed(former, now) ? former : later;
    this.#closedUntil.set(closed, now + QUIET_MILLISECONDS);
  }

  /** The ports that are closed. */
  closed(now: number): PortList {
    let list = NO_PORTS;
    for (const port of this.#closedUntil.keys()) if (this.#isClosed(port, now)) list |= portBit(port);
    return list;
  }

  #isClosed(port: number, now: number): boolean {
    return now < (this.#closedUntil.get(port) ?? 0);
  }
}
