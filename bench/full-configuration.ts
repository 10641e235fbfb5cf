import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentSession, type RunningAgent, signIn, startAgentIn } from './agent.ts';
import { changeBudget, savedBudget } from './budgets.ts';
import { processorTimeOf } from './child-process.ts';
import { type Ratio, ratioFigure, ratioOf } from './ratio.ts';
import { type Figure, kilobytes, median } from './table.ts';
import { changeVlan, createVlans } from './vlan-change.ts';

/** A model with 52 ports. */
const MODEL = 'TPE-5240WS';

const VLANS = 4094;

/** Changes of one measurement: the kernel counts processor time more coarsely than one takes. */
const CHANGES = 8;

/** Saves that are measured. */
const SAVES = 5;

/** Milliseconds between two looks at whether a save is done. */
const LOOK = 20;

/**
 * A switch with 52 ports in 4,094 VLANs: the processor time of one VLAN change with its call, against reading the table of VLANs from
 * JSON and writing it once, which is what any way of changing it that looks at all of it costs; and what saving one change writes,
 * against the whole configuration.
 */
export async function fullConfigurationRatios(
  rounds: number,
): Promise<{ readonly change: Ratio; readonly saved: Ratio }> {
  const data = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  const agent = await startAgentIn(data, '--model', MODEL);
  try {
    const session = await signIn(agent.origin);
    await createVlans(session, 2, VLANS);
    const change = await changeRatio(agent, session, rounds);
    return { change, saved: await savedRatio(agent, session, data) };
  } finally {
    await agent.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** The same, for the table. */
export async function fullConfiguration(): Promise<Figure[]> {
  const { change, saved } = await fullConfigurationRatios(15);
  const { what, floor, ours, ratio, budget } = saved;
  return [
    ratioFigure(change),
    {
      what,
      floor: kilobytes(floor),
      measured: kilobytes(ours),
      ratio: ratio.toFixed(3),
      budget: `≤ ${budget}`,
      holds: ratio <= budget,
    },
  ];
}

function changeRatio(agent: RunningAgent, session: AgentSession, rounds: number): Promise<Ratio> {
  const members = Array.from({ length: VLANS }, (_, at) => ({ id: at + 1, name: `v${at + 1}`, members: '1-52' }));
  let at = 0;
  return ratioOf<Promise<number>>(
    {
      what: 'one VLAN change, 52 ports × 4,094 VLANs, virtual',
      floor: async () => {
        const before = process.cpuUsage();
        for (let time = 0; time < CHANGES; time += 1) JSON.parse(JSON.stringify(members));
        const { user, system } = process.cpuUsage(before);
        return (user + system) * 1000;
      },
      ours: async () => {
        const before = processorTimeOf(agent.pid);
        for (let time = 0; time < CHANGES; time += 1) {
          at += 1;
          await changeVlan(session, VLANS / 2, at);
        }
        return (processorTimeOf(agent.pid) - before) * 1e6;
      },
      things: CHANGES,
      budget: changeBudget,
    },
    rounds,
    (work) => work(),
  );
}

async function savedRatio(agent: RunningAgent, session: AgentSession, data: string): Promise<Ratio> {
  const written: number[] = [];
  for (let save = 0; save <= SAVES; save += 1) {
    await changeVlan(session, VLANS / 2, save);
    const before = octetsWrittenBy(agent.pid);
    await saveAll(session);
    // The first one writes everything.
    if (save > 0) written.push(octetsWrittenBy(agent.pid) - before);
  }
  const floor = statSync(join(data, 'flash', 'configuration-1.json')).size;
  const ours = median(written);
  return {
    what: 'octets written by saving one change, 52 ports × 4,094 VLANs',
    ...{ floor, ours, ratio: ours / floor, budget: savedBudget },
  };
}

/** Saves the configuration, and resolves once it is written. */
export async function saveAll(session: AgentSession): Promise<void> {
  await session.call('CommonSet', { Template: 'sysConfig', configOperConfigID: 1, configOper: 3 });
  while (JSON.stringify(await session.call('CommonGet', { Template: 'sysConfig' })).match(/"configOperStatus":(0|3|4)/))
    await new Promise((resolve) => setTimeout(resolve, LOOK));
}

/** Octets that a process has written so far, to files and sockets. */
function octetsWrittenBy(pid: number): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
