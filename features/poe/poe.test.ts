import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScenarioInput } from '../../datapath/virtual/scenario/scenario.ts';
import { englishOf } from '../../device/log/log.ts';
import { formatPortList, portListOf } from '../../model/values/port-list.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent, type TestAgentOptions } from '../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

afterEach(() => agent.close());

const camera = (port: number, power = 5000) => ({
  name: `camera ${port}`,
  port,
  mac: `02-00-00-00-00-0${port}`,
  address: `192.168.10.${port}`,
  power,
});
const cameras: ScenarioInput = { stations: [camera(2), camera(3), camera(4)] };

async function start(options: TestAgentOptions = {}): Promise<void> {
  agent = await startTestAgent({ scenario: cameras, ...options });
  client = await agent.signedIn();
}

const status = async (port: number) => {
  const rows = (await client.read('poePortState', { pethPsePortIndex: port })) as unknown as {
    poePortStatus: number;
  }[];
  return rows[0]?.poePortStatus;
};
const [ON, OFF, TIME_OFF, DENIED] = [1, 2, 3, 6];
const setPort = (port: number, values: object, force = {}) =>
  client.set('pethPsePortEntry', { pethPsePortGroupIndex: 1, pethPsePortIndex: port, ...values, ...force });
const extend = (port: number, values: object) => client.set('poePortExtEntry', { pethPsePortIndex: port, ...values });
const said = () => agent.running.context.log.entries().map(englishOf);

describe('the power of a port', () => {
  it('is told with its voltage and current: milliwatts, tenths of volts and milliamperes', async () => {
    await start();
    const [row] = (await client.read('poePortState', { pethPsePortIndex: 2 })) as unknown as Record<string, number>[];
    const { poePortPower = 0, poePortVoltage = 0, poePortCurrent } = row ?? {};
    // A camera of 5 W, and the 44 to 57 V of IEEE 802.3.
    expect(Math.round(poePortPower / 1000)).toBe(5);
    expect(Math.round(poePortVoltage / 100)).toBe(5);
    expect(poePortCurrent).toBe(Math.round(poePortPower / (poePortVoltage / 10)));
  });

  it('is there where the page has it, and the link of its device with it', async () => {
    await start();
    expect([await status(2), await status(5)]).toEqual([ON, OFF]);
    expect((await setPort(2, { pethPsePortAdminEnable: 2 })).error.code).toBe(0);
    expect(await status(2)).toBe(OFF);
    const link = async () => (await agent.running.context.datapath.portStates()).get(2)?.link;
    expect(await link()).toBe('down');
    await setPort(2, { pethPsePortAdminEnable: 1 });
    expect([await status(2), await link()]).toEqual([ON, 'up']);
  });

  it('is the whole supply by default, which the threshold names', async () => {
    await start();
    expect(await client.read('poeSystemConfig')).toMatchObject({ poePowerThreshold: 75_000 });
    expect((await client.set('poeSystemConfig', { poePowerThreshold: 0 })).error.code).toBe(0);
    expect([await status(2), await status(3), await status(4)]).toEqual([ON, ON, ON]);
  });

  it('goes to critical ports first where the threshold is lowered below what is used', async () => {
    await start();
    await setPort(4, { pethPsePortPowerPriority: 1 });
    await client.set('poeSystemConfig', { poePowerThreshold: 10_000 });
    expect([await status(2), await status(3), await status(4)]).toEqual([ON, DENIED, ON]);
    const [row] = (await client.read('pethPsePortEntry', { pethPsePortIndex: 3 })) as unknown as object[];
    expect(row).toMatchObject({ pethPsePortDetectionStatus: 4, pethPsePortPowerDeniedCounter: 1 });
  });

  it.each([
    ['poeSystemConfig', { poePowerThreshold: 75_100 }, 'Threshold exceeds the power supply of 75 W.'],
    ['poePortExtEntry', { pethPsePortIndex: 2, poePortTimeRange: 'night' }, 'Time range night does not exist.'],
  ])('is refused beyond what there is: %s %o', async (object, values, message) => {
    await start();
    const { error } = await client.set(object, values);
    expect(error.message).toBe(message);
  });

  const port = (number: number, values: object) => ({
    Template: 'pethPsePortEntry',
    ...{ pethPsePortGroupIndex: 1, pethPsePortIndex: number },
    ...values,
  });
  it.each([
    ['the threshold', [{ poePowerThreshold: 10_000 }], [4]],
    ['a threshold for one of them', [{ poePowerThreshold: 7000 }], [3, 4]],
    ['a threshold and a priority', [{ poePowerThreshold: 7000 }, port(4, { pethPsePortPowerPriority: 1 })], [2, 3]],
    ['its port that is switched off', [port(3, { pethPsePortAdminEnable: 2 })], [3]],
    ['its limit', [{ Template: 'poePortExtEntry', pethPsePortIndex: 2, poePortPowerLimitType: 2 }], [2]],
    ['nothing that is enough', [{ poePowerThreshold: 15_000 }, port(2, { pethPsePortPowerPriority: 1 })], []],
  ])('is told beforehand to be lost by %s, where it is lost then', async (_name, changes, losing) => {
    await start();
    const calls = changes.map((params) => ({
      method: 'CommonSet',
      params: { Template: 'poeSystemConfig', ...params },
    }));
    const batch = { FuncName: 'test', calls };
    const { result } = await client.call('BatchPost', { ...batch, DryRun: 1 });
    expect(Object(result).unpowered).toBe(losing.length > 0 ? formatPortList(portListOf(losing)) : undefined);
    const on = async () => (await Promise.all([2, 3, 4].map(status))).filter((state) => state === ON).length;
    expect(await on()).toBe(3);
    expect((await client.call('BatchPost', batch)).error.message).toBe('');
    for (const number of [2, 3, 4])
      expect((await status(number)) === ON, `port ${number}`).toBe(!losing.includes(number));
  });

  it('is no business of a switch without a supply', async () => {
    await start({ model: 'TEG-082WS' });
    const { error } = await client.set('poeSystemConfig', { poePowerThreshold: 8000 });
    expect(error.message).toBe('This switch has no Power over Ethernet.');
    expect(await client.read('pethPsePortEntry')).toEqual([]);
  });

  it('is taken from who works by it only when he insists', async () => {
    await start({ locate: () => ({ port: 2, vlan: 1, clientMac: '02-00-00-00-00-02' }) });
    const { error } = await setPort(2, { pethPsePortAdminEnable: 2 });
    expect([error.code, await status(2)]).toEqual([8710, ON]);
    expect(error.message).toContain('Port 2 of this session would no longer provide power.');
    const { error: threshold } = await client.set('poeSystemConfig', { poePowerThreshold: 8000 });
    expect(threshold.code).toBe(8710);
    await client.set('timeRangeEntry', { RowStatus: 4, timeRangeName: 'always' });
    expect((await extend(2, { poePortTimeRange: 'always' })).error.code).toBe(8710);
    await client.set('pdAliveConfig', { pdAliveGlobalState: 1 });
    const watched = { pethPsePortIndex: 2, pdAliveState: 1, pdAliveIpAddress: '192.168.10.2' };
    expect((await client.set('pdAliveEntry', watched)).error.code).toBe(8710);
    expect((await client.set('pdAliveEntry', { ...watched, pdAliveAction: 2 })).error.code).toBe(0);
    expect((await setPort(3, { pethPsePortAdminEnable: 2 })).error.code).toBe(0);
  });
});

describe('a time range', () => {
  const noon = Date.UTC(2026, 5, 1, 11, 58, 30);
  let now = noon;
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    agent.clock.advance(milliseconds);
    await vi.waitFor(() => Promise.resolve());
  };

  it('gives power in its hours alone, from the minute on that the clock shows', async () => {
    now = noon;
    await start({ hostTime: () => now });
    const range = { timeRangeName: 'day', timeRangeStartTime: '12:00', timeRangeEndTime: '12:01' };
    expect((await client.set('timeRangeEntry', { RowStatus: 4, ...range })).error.code).toBe(0);
    await extend(2, { poePortTimeRange: 'day' });
    expect([await status(2), await status(3)]).toEqual([TIME_OFF, ON]);
    await pass(90_000);
    await vi.waitFor(async () => expect(await status(2)).toBe(ON));
    expect(await client.read('timeRangeEntry')).toMatchObject([{ timeRangeActive: 1, timeRangePorts: '2' }]);
    await pass(120_000);
    await vi.waitFor(async () => expect(await status(2)).toBe(TIME_OFF));
    // A port that is off stays off in its hours.
    await setPort(2, { pethPsePortAdminEnable: 2 });
    expect(await status(2)).toBe(OFF);
    expect((await client.set('timeRangeEntry', { RowStatus: 6, timeRangeName: 'day' })).error.message).toMatch(
      /in use by port 2/,
    );
  });

  it('is not ended by the clock or its zone for who works by it, unless he insists', async () => {
    now = noon;
    let path: { port: number; vlan: number; clientMac: string } | undefined;
    await start({ hostTime: () => now, locate: () => path });
    const range = { timeRangeName: 'day', timeRangeStartTime: '11:00', timeRangeEndTime: '13:00' };
    await client.set('timeRangeEntry', { RowStatus: 4, ...range });
    expect((await extend(2, { poePortTimeRange: 'day' })).error.code).toBe(0);
    path = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-02' };
    const set = (values: object) => client.set('sysTimeCtrl', values);
    expect((await set({ hour: 12 })).error.code).toBe(0);
    const { error } = await set({ hour: 20 });
    expect(error.message).toContain('Port 2 of this session would no longer provide power.');
    expect((await set({ sysTimeZone: 38 })).error).toMatchObject({ code: 8710 });
    expect(await status(2)).toBe(ON);
    expect((await set({ hour: 20, Force: 1 })).error.code).toBe(0);
    await vi.waitFor(async () => expect(await status(2)).toBe(TIME_OFF));
    await client.set('managementGuard', { managementGuardTakeBack: 1 });
    await vi.waitFor(async () => expect(await status(2)).toBe(ON));
  });

  it('never takes power for a moment from a port that comes under one that holds', async () => {
    now = noon;
    await start({ hostTime: () => now });
    await client.set('timeRangeEntry', { RowStatus: 4, timeRangeName: 'always' });
    const before = agent.plans.length;
    await extend(2, { poePortTimeRange: 'always' });
    expect(agent.plans.slice(before).map(({ power }) => power.get(2)?.hold)).toEqual([]);
    expect(await status(2)).toBe(ON);
  });

  it('holds at any time while the clock was never set', async () => {
    now = 86_400_000;
    await start({ hostTime: () => now });
    await client.set('timeRangeEntry', { RowStatus: 4, timeRangeName: 'night', timeRangeEndTime: '00:01' });
    await extend(2, { poePortTimeRange: 'night' });
    expect(await status(2)).toBe(ON);
  });
});

describe('PD Alive', () => {
  const hanging: ScenarioInput = { ...cameras, faults: [{ kind: 'hang', station: 'camera 2', at: 60 }] };
  const watch = { pdAliveState: 1, pdAliveIpAddress: '192.168.10.2', pdAliveInterval: 10, pdAliveRetryCount: 1 };
  const row = async () => ((await client.read('pdAliveEntry', { pethPsePortIndex: 2 })) as unknown as object[])[0];
  /** Echo requests and their answers take turns of the event loop, whatever the clock shows. */
  const until = async (expected: object, step = 1000) => {
    await vi.waitFor(
      async () => {
        agent.clock.advance(step);
        expect(await row()).toMatchObject(expected);
      },
      { timeout: 20_000, interval: 1 },
    );
  };

  it('starts a device anew that answers no more, and leaves one alone that does', async () => {
    await start({ scenario: hanging });
    await client.set('pdAliveConfig', { pdAliveGlobalState: 1 });
    expect((await client.set('pdAliveEntry', { pethPsePortIndex: 2, ...watch })).error.code).toBe(0);
    await until({ pdAliveStatus: 2 });
    await until({ pdAliveStatus: 3 });
    await until({ pdAliveStatus: 4, pdAliveResetCount: 1 });
    await vi.waitFor(async () => expect(await status(2)).toBe(OFF));
    await until({ pdAliveStatus: 5 });
    await vi.waitFor(async () => expect(await status(2)).toBe(ON));
    await until({ pdAliveStatus: 2, pdAliveResetCount: 1 });
    expect(said()).toContain('PD Alive: 192.168.10.2 on port 2 does not respond.');
    await client.set('pdAliveEntry', { pethPsePortIndex: 2, pdAliveClear: 1 });
    expect(await row()).toMatchObject({ pdAliveResetCount: 0, pdAliveLastFailure: '' });
  });

  it('switches nothing on that is off for another reason, and counts that as no failure', async () => {
    await start({ scenario: hanging });
    await client.set('pdAliveConfig', { pdAliveGlobalState: 1 });
    await client.set('pdAliveEntry', { pethPsePortIndex: 2, ...watch });
    await until({ pdAliveStatus: 2 });
    await setPort(2, { pethPsePortAdminEnable: 2 });
    await until({ pdAliveStatus: 1 });
    for (let second = 0; second < 60; second += 1) agent.clock.advance(1000);
    expect(await row()).toMatchObject({ pdAliveStatus: 1, pdAliveResetCount: 0 });
    expect(await status(2)).toBe(OFF);
  });

  it('gives the power back when it is disabled in the middle of a reset', async () => {
    await start({ scenario: hanging });
    await client.set('pdAliveConfig', { pdAliveGlobalState: 1 });
    await client.set('pdAliveEntry', { pethPsePortIndex: 2, ...watch });
    await until({ pdAliveStatus: 4 });
    await client.set('pdAliveConfig', { pdAliveGlobalState: 2 });
    await vi.waitFor(async () => expect(await status(2)).toBe(ON));
  });

  it.each([
    [{ pdAliveState: 1 }, 'Enter the PD address before enabling.'],
    [{ pdAliveIpAddress: '192.168.10.200' }, "The PD address is one of the switch's own."],
    [{ pdAliveIpAddress: 'fe80::1' }, 'The PD address must not be link-local: it would need a VLAN.'],
  ])('refuses %o', async (values, message) => {
    await start();
    expect((await client.set('pdAliveEntry', { pethPsePortIndex: 2, ...values })).error.message).toBe(message);
  });
});
