import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { python } from '../tests/namespaces/python.ts';
import { type AgentSession, signIn, startAgent } from './agent.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import type { Figure } from './table.ts';
import { withDevices } from './veth.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./stations.py', import.meta.url));

/** A model with 52 ports. */
const MODEL = 'TPE-5240WS';
const PORTS = 52;

/** Stations, and how many appear a second. */
const STATIONS = 16_000;
const RATE = 2_000;

/** Milliseconds after the last frame until learned addresses are counted: what sockets hold then is worked off. */
const SETTLING = 2_000;

/** The share of the stations that has to be learned in the first round. */
const BUDGET = 0.99;

/** How many stations Open vSwitch learns that appear on 52 ports, each with a single frame. Throws if this host cannot have it. */
export async function learningOnOpenVSwitch(): Promise<Figure[]> {
  needOpenVSwitch();
  const { learned, inTheEnd, later } = await withDevices(PORTS, learnedAt);
  const share = learned / STATIONS;
  return [
    {
      what: `stations learned at ${RATE} a second on ${PORTS} ports, openvswitch`,
      floor: String(STATIONS),
      measured: String(learned),
      ratio: share.toFixed(3),
      budget: `≥ ${BUDGET}`,
      holds: share >= BUDGET,
    },
    {
      what: `the same once no more are learned, ${(later / 1000).toFixed(0)} s after the last frame`,
      floor: String(STATIONS),
      measured: String(inTheEnd),
      ratio: (inTheEnd / STATIONS).toFixed(3),
      budget: '',
    },
  ];
}

/** Addresses that are there after `SETTLING`, and in the end, with the milliseconds until then. */
async function learnedAt(
  names: readonly string[],
): Promise<{ readonly learned: number; readonly inTheEnd: number; readonly later: number }> {
  const agent = await startAgent('--model', MODEL, '--datapath', 'openvswitch', '--ports', names.join(','));
  try {
    const session = await signIn(agent.origin);
    const before = await rowsOf(session);
    await run(python, [program, String(STATIONS), String(RATE), ...names.map((name) => `${name}p`)]);
    const ended = performance.now();
    await sleep(SETTLING);
    const learned = (await rowsOf(session)) - before;
    let [inTheEnd, later] = [learned, SETTLING];
    for (;;) {
      await sleep(SETTLING);
      const now = (await rowsOf(session)) - before;
      if (now <= inTheEnd) return { learned, inTheEnd, later };
      [inTheEnd, later] = [now, performance.now() - ended];
    }
  } finally {
    await agent.stop();
  }
}

/** Rows of the address table. */
async function rowsOf(session: AgentSession): Promise<number> {
  const rows = await session.call('CommonGet', { Template: 'dot1qTpFdbEntry' });
  return Array.isArray(rows) ? rows.length : 0;
}
