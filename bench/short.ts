import { callRatios } from './agent-figures.ts';
import { callsSoFar } from './budgets.ts';
import { frameRatios } from './frame-cost.ts';
import { fullConfigurationRatios } from './full-configuration.ts';
import { overBudget } from './ratio.ts';
import { startRatio } from './start-cost.ts';

const ROUNDS = 5;

/** Calls of one measurement. */
const CALLS = 500;

/** Measures the ratios that tests hold to their budgets; a line for each that is over. */
export async function shortBench(): Promise<string[]> {
  const full = async () => Object.values(await fullConfigurationRatios(ROUNDS));
  return [
    ...(await overBudget(() => frameRatios(ROUNDS))),
    ...(await overBudget(full)),
    ...(await overBudget(async () => [await startRatio(ROUNDS)])),
    ...(await overBudget(() => callRatios(ROUNDS, CALLS, callsSoFar))),
  ];
}
