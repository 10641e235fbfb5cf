import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
/** Where sessions come in; undefined for past the switch. */
let path: ManagementPath | undefined;
let refusal: Error | undefined;

const begin = (directory?: string) =>
  startTestAgent({
    ...(directory && { directory }),
    locate: () => path,
    beforeApply() {
      if (refusal) throw refusal;
    },
  });

beforeAll(async () => {
  agent = await begin();
});
afterEach(() => {
  path = undefined;
  refusal = undefined;
});
afterAll(() => agent.close());

const readAll = async (client: Awaited<ReturnType<TestAgent['signedIn']>>) => {
  const read = async (Template: string) => (await client.call('CommonGet', { Template })).result;
  return {
    mode: await read('aSVViewMode'),
    surveillance: await read('aSVGlobal'),
    loops: await read('sysLBD'),
    snmp: await read('snmpAgentCtrl'),
    syslog: await read('syslogCtrl'),
  };
};

test('entering the Surveillance Mode enables what it needs for who enters it, in one change; leaving it changes no more than the mode', async () => {
  const client = await agent.signedIn();
  expect(await readAll(client)).toMatchObject({
    surveillance: { aSVState: 2 },
    loops: { sysLBDStateEnable: 2 },
    snmp: { snmpAgentState: 2, snmpTrapState: 2 },
    syslog: { syslogState: 2 },
  });
  await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 2 });
  const entered = {
    surveillance: { aSVState: 1, aSVVlanId: 4094 },
    loops: { sysLBDStateEnable: 1 },
    snmp: { snmpAgentState: 1, snmpTrapState: 1 },
    syslog: { syslogState: 1 },
  };
  expect(await readAll(client)).toMatchObject({ ...entered, mode: { sysWebViewMode: 2 } });
  const made = await client.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 4094 });
  expect(made.result).toMatchObject([{ dot1qVlanStaticName: 'ASV' }]);
  // Nobody can read or write by SNMP who could not before.
  expect((await client.call('CommonGet', { Template: 'snmpCommunityEntry' })).result).toEqual([]);
  const messages = agent.running.context.log.entries().map(englishOf);
  const changes = messages.filter((message) => message.startsWith('admin: ')).reverse();
  const order = ['View mode', 'VLAN 4094', 'Surveillance VLAN state', 'Loopback Detection State', 'SNMP', 'Traps'];
  const places = order.map((words) => changes.findIndex((message) => message.includes(words)));
  expect(places).not.toContain(-1);
  await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 1 });
  expect(await readAll(client)).toMatchObject({ ...entered, mode: { sysWebViewMode: 1 } });
});

test('the Surveillance Mode is not entered where one of its parts is refused, and nothing is changed', async () => {
  const client = await agent.signedIn();
  await client.call('CommonSet', { Template: 'aSVGlobal', aSVState: 2 });
  await client.call('CommonSet', { Template: 'sysLBD', sysLBDStateEnable: 2 });
  await client.call('CommonSet', { Template: 'voiceVlan', voiceVlanId: 4094, voiceVlanStatus: 1 });
  const before = await readAll(client);
  const refused = await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 2 });
  expect(refused.error.message).toBe('VLAN 4094 is already used by the voice VLAN.');
  expect(await readAll(client)).toEqual(before);
});

test('trap host and log server are a receiver of SNMP, with a community that it alone may read by, and the first server of the log', async () => {
  const client = await agent.signedIn();
  const set = (values: object) => client.set('aSVAlarmCtrl', values);
  const hosts = () => client.read('aSVAlarmCtrl');
  await set({ trapHost: '192.168.10.9', logServer: '192.168.10.8' });
  expect(await hosts()).toMatchObject({ trapHost: '192.168.10.9', logServer: '192.168.10.8' });
  expect(await client.read('snmpTargetAddrEntry')).toMatchObject([
    { snmpTargetAddrTAddress: '192.168.10.9', snmpTargetParamsMPModel: 1, trapUdpPort: 162 },
  ]);
  expect(await client.read('snmpCommunityEntry')).toMatchObject([
    { snmpCommunitySecurityName: 'ReadOnly', snmpCommunityTransportTag: '192.168.10.9' },
  ]);
  expect(await client.read('syslogServEntry')).toMatchObject([{ syslogServAddr: '192.168.10.8', syslogServPort: 514 }]);
  // What was set elsewhere of it stays, and what is set elsewhere shows.
  await client.set('syslogServEntry', { syslogServIndex: 1, syslogServPort: 5140 });
  await set({ trapHost: '2001:db8::9', logServer: '192.168.10.7' });
  expect(await client.read('syslogServEntry')).toMatchObject([
    { syslogServAddr: '192.168.10.7', syslogServPort: 5140 },
  ]);
  expect(await client.read('snmpTargetAddrEntry')).toMatchObject([
    { snmpTargetAddrTAddress: '2001:db8::9', trapAddrType: 2 },
  ]);
  await client.set('syslogServEntry', { syslogServIndex: 1, RowStatus: 6 });
  expect(await hosts()).toMatchObject({ trapHost: '2001:db8::9', logServer: '' });
  for (const wrong of ['224.0.0.1', '192.168.10', 'host']) {
    expect((await set({ trapHost: wrong, logServer: '192.168.10.8' })).error).toMatchObject({
      message: 'Trap host: Invalid IPv4 address.',
    });
  }
  expect(await hosts()).toMatchObject({ trapHost: '2001:db8::9', logServer: '' });
  await set({ trapHost: '' });
  expect(await client.read('snmpTargetAddrEntry')).toEqual([]);
  expect(await client.read('snmpCommunityEntry')).toEqual([]);
});

test('cameras and the recorder of the office answer, and stay known: nothing is said of them but that they were found', async () => {
  const office = await startTestAgent({ scenario: 'office', model: 'TPE-2840WS' });
  const client = await office.signedIn();
  await client.set('aSVViewMode', { sysWebViewMode: 2 });
  const devices = async () => {
    const read = async (object: string): Promise<Record<string, unknown>[]> => Object(await client.read(object));
    const cameras = (await read('aSVIpcEntry')).map(({ aSVIpcReply }) => aSVIpcReply);
    return { cameras, recorders: (await read('aSVNvrEntry')).map(({ aSVNvrReply }) => aSVNvrReply) };
  };
  for (let second = 0; second < 90; second += 1) {
    office.clock.advance(1000);
    await new Promise(setImmediate);
  }
  await expect.poll(devices).toEqual({ cameras: [1, 1, 1, 1], recorders: [1] });
  const said = office.running.context.log.entries().map(englishOf).join('\n');
  expect(said).toMatch(/Recorder .* was found at port/);
  expect(said).not.toMatch(/(?:Camera|Recorder) .*(?:does not answer|known no more)/);
  await office.close();
}, 60_000);

describe('the mode and the configuration', () => {
  type Client = Awaited<ReturnType<TestAgent['signedIn']>>;
  const OFF = { mode: { sysWebViewMode: 1 }, surveillance: { aSVState: 2 }, loops: { sysLBDStateEnable: 2 } };
  const ON = {
    mode: { sysWebViewMode: 2 },
    surveillance: { aSVState: 1 },
    loops: { sysLBDStateEnable: 1 },
    snmp: { snmpAgentState: 1, snmpTrapState: 1 },
    syslog: { syslogState: 1 },
  };
  const enter = (client: Client, more: object = {}) =>
    client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 2, ...more });
  const leave = (client: Client) => client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 1 });
  /** The same switch after its power was cut: what it did in memory alone is gone. */
  async function cutOff(): Promise<Client> {
    const { directory } = agent;
    await agent.stop();
    agent = await begin(directory);
    return agent.signedIn();
  }
  async function save(client: Client): Promise<void> {
    await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    await agent.running.context.flash.settled();
  }
  const loopPorts = async (client: Client) =>
    Object(await client.read('sysLBDCtrlEntry'))
      .filter((row: Record<string, unknown>) => row.sysLBDPortStatus === 1)
      .map((row: Record<string, unknown>) => row.sysLBDCtrlIndex);

  test('that the datapath does not take leaves everything as it was, and can be entered behind that; unsaved it is gone with the power, whole', async () => {
    await agent.close();
    agent = await begin();
    path = ADMINISTRATOR;
    let client = await agent.signedIn();
    const before = await readAll(client);
    refusal = new Error('no room');
    expect((await enter(client)).error.code).not.toBe(0);
    expect(await readAll(client)).toEqual(before);
    expect(await loopPorts(client)).toEqual([]);
    refusal = undefined;
    expect((await enter(client)).error.code).toBe(0);
    expect(await readAll(client)).toMatchObject(ON);
    // Loops are looked for everywhere but at the uplinks, and at the port of the session, which could be closed by it.
    expect(await loopPorts(client)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(await client.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
    client = await cutOff();
    expect(await readAll(client)).toMatchObject(OFF);
  });

  test('that was saved comes back whole, and asks for loops where somebody has said so', async () => {
    let client = await agent.signedIn();
    await client.set('sysLBDCtrlEntry', { sysLBDCtrlIndex: 3, sysLBDPortStatus: 1 });
    await enter(client);
    await save(client);
    await leave(client);
    client = await cutOff();
    expect(await readAll(client)).toMatchObject(ON);
    expect(await loopPorts(client)).toEqual([3]);
  });

  test('is not entered where the VLAN of cameras is that of the session, forced or not', async () => {
    path = { ...ADMINISTRATOR, vlan: 4094 };
    const client = await agent.signedIn();
    const before = await readAll(client);
    for (const more of [{}, { Force: 1 }]) {
      expect((await enter(client, more)).error.message).toBe('VLAN 4094 is already used by this session.');
    }
    expect(await readAll(client)).toEqual(before);
  });

  test('are restored together, off over on and on over off', async () => {
    let client = await agent.signedIn();
    const restore = async (text: string) => {
      const restored = await client.upload(RESTORE_UPLOAD, new Blob([text]), { cfgKeepAddress: '1' });
      expect(restored).toMatchObject({ error: { code: 0 } });
      const asked = agent.reboots();
      expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(0);
      await expect.poll(() => agent.reboots()).toBe(asked + 1);
      client = await cutOff();
    };
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const on = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`)).text();
    const off = on
      .replace('"sysWebViewMode":2', '"sysWebViewMode":1')
      .replace('"aSVState":1', '"aSVState":2')
      .replace('"sysLBDStateEnable":1', '"sysLBDStateEnable":2');
    await restore(off);
    expect(await readAll(client)).toMatchObject(OFF);
    await restore(on);
    expect(await readAll(client)).toMatchObject(ON);
  });

  test('is the same for two sessions that switch at once, with a save between, which keeps all of it or nothing', async () => {
    let client = await agent.signedIn();
    const second = await agent.signedIn();
    const answers = await Promise.all([enter(client), enter(second), save(client), leave(second), enter(client)]);
    expect(answers.map((answer) => answer?.error.code)).toEqual([0, 0, undefined, 0, 0]);
    expect(await readAll(client)).toEqual(await readAll(second));
    client = await cutOff();
    const { mode: _, ...features } = ON;
    expect(await readAll(client)).toMatchObject(features);
  });
}, 60_000);
