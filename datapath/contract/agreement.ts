import { hasPort, type PortList, portsOf } from '../../model/values/port-list.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import type { PuntedFrame } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import type { Trace } from '../trace/traced-frame.ts';
import type { PortFrame } from './harness.ts';
import { sameOctets } from './test-frame.ts';

/** Which member each conversation leaves a trunk by, as seen so far. */
export class Conversations {
  readonly #seen = new Map<string, PortNumber>();

  /**
   * Whether this frame left by the member that the conversation left by before. While members stay the same, so does the
   * choice.
   */
  keeps(members: PortList, frame: Uint8Array, port: PortNumber): boolean {
    const key = `${members} ${macAt(frame, 0)} ${macAt(frame, 6)}`;
    const before = this.#seen.get(key);
    this.#seen.set(key, port);
    return before === undefined || before === port;
  }
}

/**
 * Expected output of a datapath for one frame, octet by octet, one line each; a trunk's choice is taken from `left`.
 */
export function wantedTraffic(way: Trace, sent: PortFrame, left: readonly PortFrame[]): string[] {
  const lines: string[] = [];
  const chosen = new Set<PortNumber>();
  for (const { ports, frame } of way.departures) {
    const [lowest = 0] = portsOf(ports);
    const found = left.find((one) => hasPort(ports, one.port) && sameOctets(one.frame, frame));
    const port = found?.port ?? lowest;
    chosen.add(port);
    lines.push(lineOf({ port, frame }));
  }
  for (const { target, source, taken, frame } of way.copies) {
    if (taken === 'received' || chosen.has(source)) lines.push(lineOf({ port: target, frame }));
  }
  for (const { kind, vlan, frame } of way.punts) lines.push(puntLine({ port: sent.port, kind, vlan, frame }));
  return lines.sort();
}

/** Its actual output, in the same lines. */
export function seenTraffic(left: readonly PortFrame[], punted: readonly PuntedFrame[]): string[] {
  return [...left.map(lineOf), ...punted.map(puntLine)].sort();
}

function lineOf({ port, frame }: PortFrame): string {
  return `port ${port}: ${Buffer.from(frame).toString('hex')}`;
}

function puntLine({ kind, port, vlan, frame }: PuntedFrame): string {
  return `agent, ${kind} from port ${port} in VLAN ${vlan ?? 'none'}: ${Buffer.from(frame).toString('hex')}`;
}
