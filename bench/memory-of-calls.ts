import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentSession, type RunningAgent, signIn, startAgent } from './agent.ts';
import { memoryBudget } from './budgets.ts';
import { memoryOf } from './child-process.ts';
import { nodeBaseline } from './node-baseline.ts';
import { type Figure, megabytes } from './table.ts';

/** A model with 52 ports. */
const MODEL = 'TPE-5240WS';

/** Reads of one table, after which the agent is left alone so long. */
const READS = 3000;
const ALONE = 60_000;

/** Tables that an open page asks for, and how often, for so many turns: two minutes. */
const TABLES = [
  'ifEntry',
  'dot3StatsEntry',
  'dot1qPortVlanEntry',
  'dot1qVlanStaticEntry',
  'dot1qTpFdbEntry',
  'sysSystemCtrl',
];
const INTERVAL = 2000;
const TURNS = 60;

/** Memory above Node's own a minute after many reads of a table, and after polls as of an open page. */
export async function memoryOfCalls(): Promise<Figure[]> {
  const baseline = (await nodeBaseline()).memory;
  const [read, polled] = await Promise.all([
    measuredAfter(async (session) => {
      for (let call = 0; call < READS; call += 1) await session.call('CommonGet', { Template: 'dot1qPortVlanEntry' });
      await sleep(ALONE);
    }),
    measuredAfter(async (session) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const Template of TABLES) await session.call('CommonGet', { Template });
        await sleep(INTERVAL);
      }
    }),
  ]);
  const figure = (what: string, memory: number): Figure => ({
    what: `agent memory ${what}, above Node's ${megabytes(baseline)}`,
    measured: megabytes(memory - baseline),
    budget: `≤ ${megabytes(memoryBudget)}`,
    holds: memory - baseline <= memoryBudget,
  });
  return [
    figure(`a minute after ${READS.toLocaleString('en')} reads of a table`, read),
    figure(`with ${TABLES.length} tables polled every two seconds, after two minutes`, polled),
  ];
}

/** Octets that an agent holds after `work`. */
async function measuredAfter(work: (session: AgentSession) => Promise<void>): Promise<number> {
  const agent: RunningAgent = await startAgent('--model', MODEL);
  try {
    await work(await signIn(agent.origin));
    return memoryOf(agent.pid);
  } finally {
    await agent.stop();
  }
}
