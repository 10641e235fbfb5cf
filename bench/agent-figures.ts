import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { callForm, type RunningAgent, signIn, startAgent, startAgentIn } from './agent.ts';
import { callBudget, latencyBudget } from './budgets.ts';
import { memoryOf, processorTimeOf, startNode } from './child-process.ts';
import { requestsPerSecond } from './load.ts';
import { nodeBaseline } from './node-baseline.ts';
import { slowestOfBoth } from './open-loop.ts';
import { type Ratio, ratioFigure, ratioOf } from './ratio.ts';
import { type Figure, kilobytes, median, megabytes } from './table.ts';

const bareServer = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));

/** Milliseconds that the agent has to come to rest after its start; it gives memory back after ten seconds. */
const REST = 12_000;

const MEMORY_BUDGET = 22e6;
const START_BUDGET = 250;

const STARTS = 5;

/** Calls until the compiler is done with both sides, and pairs of measurements after that. */
const WARMING = 5000;
const RATE_ROUNDS = 15;

/** Memory at rest and cold start of the agent on the default switch, above what Node itself needs. */
export async function footprint(): Promise<Figure[]> {
  const baseline = await nodeBaseline();
  const data = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  const startTimes: number[] = [];
  const memories: number[] = [];
  try {
    // The very first start makes the device's keys and its account, which is done once in its life.
    await (await startAgentIn(data)).stop();
    for (let run = 0; run < STARTS; run += 1) {
      const agent = await startAgentIn(data);
      startTimes.push(agent.startTime);
      await sleep(REST);
      memories.push(memoryOf(agent.pid));
      await agent.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  const memory = median(memories) - baseline.memory;
  const start = median(startTimes) - baseline.startTime;
  return [
    {
      what: `agent memory at rest, above Node's ${megabytes(baseline.memory)}`,
      measured: megabytes(memory),
      budget: `≤ ${megabytes(MEMORY_BUDGET)}`,
      holds: memory <= MEMORY_BUDGET,
    },
    {
      what: `agent start to listening, above Node's ${baseline.startTime.toFixed(0)} ms`,
      measured: `${start.toFixed(0)} ms`,
      budget: `≤ ${START_BUDGET} ms`,
      holds: start <= START_BUDGET,
    },
  ];
}

/** Remote calls a second, against the bare HTTP library answering the same request with the same body. */
export async function callRate(agent: RunningAgent): Promise<Figure[]> {
  const session = await signIn(agent.origin);
  const params = { Template: 'sysSystemCtrl', WebAuthenRequestState: 'Disable' };
  const body = callForm(session.gambit, 'CommonGet', params).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: session.cookie };
  const reply = await fetch(`${agent.origin}/iss/specific/rpc.js`, { method: 'POST', headers, body });
  const answer = await reply.text();
  const bare = await startNode([bareServer, answer], /^Listening on http:\/\/127\.0\.0\.1:(\d+)/, {
    NODE_ENV: 'production',
  });
  const load = { path: '/iss/specific/rpc.js', headers, body, connections: 16 };
  const rates = { agent: [] as number[], bare: [] as number[] };
  const sides = [
    [rates.agent, agent.port],
    [rates.bare, Number(bare.captured)],
  ] as const;
  let slowest: [number, number];
  try {
    for (const [, port] of sides) await requestsPerSecond({ ...load, port, requests: WARMING });
    // In short turns, each side first in every other one, so that whatever else this machine does weighs on both.
    for (let round = 0; round < RATE_ROUNDS; round += 1) {
      for (const [found, port] of round % 2 === 0 ? sides : sides.toReversed()) {
        found.push(await requestsPerSecond({ ...load, port, requests: 1500 }));
      }
    }
    const open = { ...load, connections: 64, requests: 3000, rate: 1000 };
    slowest = await slowestOfBoth({ ...open, port: agent.port }, { ...open, port: Number(bare.captured) }, 5);
  } finally {
    await bare.stop();
  }
  const share = median(rates.agent.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN)));
  const [ours, floor] = slowest;
  return [
    {
      what: `remote calls a second (bare library: ${median(rates.bare).toFixed(0)})`,
      measured: `${median(rates.agent).toFixed(0)}, ${(share * 100).toFixed(0)} %`,
      budget: '≥ 50 %',
      holds: share >= 0.5,
    },
    {
      what: '99th percentile at 1,000 calls a second, open loop',
      floor: `${floor.toFixed(1)} ms`,
      measured: `${ours.toFixed(1)} ms`,
      ratio: (ours / floor).toFixed(2),
      budget: `≤ ${latencyBudget}`,
      holds: ours / floor <= latencyBudget,
    },
  ];
}

/** Processor time of calls, against the bare library answering the same request with the same body. */
export async function callCost(): Promise<Figure[]> {
  return (await callRatios(7, 500, callBudget)).map(ratioFigure);
}

/** The same, with so many calls in each of so many rounds, as ratios. */
export async function callRatios(
  rounds: number,
  requests: number,
  budgets: Readonly<Record<keyof typeof callBudget, number>>,
): Promise<Ratio[]> {
  const agent = await startAgent('--model', 'TPE-5240WS');
  try {
    const session = await signIn(agent.origin);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: session.cookie };
    const answerTo = async (body: string) =>
      (await fetch(`${agent.origin}/iss/specific/rpc.js`, { method: 'POST', headers, body })).text();
    const read = (Template: string) => ({ Template, WebAuthenRequestState: 'Disable' });
    const form = (method: string, params: object) => callForm(session.gambit, method, params).toString();
    const poll = (Known: string) => form('BatchGet', { reads: [{ ...read('dot1qPortVlanEntry'), Known }] });
    const tag = /"tag":"([^"]+)"/.exec(await answerTo(poll('none')))?.[1] ?? '';
    const calls: readonly (readonly [what: string, body: string, budget: number])[] = [
      ['small answer', form('CommonGet', read('sysSystemCtrl')), budgets.small],
      ['table as configured', form('CommonGet', read('dot1qPortVlanEntry')), budgets.table],
      ['poll with nothing new', poll(tag), budgets.poll],
      ['table of counters', form('CommonGet', read('dot3StatsEntry')), budgets.counters],
    ];
    const ratios: Ratio[] = [];
    for (const [what, body, budget] of calls) {
      const answer = await answerTo(body);
      const bare = await startNode([bareServer, answer], /^Listening on http:\/\/127\.0\.0\.1:(\d+)/, {
        NODE_ENV: 'production',
      });
      const load = { path: '/iss/specific/rpc.js', headers, body, connections: 8, requests };
      const work = async (pid: number, port: number) => {
        const before = processorTimeOf(pid);
        await requestsPerSecond({ ...load, port });
        return (processorTimeOf(pid) - before) * 1e6;
      };
      const compared = {
        what: `processor time of a call, ${what} (${kilobytes(answer.length)})`,
        floor: () => work(bare.pid, Number(bare.captured)),
        ours: () => work(agent.pid, agent.port),
        things: load.requests,
        budget,
      };
      try {
        ratios.push(await ratioOf(compared, rounds, (measured) => measured()));
      } finally {
        await bare.stop();
      }
    }
    return ratios;
  } finally {
    await agent.stop();
  }
}
