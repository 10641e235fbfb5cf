import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { python } from '../tests/namespaces/python.ts';
import { type AgentSession, program, signIn, startAgentIn } from './agent.ts';
import { firstFrameBudget } from './budgets.ts';
import { needOpenVSwitch } from './driven-openvswitch.ts';
import { saveAll } from './full-configuration.ts';
import { type Figure, median } from './table.ts';
import { withDevices } from './veth.ts';
import { createVlans } from './vlan-change.ts';

const run = promisify(execFile);
const firstFrame = fileURLToPath(new URL('./first-frame.py', import.meta.url));

/** A model with 52 ports. */
const MODEL = 'TPE-5240WS';
const PORTS = 52;
const VLANS = 4000;
const RULES = 256;

/** Starts with either configuration, in turns. */
const ROUNDS = 3;

/**
 * From the start of the agent, and with it of Open vSwitch, until a frame passes from one port to another: with a full configuration,
 * and with the one that a switch has when it is new. Throws if this host cannot have it.
 */
export async function firstFrameOnOpenVSwitch(): Promise<Figure[]> {
  needOpenVSwitch();
  return withDevices(PORTS, async (names) => {
    const folder = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
    const [plain, full] = [join(folder, 'plain'), join(folder, 'full')];
    try {
      await prepared(plain, names, async () => {});
      await prepared(full, names, configure);
      const [bare, own]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        bare.push(await timeToFrame(plain, names));
        own.push(await timeToFrame(full, names));
      }
      const [floor, ours] = [median(bare), median(own)];
      return [
        {
          what: `start until frames pass, ${PORTS} ports × ${VLANS.toLocaleString('en')} VLANs × ${RULES} rules, Open vSwitch, against a new switch`,
          floor: `${(floor / 1000).toFixed(2)} s`,
          measured: `${(ours / 1000).toFixed(2)} s`,
          ratio: (ours / floor).toFixed(2),
          budget: `≤ ${firstFrameBudget / 1000} s`,
          holds: ours <= firstFrameBudget,
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Starts an agent with what is in `data`, lets `work` go on and be saved, and ends it with its Open vSwitch. */
async function prepared(
  data: string,
  names: readonly string[],
  work: (session: AgentSession) => Promise<void>,
): Promise<void> {
  const agent = await startOn(data, names);
  try {
    const session = await signIn(agent.origin);
    await work(session);
    await saveAll(session);
  } finally {
    await end(agent, data);
  }
}

function startOn(data: string, names: readonly string[]) {
  return startAgentIn(data, '--model', MODEL, '--datapath', 'openvswitch', '--ports', names.join(','));
}

/** Ends an agent, and the Open vSwitch that goes on without it. */
async function end(agent: { stop(): Promise<void> }, data: string): Promise<void> {
  await agent.stop();
  await run(program, ['--remove', '--data', data]);
}

async function configure(session: AgentSession): Promise<void> {
  await createVlans(session, 2, VLANS);
  const profile = { aclProfileId: 1, aclProfileUseEtherType: 1, RowStatus: 4 };
  await session.call('CommonSet', { Template: 'aclProfileEntry', ...profile });
  const calls = Array.from({ length: RULES }, (_, at) => ({
    method: 'CommonSet',
    params: {
      Template: 'aclRuleEntry',
      RowStatus: 4,
      aclProfileId: 1,
      aclRuleId: at + 1,
      aclRuleEtherType: (0x9000 + at).toString(16).toUpperCase(),
      aclRulePorts: `1-${PORTS}`,
      aclRuleAction: 2,
    },
  }));
  await session.call('BatchPost', { FuncName: 'Rules', calls });
}

/** Milliseconds from the start of an agent with what is in `data` until a frame passes from its first port to its second. */
async function timeToFrame(data: string, names: readonly string[]): Promise<number> {
  const frames = spawn(python, [firstFrame, `${names[0]}p`, `${names[1]}p`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: frames.stdout });
  try {
    await once(lines, 'line');
    const began = performance.now();
    const arrived = once(lines, 'line').then(() => performance.now() - began);
    const agent = await startOn(data, names);
    try {
      return await arrived;
    } finally {
      await end(agent, data);
    }
  } finally {
    frames.kill();
  }
}
