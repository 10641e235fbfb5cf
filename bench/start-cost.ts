import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAgentIn } from './agent.ts';
import { startBudget } from './budgets.ts';
import { processorTimeOf, type RunningProgram } from './child-process.ts';
import { startBareNode } from './node-baseline.ts';
import { type Ratio, ratioFigure, ratioOf } from './ratio.ts';
import type { Figure } from './table.ts';

/**
 * Processor time of a start until the agent listens, with what an earlier start left on flash, against that of a Node which does
 * nothing but listen.
 */
export async function startRatio(rounds: number): Promise<Ratio> {
  const data = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  try {
    // The very first start makes the device's keys and its account, which is done once in its life.
    await (await startAgentIn(data)).stop();
    return await ratioOf(
      {
        what: 'processor time of a start until it listens',
        floor: () => costOf(startBareNode()),
        ours: () => costOf(startAgentIn(data)),
        things: 1,
        budget: startBudget,
        // Every round is a process of its own: nothing stays warm but the files.
        warming: 1,
      },
      rounds,
      (work) => work(),
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** The same, for the table. */
export async function startCost(): Promise<Figure[]> {
  return [ratioFigure(await startRatio(11))];
}

/** Nanoseconds of processor time that a program has taken when it is ready; then it ends. */
async function costOf(starting: Promise<Pick<RunningProgram, 'pid' | 'stop'>>): Promise<number> {
  const { pid, stop } = await starting;
  const cost = processorTimeOf(pid) * 1e6;
  await stop();
  return cost;
}
