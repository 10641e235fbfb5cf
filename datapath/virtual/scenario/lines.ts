import type { PortNumber } from '../../plan.ts';
import type { VirtualDatapath } from '../virtual-datapath.ts';
import { type Random, wholeAround } from './random.ts';
import type { ScenarioFault } from './scenario.ts';

/** Damaged frames a second on a line whose two ends run different duplex. */
const MISMATCH_RATE = 3;
/** Collisions a second on a half-duplex line in use. */
const COLLISION_RATE = 0.4;

/** Adds to the error counters what the lines at `ports` do in `seconds`: bad cables, collisions, duplex mismatches. */
export function playLines(
  chassis: Pick<VirtualDatapath, 'line' | 'countErrors'>,
  ports: Iterable<PortNumber>,
  faults: Iterable<ScenarioFault>,
  seconds: number,
  random: Random,
): void {
  for (const port of ports) {
    const line = chassis.line(port);
    if (line?.mismatch) {
      const damaged = wholeAround(MISMATCH_RATE * seconds, random);
      if (line.duplex === 'full') chassis.countErrors(port, { fcsErrors: damaged, fragments: damaged });
      else chassis.countErrors(port, { lateCollisions: damaged });
    } else if (line?.duplex === 'half') {
      const single = wholeAround(COLLISION_RATE * seconds, random);
      const multiple = wholeAround((COLLISION_RATE / 4) * seconds, random);
      const errors = { singleCollisions: single, multipleCollisions: multiple, deferredTransmissions: single };
      chassis.countErrors(port, errors);
    }
  }
  for (const fault of faults) {
    if (fault.kind !== 'badCable') continue;
    const damaged = wholeAround(fault.rate * seconds, random);
    const misaligned = wholeAround(damaged / 5, random);
    chassis.countErrors(fault.port, { fcsErrors: damaged - misaligned, alignmentErrors: misaligned });
  }
}
