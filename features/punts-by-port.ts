import type { PuntMatch, PuntPlan } from '../datapath/punt.ts';
import { portBit } from '../model/values/port-list.ts';

/** The kind of the frames of `protocol` that come in by a port. */
function kindAt(protocol: string, port: number): string {
  return `${protocol} ${port}`;
}

/** The kinds of a protocol's frames, for `onFrame`. */
export function kindsByPort(protocol: string, ports: Iterable<number>): readonly string[] {
  return Array.from(ports, (port) => kindAt(protocol, port));
}

/**
 * The frames of a protocol that are taken at `control`, in a class for each port: a flood at one of them uses up no rate but
 * its own, so that neighbours at others are heard in time. `rate` is that of a port.
 */
export function puntsByPort(
  protocol: string,
  ports: Iterable<number>,
  match: PuntMatch,
  rate: number,
): ReadonlyMap<string, PuntPlan> {
  return new Map(
    Array.from(ports, (port): [string, PuntPlan] => [
      kindAt(protocol, port),
      { stage: 'control', action: 'take', rate, matches: [{ ...match, ports: portBit(port) }] },
    ]),
  );
}
