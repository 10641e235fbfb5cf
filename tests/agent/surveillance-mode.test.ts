import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliveredSettings } from '../../apps/device/delivered-settings.ts';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { PowerStatus } from '../../features/poe/power-over-ethernet/port-state-objects.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { NO_PORTS, parsePortList, portsOf } from '../../model/values/port-list.ts';
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
  // SNMP access is the same as before.
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

describe('the office', () => {
  let office: TestAgent;
  let client: Awaited<ReturnType<TestAgent['signedIn']>>;
  const rows = async (object: string): Promise<Record<string, unknown>[]> => Object(await client.read(object));
  const passes = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      office.clock.advance(1000);
      await new Promise(setImmediate);
    }
  };

  beforeAll(async () => {
    office = await startTestAgent({ scenario: 'office', model: 'TPE-2840WS', locate: () => path });
    client = await office.signedIn();
    await client.set('aSVViewMode', { sysWebViewMode: 2 });
    await passes(90);
  }, 60_000);
  afterAll(() => office.close());

  test('has cameras and a recorder that answer and stay known: nothing is said of them but that they were found', async () => {
    const devices = async () => ({
      cameras: (await rows('aSVIpcEntry')).map(({ aSVIpcReply }) => aSVIpcReply),
      recorders: (await rows('aSVNvrEntry')).map(({ aSVNvrReply }) => aSVNvrReply),
    });
    await expect.poll(devices).toEqual({ cameras: [1, 1, 1, 1], recorders: [1] });
    const said = office.running.context.log.entries().map(englishOf).join('\n');
    expect(said).toMatch(/Recorder .* was found at port/);
    expect(said).not.toMatch(/(?:Camera|Recorder) .*(?:does not respond|was removed)/);
  });

  test('has a log whose view alone is cleared, and that goes on behind that', async () => {
    const said = (await rows('syslogMsgEntry')).length;
    expect((await rows('aSVLogEntry')).length).toBeGreaterThan(4);
    await client.call('CommonDelAll', { Template: 'aSVLogEntry' });
    expect(await rows('aSVLogEntry')).toEqual([]);
    expect((await rows('syslogMsgEntry')).length).toBeGreaterThanOrEqual(said);
    await client.set('sysTimeCtrl', { year: 2036 });
    await passes(20);
    const steps = async () => (await rows('aSVLogEntry')).filter((row) => row.aSVLogType === 11).length;
    await expect.poll(steps).toBe(1);
    // Back is a step, too.
    await client.set('sysTimeCtrl', { year: 2030 });
    await passes(20);
    await expect.poll(steps).toBe(2);
  });

  test('has its cables tested but for that of the recorder and of the session, unless they are wanted, too', async () => {
    const recorder = Number((await rows('aSVNvrEntry'))[0]?.ifIndex);
    const camera = Number((await rows('aSVIpcEntry'))[0]?.ifIndex);
    const checked = `${camera},${recorder},1`;
    const testedPorts = async () =>
      (await rows('cableDiagEntry')).filter((row) => row.cableDiagTime !== '').map(({ ifIndex }) => ifIndex);
    path = ADMINISTRATOR;
    await client.set('aSVHealthCtrl', { healthPorts: checked, healthCables: 2 });
    expect(await testedPorts()).toEqual([]);
    await client.set('aSVHealthCtrl', { healthPorts: checked, healthCables: 1 });
    expect(await testedPorts()).toEqual([camera]);
    await passes(5);
    const everywhere = { healthPorts: checked, healthCables: 1, healthEverywhere: 1 };
    // The session's own is asked about once more.
    expect((await client.set('aSVHealthCtrl', everywhere)).error.code).toBe(8710);
    expect(await testedPorts()).toEqual([camera]);
    expect((await client.set('aSVHealthCtrl', { ...everywhere, Force: 1 })).error.code).toBe(0);
    expect(await testedPorts()).toEqual([1, camera, recorder].sort((a, b) => a - b));
    expect((await client.set('aSVHealthCtrl', everywhere)).error).toMatchObject({
      code: 13,
      message: 'Port 1 is being tested.',
    });
  });

  test('starts a camera anew in the middle of a mode switch, and gives it power again', async () => {
    const [camera] = await rows('aSVIpcEntry');
    const port = Number(camera?.ifIndex);
    const status = async () =>
      (await rows('poePortState')).find(({ pethPsePortIndex }) => pethPsePortIndex === port)?.poePortStatus;
    expect(await status()).toBe(PowerStatus['POWER ON']);
    const restart = { pethPsePortIndex: port, poePortRestart: 1 };
    const answers = await Promise.all([
      client.set('aSVViewMode', { sysWebViewMode: 1 }),
      client.set('poePortExtEntry', restart),
      client.set('aSVViewMode', { sysWebViewMode: 2 }),
      client.set('aSVViewMode', { sysWebViewMode: 1 }),
      client.set('aSVViewMode', { sysWebViewMode: 2 }),
    ]);
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => ({ code: 0, message: '' })));
    expect(await status()).toBe(PowerStatus['POWER OFF']);
    await passes(30);
    await expect.poll(status).toBe(PowerStatus['POWER ON']);
    expect(await client.read('aSVViewMode')).toEqual({ sysWebViewMode: 2 });
    // It is the same camera as before, and answers again.
    await passes(60);
    const found = async () => (await rows('aSVIpcEntry')).find(({ aSVIpcMac }) => aSVIpcMac === camera?.aSVIpcMac);
    await expect.poll(found).toMatchObject({ ifIndex: port, aSVIpcReply: 1 });
  });

  test('has room for 16 prefixes of an administrator beside those built in, and says so of one more', async () => {
    const create = (at: number) =>
      client.set('aSVOuiEntry', {
        aSVOuiAddr: `02-00-${String(at).padStart(2, '0')}-00-00-00`,
        aSVOuiMask: 'FF-FF-FF-00-00-00',
        aSVOuiComponentType: 5,
        RowStatus: 4,
      });
    for (let at = 0; at < 16; at += 1) expect((await create(at)).error.code).toBe(0);
    const before = await rows('aSVOuiEntry');
    expect(before).toHaveLength(28);
    expect((await create(16)).error).toMatchObject({ code: 13, message: 'The table is full (maximum 28 entries).' });
    expect(await rows('aSVOuiEntry')).toEqual(before);
  });
});

describe('as delivered, with a trunk', () => {
  test('the mode is entered: members of trunks, uplinks and the port of the session are skipped, named before and in the log', async () => {
    const plugged = { datapath: 'virtual', factorySettings: false, scenario: undefined, cables: [] } as const;
    const office = await startTestAgent({
      scenario: 'office',
      model: 'TPE-2840WS',
      delivered: (model) => deliveredSettings(plugged, model),
      locate: () => ADMINISTRATOR,
    });
    try {
      const client = await office.signedIn();
      // Another one of the user's own.
      const own = { trunkId: 2, trunkMode: 2, trunkMemberPorts: '5,6' };
      expect((await client.set('trunkGroupEntry', own)).error.code).toBe(0);
      const trunks: { trunkMemberPorts: string }[] = Object(await client.read('trunkGroupEntry'));
      const members = trunks.flatMap(({ trunkMemberPorts }) => portsOf(parsePortList(trunkMemberPorts) ?? NO_PORTS));
      expect(members).toEqual(expect.arrayContaining([5, 6, 25]));
      const preview = Object(await client.read('aSVModePreview'));
      const listed = (column: string) => portsOf(parsePortList(preview[column]) ?? NO_PORTS);
      expect(listed('modeTrunkPorts')).toEqual(members.sort((a, b) => a - b));
      expect(listed('modeSessionPorts')).toEqual([1]);
      const all = Object.keys(preview).flatMap(listed);
      expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1));
      expect((await client.set('aSVViewMode', { sysWebViewMode: 2 })).error).toEqual({ code: 0, message: '' });
      const loops: Record<string, unknown>[] = Object(await client.read('sysLBDCtrlEntry'));
      const enabled = loops.filter((row) => row.sysLBDPortStatus === 1).map((row) => row.sysLBDCtrlIndex);
      expect(enabled).toEqual(listed('modeLoopPorts'));
      expect(office.running.context.log.entries().map(englishOf)).toContain(
        `Loopback detection was not enabled on ports ${preview.modeTrunkPorts}: members of trunks.`,
      );
    } finally {
      await office.close();
    }
  });
});

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
  /** The same switch after a power failure: its state in memory is gone. */
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

  test('are restored together, off over on and on over off, and shown to whoever signs in', async () => {
    let client = await agent.signedIn();
    /** Of the device page: the layout shown after login. */
    const shown = async () => {
      const html = await (await fetch(agent.origin)).text();
      const globals = /<script type="application\/json" id="device">(.*?)<\/script>/.exec(html)?.[1] ?? '';
      return JSON.parse(globals).viewMode;
    };
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
    expect(await shown()).toBe(2);
    await restore(off);
    expect(await readAll(client)).toMatchObject(OFF);
    expect(await shown()).toBeUndefined();
    await restore(on);
    expect(await readAll(client)).toMatchObject(ON);
    expect(await shown()).toBe(2);
    await leave(client);
    await expect.poll(shown).toBeUndefined();
    await enter(client);
    await expect.poll(shown).toBe(2);
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

  test('is neither entered nor left while a forced change waits, and is once that is taken back', async () => {
    await agent.close();
    agent = await begin();
    path = ADMINISTRATOR;
    const client = await agent.signedIn();
    const before = await readAll(client);
    const readdress = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.201', Force: 1 };
    expect((await client.set('ipv4InterfaceEntry', readdress)).error.code).toBe(0);
    // By the connection that asked for it, which proves nothing of the new address.
    for (const more of [{}, { Force: 1 }]) {
      expect((await enter(client, more)).error).toMatchObject({
        code: 13,
        message: 'A change by admin is waiting for confirmation; try again in 60 s.',
      });
    }
    expect(await readAll(client)).toEqual(before);
    agent.clock.advance(60_000);
    await expect.poll(() => client.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
    expect(await readAll(client)).toEqual(before);
    expect((await enter(client)).error.code).toBe(0);
    expect(await readAll(client)).toMatchObject(ON);
  });
}, 60_000);
