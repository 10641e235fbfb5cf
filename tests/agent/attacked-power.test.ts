import { afterEach, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import type { ScenarioInput } from '../../datapath/virtual/scenario/scenario.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import type { AgentClient } from './agent-client.ts';
import { poweredCameras } from './powered-cameras.ts';
import { startTestAgent, type TestAgent, type TestAgentOptions } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let path: ManagementPath | undefined;
let now = Date.UTC(2026, 5, 1, 12);

const scenario: ScenarioInput = { stations: poweredCameras };
/** The administrator comes by what port 2 powers. */
const BY_PORT_2 = { port: 2, vlan: 1, clientMac: '02-00-00-00-00-02' };
const ASKED = 8710;

async function begin(options: TestAgentOptions = {}): Promise<void> {
  path = undefined;
  now = Date.UTC(2026, 5, 1, 12);
  agent = await startTestAgent({ scenario, hostTime: () => now, locate: () => path, ...options });
  client = await agent.signedIn();
}

afterEach(() => agent.close());

const set = async (template: string, values: object) => (await client.set(template, values)).error;
const extended = (port: number, values: object) => ({
  Template: 'poePortExtEntry',
  pethPsePortIndex: port,
  ...values,
});
const batch = async (...calls: readonly object[]) =>
  (
    await client.call('BatchPost', {
      FuncName: 'test',
      calls: calls.map((params) => ({ method: 'CommonSet', params })),
    })
  ).error;
const statuses = async () =>
  ((await client.read('poePortState')) as { poePortStatus: number }[]).map(({ poePortStatus }) => poePortStatus);
const isPowered = async (port: number) => (await statuses())[port - 1] === 1;

describe('who comes in by a powered device is asked before', () => {
  test('other hours than those that he chose, and another address that is asked for an echo', async () => {
    await begin();
    const always = { timeRangeName: 'day', timeRangeStartTime: '00:00', timeRangeEndTime: '23:59' };
    expect((await set('timeRangeEntry', { ...always, RowStatus: 4 })).code).toBe(0);
    await set('poePortExtEntry', { pethPsePortIndex: 2, poePortTimeRange: 'day' });
    await set('pdAliveConfig', { pdAliveGlobalState: 1 });
    const watched = { pethPsePortIndex: 2, pdAliveState: 1, pdAliveIpAddress: '192.168.10.2' };
    expect((await set('pdAliveEntry', watched)).code).toBe(0);
    path = BY_PORT_2;
    // The hours hold now, and end in a minute.
    expect((await set('timeRangeEntry', { timeRangeName: 'day', timeRangeEndTime: '12:01' })).code).toBe(ASKED);
    expect((await set('pdAliveEntry', { ...watched, pdAliveIpAddress: '192.168.10.99' })).code).toBe(ASKED);
    expect((await set('pdAliveEntry', { ...watched, pdAliveInterval: 20 })).code).toBe(0);
    expect((await set('timeRangeEntry', { timeRangeName: 'day', timeRangeStartTime: '13:00' })).code).toBe(ASKED);
    expect(await isPowered(2)).toBe(true);
  });

  test('less than his device had: of the supply, of the port, of its turn', async () => {
    await begin();
    await set('poePortExtEntry', { pethPsePortIndex: 2, poePortLegacyPd: 1, poePortDelayPower: 1 });
    path = BY_PORT_2;
    const less: readonly [string, object][] = [
      ['poeSystemConfig', { poePowerThreshold: 74_000 }],
      ['poeSystemConfig', { poeAllocationMode: 2 }],
      ['poeSystemConfig', { poeDisconnectMethod: 2 }],
      ['poePortExtEntry', { pethPsePortIndex: 2, poePortLegacyPd: 2 }],
      ['poePortExtEntry', { pethPsePortIndex: 2, poePortDelayPower: 2 }],
      ['poePortExtEntry', { pethPsePortIndex: 2, poePortPowerLimitType: 6 }],
    ];
    for (const [template, values] of less)
      expect([values, (await set(template, values)).code]).toEqual([values, ASKED]);
    path = undefined;
    await set('poeSystemConfig', { poeDisconnectMethod: 2 });
    path = BY_PORT_2;
    const rank = (port: number, pethPsePortPowerPriority: number) =>
      set('pethPsePortEntry', { pethPsePortGroupIndex: 1, pethPsePortIndex: port, pethPsePortPowerPriority });
    expect((await rank(3, 1)).code).toBe(ASKED);
    // Among equals the lower number goes first: port 3 stays behind, port 1 comes before.
    expect((await rank(2, 2)).code).toBe(0);
    expect((await rank(3, 2)).code).toBe(0);
    expect((await rank(1, 2)).code).toBe(ASKED);
    expect((await rank(2, 3)).code).toBe(ASKED);
  });

  test('a batch that hides it among other changes, a restore, and his device started anew', async () => {
    await begin();
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const backup = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`)).text();
    path = BY_PORT_2;
    const off = {
      Template: 'pethPsePortEntry',
      pethPsePortGroupIndex: 1,
      pethPsePortIndex: 2,
      pethPsePortAdminEnable: 2,
    };
    const name = { Template: 'system', sysName: 'hidden' };
    expect((await batch(name, off)).code).toBe(ASKED);
    expect((await batch(name, { ...extended(2, { poePortRestart: 1 }) })).code).toBe(ASKED);
    expect(
      (
        await batch(
          { Template: 'timeRangeEntry', timeRangeName: 'n', RowStatus: 4 },
          extended(2, { poePortTimeRange: 'n' }),
        )
      ).code,
    ).toBe(ASKED);
    expect(Object(await client.read('system')).sysName).not.toBe('hidden');
    expect(await client.read('timeRangeEntry')).toEqual([]);
    const restored = backup.replace(
      '"pethPsePortIndex":2,"pethPsePortAdminEnable":1',
      '"pethPsePortIndex":2,"pethPsePortAdminEnable":2',
    );
    expect(restored).not.toBe(backup);
    const answer = await client.upload(RESTORE_UPLOAD, new Blob([restored]));
    expect(answer.error.message).toBe('');
    expect((await set('cfgTransferCtrl', { cfgConfirm: 2 })).code).toBe(ASKED);
    expect(await isPowered(2)).toBe(true);
  });
});

describe('a configuration with PoE', () => {
  test('comes back from its own backup whatever order its parts were set in', async () => {
    await begin();
    await set('timeRangeEntry', { timeRangeName: 'day', RowStatus: 4 });
    await set('poePortExtEntry', {
      pethPsePortIndex: 3,
      poePortTimeRange: 'day',
      poePortPowerLimitType: 6,
      poePortPowerLimit: 7700,
    });
    await set('pdAliveEntry', { pethPsePortIndex: 3, pdAliveIpAddress: '192.168.10.3', pdAliveState: 1 });
    // What is watched cannot become the switch itself afterwards.
    const taken = await set('ipIfSecondaryEntry', {
      ifIndex: 10_001,
      secondaryAddr: '192.168.10.3',
      secondaryMask: '255.255.255.0',
      RowStatus: 4,
    });
    expect(taken.code).not.toBe(0);
    const moved = await set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.3' });
    expect(moved.message).toContain('PD Alive watches 192.168.10.3 at port 3');
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const backup = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`)).text();
    await agent.close();
    await begin();
    expect((await client.upload(RESTORE_UPLOAD, new Blob([backup]))).error.message).toBe('');
    expect((await set('cfgTransferCtrl', { cfgConfirm: 2 })).message).toBe('');
  });

  test('has no time range less that something refers to, in a batch or by Delete All', async () => {
    await begin();
    await set('timeRangeEntry', { timeRangeName: 'day', RowStatus: 4 });
    await set('timeRangeEntry', { timeRangeName: 'night', RowStatus: 4 });
    await set('poePortExtEntry', { pethPsePortIndex: 3, poePortTimeRange: 'day' });
    const gone = { Template: 'timeRangeEntry', timeRangeName: 'day', RowStatus: 6 };
    expect((await batch(gone)).message).toContain('in use by port 3');
    await client.call('CommonDelAll', { Template: 'timeRangeEntry' });
    expect(await client.read('timeRangeEntry')).toMatchObject([{ timeRangeName: 'day' }]);
    expect((await batch(extended(3, { poePortTimeRange: 'night' }), gone)).code).not.toBe(0);
    expect((await batch(extended(3, { poePortTimeRange: '' }), gone)).code).toBe(0);
  });
});

describe('the supply', () => {
  test('is never overdrawn by what two sessions do to it at once, and what is lowered under what is drawn is taken from the last', async () => {
    await begin();
    const other = await agent.signedIn();
    await Promise.all([
      client.set('poeSystemConfig', { poePowerThreshold: 12_000 }),
      other.set('poeSystemConfig', { poeAllocationMode: 2 }),
      client.set('pethPsePortEntry', { pethPsePortGroupIndex: 1, pethPsePortIndex: 4, pethPsePortPowerPriority: 1 }),
      other.set('poeSystemConfig', { poeDisconnectMethod: 2 }),
    ]);
    const drawn = async () =>
      ((await client.read('poePortState')) as { poePortPower: number }[]).reduce(
        (sum, row) => sum + row.poePortPower,
        0,
      );
    expect(await drawn()).toBeLessThanOrEqual(12_000);
    expect(await isPowered(4)).toBe(true);
    expect((await statuses()).filter((one) => one === 6)).toHaveLength(2);
    await set('poeSystemConfig', { poePowerThreshold: 0, poeAllocationMode: 1 });
    expect((await statuses()).slice(1, 4)).toEqual([1, 1, 1]);
  });

  test('takes nothing that is none of it', async () => {
    await begin();
    const wrong: readonly [string, object][] = [
      ['pethPsePortEntry', { pethPsePortGroupIndex: 2, pethPsePortIndex: 2, pethPsePortAdminEnable: 2 }],
      ['pethPsePortEntry', { pethPsePortGroupIndex: 1, pethPsePortIndex: 2, pethPsePortDetectionStatus: 3 }],
      ['pethPsePortEntry', { pethPsePortGroupIndex: 1, pethPsePortIndex: 10, pethPsePortAdminEnable: 1 }],
      ['pethPsePortEntry', { pethPsePortGroupIndex: 1, pethPsePortIndex: 2, pethPsePortPowerPriority: 4 }],
      ['poePortExtEntry', { pethPsePortIndex: 2, poePortPowerLimit: 1050 }],
      ['poePortExtEntry', { pethPsePortIndex: 2, poePortRestart: 2 }],
      ['poePortExtEntry', { pethPsePortIndex: 2, poePortTimeRange: ' ' }],
      ['poeSystemConfig', { poePowerThreshold: 1 }],
      ['poeSystemConfig', { poePowerThreshold: 7050 }],
      ['poeSystemConfig', { poePowerThreshold: '7e3' }],
      ['poeSystemConfig', { poePowerLeft: 5 }],
      ['timeRangeEntry', { timeRangeName: '', RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'x'.repeat(33), RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a\u0000b', RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeStartTime: '24:00', RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeStartDate: '2026-02-30', RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeEndDate: '2038-01-01', RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeType: 2, RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeWeekdays: 0, RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeStartTime: '05:00', timeRangeEndTime: '05:00', RowStatus: 4 }],
      ['timeRangeEntry', { timeRangeName: 'a', timeRangeActive: 1, RowStatus: 4 }],
      ['pdAliveEntry', { pethPsePortIndex: 2, pdAliveIpAddress: '255.255.255.255' }],
      ['pdAliveEntry', { pethPsePortIndex: 2, pdAliveIpAddress: '224.0.0.1' }],
      ['pdAliveEntry', { pethPsePortIndex: 2, pdAliveIpAddress: '127.0.0.1' }],
      ['pdAliveEntry', { pethPsePortIndex: 2, pdAliveIpAddress: 'ff02::1' }],
      ['pdAliveEntry', { pethPsePortIndex: 2, pdAliveStatus: 2 }],
      ['pdAliveEntry', { pethPsePortIndex: 2, pdAliveInterval: 10.5 }],
    ];
    const taken = await Promise.all(
      wrong.map(async ([template, values]) => ((await set(template, values)).code === 0 ? { template, values } : [])),
    );
    expect(taken.flat()).toEqual([]);
  });
});
