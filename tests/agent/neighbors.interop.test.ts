import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { agentProgram } from './agent-program.ts';
import { DistantClient } from './distant-client.ts';

const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';
const patience = { timeout: 60_000, interval: 500 };

let lab: Lab;
let directory: string;
let agent: ChildProcess;
let client: DistantClient;

beforeEach(async () => {
  lab = await createLab({ ports: 3 });
  await lab.host(1).address('192.168.10.1/24');
  await lab.host(1).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  directory = mkdtempSync(join(tmpdir(), 'faceplate-neighbors-'));
  await start();
});

afterEach(async () => {
  if (agent.exitCode === null && agent.signalCode === null) {
    const gone = once(agent, 'exit');
    agent.kill('SIGTERM');
    await gone;
  }
  await lab.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the agent on Open vSwitch, and signs in. */
async function start(): Promise<void> {
  const options = ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), '--data', directory];
  agent = lab.switch.spawn(process.execPath, [agentProgram, '--listen', `${ADDRESS}:443`, ...options], {
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  agent.stdout?.on('data', (text) => {
    said += text;
  });
  await expect.poll(() => said, patience).toContain(`Listening on https://${ADDRESS}:443/`);
  client = new DistantClient(lab.host(1).namespace, ADDRESS);
  await expect.poll(() => client.login(PASSWORD).catch(() => -1), patience).toBe(0);
}

/** Ends a daemon of the private Open vSwitch as nobody should. */
function killDaemon(name: 'ovs-vswitchd' | 'ovsdb-server'): void {
  const file = readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(`${name}.pid`),
  );
  process.kill(Number(readFileSync(join(directory, file ?? ''), 'utf8')), 'SIGKILL');
}

async function set(object: string, values: Record<string, string | number>): Promise<void> {
  expect((await client.set(object, values)).error).toMatchObject({ code: 0 });
}

/** The rows of a table; none while nobody answers. */
async function rows(object: string): Promise<Record<string, unknown>[]> {
  const read = await client.read(object).catch(() => []);
  return Array.isArray(read) ? read : [];
}

describe('lldpd and the switch on Open vSwitch', () => {
  /** lldpd gives its rights up, and has to get at its socket still. */
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'faceplate-lldpd-'));
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const control = () => join(folder, 'lldpd.sock');
  const lldpcli = (...words: readonly string[]) => lab.host(2).namespace.exec('lldpcli', '-u', control(), ...words);

  /** What lldpd knows of the switch; "" while it knows nothing. */
  const known = () => lldpcli('-f', 'keyvalue', 'show', 'neighbors', 'details').catch(() => '');

  const heard = () =>
    rows('lldpRemEntry').then((all) => all.map((row) => `${row.lldpRemLocalPortNum} ${row.lldpRemSysName}`));

  test('tell each other the same, and do so again after every kill', async () => {
    lab
      .host(2)
      .namespace.spawn(
        'lldpd',
        [
          '-d',
          '-I',
          'eth0',
          '-M',
          '3',
          '-S',
          'a phone',
          '-L',
          '/usr/sbin/lldpcli',
          '-u',
          control(),
          '-p',
          join(folder, 'lldpd.pid'),
        ],
        {
          stdio: 'ignore',
        },
      );
    await expect
      .poll(() => lldpcli('show', 'configuration').catch(() => ''), patience)
      .toContain('Global configuration');
    await lldpcli('configure', 'system', 'hostname', 'desk-phone');
    await lldpcli('configure', 'lldp', 'tx-interval', '2');
    const port = { lldpPortConfigPortNum: 2 };
    await set('system', { sysName: 'attic', sysLocation: 'Keller' });
    await set('lldpConfiguration', { lldpTxDelay: 1, lldpMessageTxInterval: 5 });
    await set('lldpXdot1ConfigPortVlanEntry', {
      ...port,
      lldpXdot1ConfigPortVlanTxEnable: 1,
      lldpXdot1ConfigVlanNameTxEnable: 1,
      lldpXdot1ConfigVlanNameList: '1',
    });
    await set('lldpXdot3PortConfigEntry', {
      ...port,
      lldpXdot3MacPhyTxEnable: 1,
      lldpXdot3LinkAggTxEnable: 1,
      lldpXdot3MaxFrameSizeTxEnable: 1,
    });
    await set('lldpXMedPortConfigEntry', {
      ...port,
      lldpXMedCapabilitiesTxEnable: 1,
      lldpXMedInventoryTxEnable: 1,
      lldpXMedLocationTxEnable: 1,
    });
    const [own] = [await client.read('lldpLocalSystemData')] as Record<string, string>[];
    const told = [
      ['chassis.mac', String(own?.lldpLocChassisId).replaceAll('-', ':').toLowerCase()],
      ['chassis.name', 'attic'],
      ['chassis.mgmt-ip', ADDRESS],
      ['chassis.Bridge.enabled', 'on'],
      ['port.local', '2'],
      ['port.mfs', '1522'],
      ['vlan.vlan-id', '1'],
      ['vlan.pvid', 'yes'],
      ['lldp-med.device-type', 'Network Connectivity Device'],
      ['lldp-med.inventory.manufacturer', 'Faceplate'],
    ] as const;
    const lines = told.map(([name, value]) => `lldp.eth0.${name}=${value}`);
    const agreed = async () => {
      const text = await known();
      return lines.filter((line) => !text.includes(line));
    };
    await expect.poll(agreed, patience).toEqual([]);
    await expect.poll(heard, patience).toEqual(['2 desk-phone']);
    expect(await rows('lldpRemEntry')).toMatchObject([
      {
        lldpRemSysDesc: 'a phone',
        lldpRemDeviceClass: 3,
        lldpRemMedCapabilities: expect.stringContaining('inventory'),
        lldpRemAutoNegSupported: expect.any(Number),
      },
    ]);

    for (const kill of [() => killDaemon('ovs-vswitchd'), () => killDaemon('ovsdb-server')]) {
      kill();
      const sent = await framesSent();
      await expect.poll(framesSent, patience).toBeGreaterThan(sent + 1);
      await expect.poll(agreed, patience).toEqual([]);
      await expect.poll(heard, patience).toEqual(['2 desk-phone']);
    }
    await killed(agent);
    await start();
    await expect.poll(heard, patience).toEqual(['2 desk-phone']);

    // It says goodbye, and is gone at once.
    await lldpcli('configure', 'ports', 'eth0', 'lldp', 'status', 'disabled');
    await expect.poll(heard, patience).toEqual([]);
  });

  async function framesSent(): Promise<number> {
    const all = await rows('lldpStatsRxPortEntry');
    return Number(all.find(({ lldpStatsRxPortNum: at }) => at === 2)?.lldpStatsTxPortFramesTotal ?? 0);
  }
});

describe('GVRP on Open vSwitch', () => {
  test('opens a VLAN between ports that ask for it, closes it when they leave, and again after every kill', async () => {
    await set('gvrpGlobal', { dot1qGvrpStatus: 1 });
    for (const dot1dBasePort of [2, 3]) await set('dot1qPortVlanEntry', { dot1dBasePort, dot1qPortGvrpStatus: 1 });
    const [sender, receiver] = [await lab.host(2).station(), await lab.host(3).station()];
    let passed = 0;
    receiver.onFrame = (frame) => {
      if (tagOf(frame)?.vid === 20) passed += 1;
    };
    const declare = (event: AttributeEvent) => {
      for (const [station, at] of [
        [sender, 2],
        [receiver, 3],
      ] as const) {
        for (const frame of buildGvrp(`02-00-00-00-00-0${at}`, [{ event, vlan: 20 }])) station.send(frame);
      }
    };
    const probe = buildEthernet({
      destination: 'FF-FF-FF-FF-FF-FF',
      source: '02-00-00-00-00-02',
      etherType: EtherType.experimental,
      payload: new Uint8Array(60),
    });
    /** Whether a frame of the VLAN gets through now. */
    const passes = async (event?: AttributeEvent) => {
      if (event !== undefined) declare(event);
      const before = passed;
      sender.send(pushTag(probe, 20));
      await receiver.sync();
      return passed > before;
    };
    const tagged = async () => {
      const current = await rows('dot1qVlanCurrentEntry');
      return current.find((row) => row.dot1qVlanIndex === 20 && row.dot1qVlanStatus === 3)?.dot1qVlanCurrentEgressPorts;
    };
    // Behind a kill the old flows may pass a frame that the switch knows nothing of any more.
    const carries = () =>
      expect.poll(async () => [await passes(AttributeEvent.joinIn), await tagged()], patience).toEqual([true, '2-3']);
    await carries();
    declare(AttributeEvent.leaveEmpty);
    await expect.poll(() => passes(), patience).toBe(false);
    for (const name of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      killDaemon(name);
      await carries();
    }
    await killed(agent);
    await start();
    await set('gvrpGlobal', { dot1qGvrpStatus: 1 });
    for (const dot1dBasePort of [2, 3]) await set('dot1qPortVlanEntry', { dot1dBasePort, dot1qPortGvrpStatus: 1 });
    await carries();
    await set('gvrpGlobal', { dot1qGvrpStatus: 2 });
    await expect.poll(() => passes(), patience).toBe(false);
  });
});
