import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import { Host } from '../../../datapath/virtual/stations/host.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { padFrame, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { parseIcmpEcho } from '../../../protocols/frames/icmp.ts';
import { parseIpv4 } from '../../../protocols/frames/ipv4.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { freshCall } from '../../../tests/agent/fresh-call.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { closePort } from '../../network/physical-interface/slots.ts';

const CAMERA = '192.168.10.77';

let agent: TestAgent;
let client: AgentClient;
let path: ManagementPath | undefined;
/** Whether the camera at port 2 answers. */
let isAlive = true;
/** Pings that it left unanswered. */
let missed = 0;

const isPing = (frame: Uint8Array) => {
  const packet = parseIpv4(parseEthernet(frame)?.payload ?? new Uint8Array());
  return packet !== undefined && parseIcmpEcho(packet.payload) !== undefined;
};

beforeAll(async () => {
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
  const identity = { mac: '02-00-00-00-00-77', address: CAMERA, vlan: undefined, everyVlan: false };
  const host: Host = new Host(
    identity,
    (frame) => cable.send(padFrame(frame)),
    () => agent.clock.now(),
  );
  const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
  const receive = (frame: Uint8Array) => {
    if (isAlive) host.receive(frame);
    else if (isPing(frame)) missed += 1;
  };
  const cable = agent.attach(2, { ability, receive });
  agent.clock.advance(5_000);
});

afterAll(() => agent.close());

afterEach(async () => {
  isAlive = true;
  path = undefined;
  const { context } = agent.running;
  const rows = await client.read('pingWatchdogEntry');
  for (const { pingWatchdogIndex } of rows as { pingWatchdogIndex: number }[]) {
    await client.set('pingWatchdogEntry', { pingWatchdogIndex, RowStatus: 6 });
  }
  await client.set('managementGuard', { managementGuardTakeBack: 1 });
  await context.change(say('a test'), (configuration) => configuration);
});

const LINK_CYCLE = 5;

const quick = {
  pingWatchdogIndex: 1,
  pingWatchdogTarget: CAMERA,
  pingWatchdogInterval: 10,
  pingWatchdogFailCount: 1,
  pingWatchdogStartDelay: 30,
};

async function watch(change: object = {}): Promise<void> {
  expect((await client.set('pingWatchdogCtrl', { pingWatchdogState: 1 })).error.code).toBe(0);
  const { error } = await client.set('pingWatchdogEntry', { RowStatus: 4, ...quick, ...change });
  expect(error).toMatchObject({ code: 0 });
}

const row = async () => Object((await client.read('pingWatchdogEntry')) as unknown[]).at(0) as Record<string, unknown>;

/** Lets a second pass in small steps, so that frames come and go meanwhile. */
async function passSecond(): Promise<void> {
  for (let steps = 0; steps < 20; steps += 1) {
    agent.clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets time pass until the entry looks so. */
async function until(wanted: object): Promise<Record<string, unknown>> {
  for (let seconds = 0; seconds < 2_000; seconds += 1) {
    const present = await row();
    if (Object.entries(wanted).every(([column, value]) => present[column] === value)) return present;
    await passSecond();
  }
  throw new Error(`never ${JSON.stringify(wanted)}, but ${JSON.stringify(await row())}`);
}

const logged = () => agent.running.context.log.entries().map(({ message }) => message.text);
const isShut = () => agent.plans.at(-1)?.ports.get(2)?.admin === false;

describe('a watched host', () => {
  it('is alive while it answers, which is told when it does not, and when it does again', async () => {
    await watch();
    expect(await row()).toMatchObject({ pingWatchdogStatus: 2, pingWatchdogLastReply: '' });
    const alive = await until({ pingWatchdogStatus: 3 });
    expect(alive.pingWatchdogLastReply).toMatch(/^\d{4}-/);
    isAlive = false;
    await until({ pingWatchdogStatus: 5, pingWatchdogActions: 1 });
    expect(logged()).toContain('Ping Watchdog: {{address}} does not respond.');
    isAlive = true;
    await until({ pingWatchdogStatus: 3, pingWatchdogFails: 0 });
    expect(logged()).toContain('Ping Watchdog: {{address}} responds again.');
    await client.set('pingWatchdogCtrl', { pingWatchdogClear: 1 });
    expect(await row()).toMatchObject({ pingWatchdogStatus: 3, pingWatchdogActions: 0 });
  });

  it('has its port disabled for the off time, and enabled again', async () => {
    await watch({ pingWatchdogAction: LINK_CYCLE, pingWatchdogPort: 2, pingWatchdogOffTime: 3 });
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    await until({ pingWatchdogStatus: 5 });
    await expect.poll(isShut).toBe(true);
    isAlive = true;
    await until({ pingWatchdogStatus: 3 });
    expect(isShut()).toBe(false);
    expect(await row()).toMatchObject({ pingWatchdogActions: 1 });
  });

  it('has its port shown as err-disabled, which opens it as soon as it was disabled and enabled', async () => {
    const isErrDisabled = async () => ((await client.read('portCtrlEntry', { ifIndex: 2 })) as object[])[0];
    await watch({ pingWatchdogAction: LINK_CYCLE, pingWatchdogPort: 2, pingWatchdogOffTime: 120 });
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    await until({ pingWatchdogStatus: 5 });
    expect(await isErrDisabled()).toMatchObject({ portErrDisabled: 1 });
    expect((await client.set('ifEntry', { ifIndex: 2, ifAdminStatus: 2 })).error.code).toBe(0);
    expect((await client.set('ifEntry', { ifIndex: 2, ifAdminStatus: 1 })).error.code).toBe(0);
    await expect.poll(isShut).toBe(false);
    expect(await isErrDisabled()).toMatchObject({ portErrDisabled: 2 });
  });

  it('has its port open when the watchdog starts, whatever a run before has left', async () => {
    const { slots } = agent.running.context;
    closePort(slots, 'pingWatchdog', 2, true);
    await expect.poll(isShut).toBe(true);
    await watch({ pingWatchdogAction: LINK_CYCLE, pingWatchdogPort: 2 });
    await expect.poll(isShut).toBe(false);
  });

  it('is without power for the off time, and told of where that is chosen', async () => {
    const hold = () => agent.plans.at(-1)?.power.get(2)?.hold;
    await watch({ pingWatchdogAction: 4, pingWatchdogPort: 2, pingWatchdogOffTime: 3 });
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    await until({ pingWatchdogStatus: 5 });
    await expect.poll(hold).toBe('restart');
    isAlive = true;
    await until({ pingWatchdogStatus: 3 });
    expect([hold(), isShut()]).toEqual([undefined, false]);
    expect(logged()).toContain('Ping Watchdog: {{address}} does not respond.');
  });

  it('is left alone when the watchdog is disabled, and its port is enabled', async () => {
    await watch({ pingWatchdogAction: LINK_CYCLE, pingWatchdogPort: 2, pingWatchdogOffTime: 120 });
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    await until({ pingWatchdogStatus: 5 });
    await expect.poll(isShut).toBe(true);
    await client.set('pingWatchdogCtrl', { pingWatchdogState: 2 });
    await expect.poll(isShut).toBe(false);
    expect(await row()).toMatchObject({ pingWatchdogStatus: 1, pingWatchdogActions: 1 });
  });

  it('is left alone when its entry goes before it was found silent', async () => {
    await watch({ pingWatchdogAction: LINK_CYCLE, pingWatchdogPort: 2, pingWatchdogFailCount: 0 });
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    missed = 0;
    while (missed === 0) await passSecond();
    await client.set('pingWatchdogEntry', { pingWatchdogIndex: 1, RowStatus: 6 });
    for (let seconds = 0; seconds < 4; seconds += 1) await passSecond();
    expect(isShut()).toBe(false);
  });

  it('restarts the switch, but not within ten minutes of its start', async () => {
    const before = agent.reboots();
    await watch({ pingWatchdogAction: 6, pingWatchdogFailCount: 0 });
    expect(agent.running.context.power.upTime()).toBeLessThan(10 * 60_000);
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    await until({ pingWatchdogStatus: 4 });
    expect(agent.reboots()).toBe(before);
    await until({ pingWatchdogStatus: 5 });
    await expect.poll(agent.reboots).toBe(before + 1);
    expect(agent.running.context.power.upTime()).toBeGreaterThanOrEqual(10 * 60_000);
  });

  it('restarts nothing while a change waits to be confirmed', async () => {
    const before = agent.reboots();
    await watch({ pingWatchdogAction: 6, pingWatchdogFailCount: 0 });
    await until({ pingWatchdogStatus: 3 });
    path = { port: 1, vlan: 1, clientMac: '02-00-00-00-00-01' };
    const moved = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.201', Force: 1 };
    expect((await client.set('ipv4InterfaceEntry', moved)).error.code).toBe(0);
    path = undefined;
    isAlive = false;
    await until({ pingWatchdogStatus: 4 });
    expect(agent.running.context.guard.provisional()).toBeDefined();
    await until({ pingWatchdogStatus: 5 });
    expect(agent.running.context.guard.provisional()).toBeUndefined();
    await expect.poll(agent.reboots).toBe(before + 1);
  });

  it.each([0, 1, 3])('is pinged once, and again %i times, before something is done', async (retries) => {
    await watch({ pingWatchdogFailCount: retries });
    await until({ pingWatchdogStatus: 3 });
    isAlive = false;
    missed = 0;
    for (let fails = 1; fails <= retries; fails += 1) await until({ pingWatchdogStatus: 4, pingWatchdogFails: fails });
    expect(missed).toBe(retries);
    await until({ pingWatchdogStatus: 5, pingWatchdogActions: 1 });
    expect(missed).toBe(retries + 1);
  });
});

describe('the administrator', () => {
  it('is asked before his own port may be disabled', async () => {
    await client.set('pingWatchdogCtrl', { pingWatchdogState: 1 });
    path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-77' };
    const entry = { RowStatus: 4, ...quick, pingWatchdogAction: LINK_CYCLE, pingWatchdogPort: 2 };
    const asked = await freshCall(client, 'CommonSet', { Template: 'pingWatchdogEntry', ...entry });
    expect(asked).toMatchObject({ error: { code: ErrorCode.managementLoss } });
    expect((await client.set('pingWatchdogEntry', { ...entry, pingWatchdogPort: 3 })).error.code).toBe(0);
  });

  it.each([
    [{ pingWatchdogTarget: '192.168.10.200' }, '192.168.10.200 is an address of the switch itself.'],
    [{ pingWatchdogTarget: 'fe80::1' }, 'A link-local address cannot be monitored.'],
    [{ pingWatchdogTarget: '224.0.0.1' }, 'Invalid IPv4 address.'],
    [{ pingWatchdogAction: LINK_CYCLE }, 'This action needs a port.'],
    [{ pingWatchdogAction: 3 }, 'This action needs a port.'],
    [{ pingWatchdogAction: 4, pingWatchdogPort: 9 }, 'Port 9 powers no devices.'],
    [{ pingWatchdogAction: 6, pingWatchdogMaxActions: 0 }, 'Consecutive restarts need a limit.'],
    [{ pingWatchdogPort: 60 }, 'Port 60 does not exist.'],
  ])('is refused %j', async (change, message) => {
    const { error } = await client.set('pingWatchdogEntry', { RowStatus: 4, ...quick, ...change });
    expect(error.message).toContain(message);
  });

  it('watches a host once, and a port for one host', async () => {
    await watch({ pingWatchdogPort: 2 });
    const second = { RowStatus: 4, ...quick, pingWatchdogIndex: 2 };
    expect((await client.set('pingWatchdogEntry', second)).error.message).toContain('This target is already watched.');
    const other = { ...second, pingWatchdogTarget: '192.168.10.78', pingWatchdogPort: 2 };
    expect((await client.set('pingWatchdogEntry', other)).error.message).toContain(
      'Port 2 is already monitored by entry 1.',
    );
  });
});
