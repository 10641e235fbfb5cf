// @long-running
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { macAt } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { GVRP_ADDRESS } from '../../protocols/gvrp/gvrp-address.ts';
import { AttributeEvent, buildGvrp } from '../../protocols/gvrp/pdu.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const ADDRESS = '192.168.10.200';
const patience = { timeout: 60_000, interval: 500 };

let lab: Lab;
let agent: LabAgent;

beforeEach(async () => {
  lab = await createLab({ ports: 3 });
  agent = new LabAgent(lab);
  await agent.start();
});

afterEach(async () => {
  await agent.stop();
  await lab.close();
});

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
    agent.rows('lldpRemEntry').then((all) => all.map((row) => `${row.lldpRemLocalPortNum} ${row.lldpRemSysName}`));

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
    await agent.set('system', { sysName: 'attic', sysLocation: 'Keller' });
    await agent.set('lldpConfiguration', { lldpTxDelay: 1, lldpMessageTxInterval: 5 });
    await agent.set('lldpXdot1ConfigPortVlanEntry', {
      ...port,
      lldpXdot1ConfigPortVlanTxEnable: 1,
      lldpXdot1ConfigVlanNameTxEnable: 1,
      lldpXdot1ConfigVlanNameList: '1',
    });
    await agent.set('lldpXdot3PortConfigEntry', {
      ...port,
      lldpXdot3MacPhyTxEnable: 1,
      lldpXdot3LinkAggTxEnable: 1,
      lldpXdot3MaxFrameSizeTxEnable: 1,
    });
    await agent.set('lldpXMedPortConfigEntry', {
      ...port,
      lldpXMedCapabilitiesTxEnable: 1,
      lldpXMedInventoryTxEnable: 1,
      lldpXMedLocationTxEnable: 1,
    });
    const [own] = await agent.rows('lldpLocalSystemData');
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
    expect(await agent.rows('lldpRemEntry')).toMatchObject([
      {
        lldpRemSysDesc: 'a phone',
        lldpRemDeviceClass: 3,
        lldpRemMedCapabilities: expect.stringContaining('inventory'),
        lldpRemAutoNegSupported: expect.any(Number),
      },
    ]);

    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      const sent = await framesSent();
      await expect.poll(framesSent, patience).toBeGreaterThan(sent + 1);
      await expect.poll(agreed, patience).toEqual([]);
      await expect.poll(heard, patience).toEqual(['2 desk-phone']);
    }
    await agent.save();
    await agent.kill();
    await agent.start();
    await expect.poll(heard, patience).toEqual(['2 desk-phone']);
    await expect.poll(agreed, patience).toEqual([]);

    // It says goodbye, and is gone at once.
    await lldpcli('configure', 'ports', 'eth0', 'lldp', 'status', 'disabled');
    await expect.poll(heard, patience).toEqual([]);
  });

  async function framesSent(): Promise<number> {
    const all = await agent.rows('lldpStatsRxPortEntry');
    return Number(all.find(({ lldpStatsRxPortNum: at }) => at === 2)?.lldpStatsTxPortFramesTotal ?? 0);
  }
});

describe('GVRP on Open vSwitch', () => {
  test('opens a VLAN between ports that ask for it, closes it when they leave, and again after every kill', async () => {
    await agent.set('gvrpGlobal', { dot1qGvrpStatus: 1 });
    for (const dot1dBasePort of [2, 3])
      await agent.set('dot1qPortVlanEntry', { dot1dBasePort, dot1qPortGvrpStatus: 1 });
    const [sender, receiver] = [await lab.host(2).station(), await lab.host(3).station()];
    let passed = 0;
    /** Declarations of the one station that reached the other. */
    let declared = 0;
    receiver.onFrame = (frame) => {
      if (tagOf(frame)?.vid === 20) passed += 1;
      if (macAt(frame, 0) === GVRP_ADDRESS && macAt(frame, 6) === '02-00-00-00-00-02') declared += 1;
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
      const current = await agent.rows('dot1qVlanCurrentEntry');
      return current.find((row) => row.dot1qVlanIndex === 20 && row.dot1qVlanStatus === 3)?.dot1qVlanCurrentEgressPorts;
    };
    // After a kill the old flows may pass a frame that the switch no longer knows of.
    const carries = () =>
      expect.poll(async () => [await passes(AttributeEvent.joinIn), await tagged()], patience).toEqual([true, '2-3']);
    const isTakenBack = async () => {
      declare(AttributeEvent.leaveEmpty);
      await expect.poll(() => passes(), patience).toBe(false);
    };
    await carries();
    await isTakenBack();
    for (const name of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(name);
      await carries();
      await isTakenBack();
    }
    await agent.save();
    await agent.kill();
    await agent.start();
    await carries();
    await isTakenBack();
    await carries();
    expect(declared).toBe(0);
    await agent.set('gvrpGlobal', { dot1qGvrpStatus: 2 });
    await expect.poll(() => passes(), patience).toBe(false);
    // Declarations are ordinary multicast from here on.
    declare(AttributeEvent.joinIn);
    await sender.sync();
    await expect.poll(() => declared, patience).toBeGreaterThan(0);
  });
});
