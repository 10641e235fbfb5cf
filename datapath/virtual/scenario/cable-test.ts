import type { CablePair } from '../../datapath.ts';
import type { PortNumber } from '../../plan.ts';
import type { Scenario } from './scenario.ts';

const PAIRS = [1, 2, 3, 4];

/** Metres of the cables that a scenario says nothing of: somewhere between the shortest and the longest. */
const LENGTHS = { least: 3, spread: 47, step: 17 };

/** The result of a test of a port's cable, by the scenario's wiring; `isCabled` says whether anything is connected. */
export function testedCable({ wiring }: Scenario, port: PortNumber, isCabled: boolean): readonly CablePair[] {
  const wire = wiring.find((one) => one.port === port);
  if (wire) {
    const { metres, fault, pairs } = wire;
    return PAIRS.map((pair) => ({ status: fault && pairs.includes(pair) ? fault : 'ok', metres }));
  }
  if (!isCabled) return PAIRS.map(() => ({ status: 'noCable', metres: undefined }));
  const metres = LENGTHS.least + ((port * LENGTHS.step) % LENGTHS.spread);
  return PAIRS.map(() => ({ status: 'ok', metres }));
}

/** The ports whose cable lets no link come up. */
export function brokenCables({ wiring }: Scenario): ReadonlySet<PortNumber> {
  const broken = wiring.filter(({ fault }) => fault === 'open' || fault === 'short');
  return new Set(broken.map(({ port }) => port));
}
