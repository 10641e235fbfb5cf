import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLab } from '../namespaces/lab.ts';
import { EndAtProgram } from './end-at-program.ts';
import { LabAgent } from './lab-agent.ts';
import { confirmRestore, prepareRestore, putWhole, readWhole } from './restoring.ts';

/** Two hosts that talk while their switch is restarted, upgraded, killed and stopped. */

let agent: LabAgent;

beforeAll(async () => {
  agent = new LabAgent(await createLab({ ports: 3 }));
  for (const port of [2, 3]) await agent.lab.host(port).address(`10.0.0.${port}/24`);
  await agent.start();
  await agent.save();
  expect(await agent.lab.host(2).reaches('10.0.0.3', 20)).toBe(true);
}, 120_000);

afterAll(async () => {
  await agent?.stop();
  await agent?.lab.close();
});

/** Pings every 10 ms while `work` is done; resolves to how many were lost. */
async function lostDuring(work: () => Promise<void>): Promise<number> {
  const { namespace } = agent.lab.host(2);
  const ping = namespace.spawn('ping', ['-n', '-q', '-i', '0.01', '-W', '1', '10.0.0.3'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  ping.stdout?.on('data', (text: Buffer) => {
    said += text;
  });
  try {
    await work();
  } finally {
    const gone = once(ping, 'close');
    ping.kill('SIGINT');
    await gone;
  }
  const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(said) ?? [];
  expect(Number(sent)).toBeGreaterThan(20);
  return Number(sent) - Number(received);
}

/** How often the link of the host at this port went up or down. */
const linkChanges = async (port: number) =>
  Number(await agent.lab.host(port).namespace.exec('cat', '/sys/class/net/eth0/carrier_changes'));

/** The programs that run beside the switch's devices. */
const programs = () =>
  agent.lab.switch.exec('sh', '-c', `cat $(ip netns pids ${agent.lab.switch.name} | sed 's#.*#/proc/&/comm#') || true`);

describe('forwarding goes on, and no link goes down, while the agent', () => {
  it.each([
    ['is stopped in order and started again', () => agent.end()],
    ['is killed and started again', () => agent.kill()],
  ])('%s', async (_, ended) => {
    const before = await linkChanges(3);
    const lost = await lostDuring(async () => {
      await ended();
      await agent.start();
    });
    expect(lost).toBeLessThanOrEqual(1);
    expect(await linkChanges(3)).toBe(before);
  });

  it('is restarted from the console', async () => {
    const lost = await lostDuring(() => agent.restart());
    expect(lost).toBeLessThanOrEqual(1);
  });
});

it('has its daemons go before other programs of the host where it may, in their session and beside others', async () => {
  const inSwitch = (script: string) => agent.lab.switch.exec('sh', '-c', script);
  const isAllowed = (await inSwitch('nice -n -1 nice 2>&1')).trim() === '-1';
  const ofDaemons = (what: string) =>
    `for pid in $(ip netns pids ${agent.lab.switch.name}); do grep -q ^ovs /proc/$pid/comm && ${what}; done`;
  const wanted = isAllowed ? '-10' : '0';
  const niceness = await inSwitch(`(${ofDaemons('ps -L -o ni= -p $pid')}) || true`);
  expect(new Set(niceness.trim().split(/\s+/))).toEqual(new Set([wanted]));
  // A kernel without such shares has no such file.
  const shares = await inSwitch(
    `(${ofDaemons(`(cat /proc/$pid/autogroup || echo ${wanted}) | sed 's/.* //'`)}) || true`,
  );
  expect(new Set(shares.trim().split(/\s+/))).toEqual(new Set([wanted]));
});

describe('kill -9 in the middle of a restore leaves the old configuration or that of the backup, in file and forwarding,', () => {
  const ISOLATED = 20;
  const end = new EndAtProgram(['ip']);
  afterAll(() => end.remove());

  /** Puts a configuration in force; host 3 has a VLAN of its own in the new one. */
  async function put(age: number, name: string, vlan: number): Promise<void> {
    await putWhole(agent.client, age, name);
    await agent.set('dot1qPortVlanEntry', { dot1dBasePort: 3, dot1qPvid: vlan });
  }

  const picture = async () => `${await readWhole(agent.client)} ${await agent.lab.host(2).reaches('10.0.0.3', 0.5)}`;

  it.each<readonly [string, number, readonly string[]]>([
    ['at once', 0, ['111 old true', '222 new false']],
    ['before a program that the start with it runs', 3, ['222 new false']],
  ])('%s', async (_, program, expected) => {
    await agent.end();
    await agent.start(end.environment);
    const members = { dot1qVlanStaticEgressPorts: '3', RowStatus: 4 };
    if (program === 0) await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: ISOLATED, ...members });
    await put(222, 'new', ISOLATED);
    await prepareRestore(agent.client, async () => {
      await put(111, 'old', 1);
      await agent.save();
    });
    if (program > 0) end.before(program);
    void confirmRestore(agent.client).catch(() => {});
    await (program > 0 ? agent.ended() : agent.kill());
    end.never();
    await agent.start();
    expect(expected).toContain(await picture());
  });
});

describe('a stopped agent', () => {
  it('leaves the last plan forwarding', async () => {
    await agent.set('dot1qPortVlanEntry', { dot1dBasePort: 3, dot1qPvid: 1 });
    await agent.end();
    expect(await agent.lab.host(2).reaches('10.0.0.3', 1)).toBe(true);
    expect(await programs()).toContain('ovs-vswitchd');
  });

  it('is taken away whole by --remove, which may be repeated', async () => {
    expect(await agent.remove()).toBe('');
    expect(await agent.lab.host(2).reaches('10.0.0.3', 1)).toBe(false);
    expect(await programs()).not.toMatch(/ovs|node/);
    expect(await agent.lab.switch.ip('-br', 'link')).not.toMatch(/faceplate|ovs-/);
    expect(await agent.remove()).toBe('');
  });
});
