// @long-running

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { macAt } from '../../protocols/frames/addresses.ts';
import { tagOf } from '../../protocols/frames/vlan-tag.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { python } from '../namespaces/python.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 60_000, interval: 500 };
const program = fileURLToPath(new URL('../namespaces/camera.py', import.meta.url));

/** The administrator is at port 1. */
const BY_ADDRESS = { port: 2, mac: '00-40-8C-00-00-02', address: '192.168.10.12' };
const BY_ONVIF = { port: 3, mac: '02-00-00-00-00-03', address: '192.168.10.13' };
const BY_LLDP = { port: 4, mac: '02-00-00-00-00-04', address: '192.168.10.14' };
const RECORDER = { port: 5, mac: '02-00-00-00-00-05', address: '192.168.10.15' };
const UPLINK = 6;
const cameras = [BY_ADDRESS, BY_ONVIF, BY_LLDP];

type Peer = typeof RECORDER;

let lab: Lab;
let agent: LabAgent;
/** lldpd gives its rights up, and has to get at its socket still. */
let folder: string;
let recording: ChildProcess;
const running = new Map<Peer, ChildProcess>();
/** Frames that left by the uplink since they were looked at last. */
let uplinked: Uint8Array[] = [];

beforeAll(async () => {
  lab = await createLab({ ports: 6 });
  agent = new LabAgent(lab);
  folder = mkdtempSync(join(tmpdir(), 'faceplate-camera-'));
  chmodSync(folder, 0o755);
  for (const { port, mac, address } of [...cameras, RECORDER]) {
    const host = lab.host(port);
    await host.namespace.ip('link', 'set', 'eth0', 'address', mac.replaceAll('-', ':'));
    await host.address(`${address}/24`);
    // Checksums that are left to devices do not get through the agent's sockets.
    await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  }
  const uplink = await lab.host(UPLINK).station();
  uplink.onFrame = (frame) => uplinked.push(frame);
  await agent.start();
  await agent.set('aSVGlobal', { aSVTaggedPortList: String(UPLINK) });
  await Promise.all(cameras.map(film));
  lab.host(BY_LLDP.port).namespace.spawn('lldpd', lldpd(), { stdio: 'ignore' });
  recording = peer(RECORDER, 'recorder', RECORDER.address, ...cameras.map(({ address }) => address));
  await once(lines(recording), 'line');
  await vi.waitFor(async () => expect(await recorded()).toEqual([true, true, true]), PATIENCE);
  await agent.set('aSVViewMode', { sysWebViewMode: 2 });
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const peer = ({ port }: Peer, ...words: string[]) =>
  lab.host(port).namespace.spawn(python, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });

const readers = new WeakMap<ChildProcess, ReturnType<typeof createInterface>>();

function lines(child: ChildProcess): ReturnType<typeof createInterface> {
  if (!child.stdout) throw new Error('It says nothing.');
  const reader = readers.get(child) ?? createInterface({ input: child.stdout });
  readers.set(child, reader);
  return reader;
}

/** Starts a camera's program. */
async function film(camera: Peer): Promise<void> {
  const child = peer(camera, 'camera', camera.address, ...(camera === BY_ONVIF ? ['onvif'] : []));
  running.set(camera, child);
  await once(lines(child), 'line');
}

const socket = () => join(folder, 'lldpd.sock');
const lldpd = () => ['-d', '-I', 'eth0', '-S', 'PTZ network camera', '-u', socket(), '-p', join(folder, 'lldpd.pid')];

async function counted(): Promise<readonly number[]> {
  recording.stdin?.write('\n');
  const [line] = await once(lines(recording), 'line');
  return String(line).split(' ').map(Number);
}

let before: readonly number[] = [0, 0, 0];

/** Of each camera, whether pictures have come to the recorder since this was asked last. */
async function recorded(): Promise<readonly boolean[]> {
  const now = await counted();
  const grown = now.map((count, at) => count > (before[at] ?? 0) + 5);
  before = now;
  return grown;
}

const rowAt = async (object: string, { port }: { readonly port: number }) =>
  (await agent.rows(object)).find(({ ifIndex }) => ifIndex === port);
/** Everybody is asked now, as by the button of Health Diagnostic; resolves to how each port does and why. */
const checked = async (at: Peer) => {
  await agent.set('aSVHealthCtrl', { healthPorts: '2-5', healthCables: 2 });
  const row = await rowAt('aSVHealthEntry', at);
  return [row?.healthState, row?.healthReason];
};
const WELL = [1, ''];
const logged = async () => (await agent.rows('aSVLogEntry')).map(({ aSVLogText }) => String(aSVLogText));

/** Everything is found, in its VLAN, with priority, and recorded. */
async function inOrder(present: readonly Peer[] = cameras): Promise<void> {
  const found = async () =>
    (await agent.rows('aSVIpcEntry')).map((row) => [row.ifIndex, row.aSVIpcMac, row.aSVIpcIp, row.aSVIpcReply]);
  await expect.poll(found, PATIENCE).toEqual(present.map(({ port, mac, address }) => [port, mac, address, 1]));
  await expect
    .poll(() => agent.rows('aSVNvrEntry'), PATIENCE)
    .toMatchObject([
      { ifIndex: RECORDER.port, aSVNvrMac: RECORDER.mac, aSVNvrIp: RECORDER.address, aSVNvrIpcNumber: present.length },
    ]);
  expect(await agent.rows('aSVGroupEntry')).toMatchObject(
    present.map(({ port, mac }) => ({
      ifIndex: port,
      aSVGroupNvrMac: RECORDER.mac,
      aSVGroupIpcMac: mac,
      aSVGroupNumber: 1,
    })),
  );
  await expect.poll(recorded, PATIENCE).toEqual(cameras.map((camera) => present.includes(camera)));
  for (const one of [...present, RECORDER]) expect(await checked(one)).toEqual(WELL);
  const traced = await agent.traced(
    `in_port=${BY_ADDRESS.port},dl_src=${BY_ADDRESS.mac.replaceAll('-', ':')},dl_dst=ff:ff:ff:ff:ff:ff,dl_type=0x0800`,
  );
  expect(traced).toContain('push_vlan(vid=4094,pcp=5)');
}

test('cameras are found by their maker, ONVIF and LLDP, their recorder by what it records, and all have a VLAN with priority', async () => {
  await inOrder();
  const cameraRows = await agent.rows('aSVIpcEntry');
  expect(cameraRows.map(({ aSVIpcEvidence }) => aSVIpcEvidence)).toEqual([1, 3, 2]);
  expect(cameraRows).toMatchObject([
    { aSVIpcManufacturer: 'Axis' },
    { aSVIpcManufacturer: 'Acme', aSVIpcModel: 'Dome 7' },
    {},
  ]);
  expect(await rowAt('aSVNvrEntry', RECORDER)).toMatchObject({ aSVNvrEvidence: 4, aSVNvrGroup: 1 });
  // What a camera sends to everybody leaves tagged, and no port of another.
  uplinked = [];
  await lab.host(BY_ADDRESS.port).reaches('192.168.10.77', 1);
  const tags = () => uplinked.filter((frame) => macAt(frame, 6) === BY_ADDRESS.mac).map(tagOf);
  await expect
    .poll(tags, PATIENCE)
    .toEqual(expect.arrayContaining([expect.objectContaining({ vid: 4094, priority: 5 })]));
  expect(tags()).not.toContain(undefined);
  // The administrator keeps his VLAN, which no camera is in.
  expect(await lab.host(1).reaches(BY_ADDRESS.address, 1)).toBe(false);
  const [member] = (await agent.rows('dot1qVlanCurrentEntry')).filter((row) => row.dot1qVlanIndex === 4094);
  expect(member).toMatchObject({ dot1qVlanCurrentEgressPorts: '2-6', dot1qVlanCurrentUntaggedPorts: '2-5' });
  await expect
    .poll(async () => Number((await rowAt('aSVPortEntry', RECORDER))?.aSVPortThroughput), PATIENCE)
    .toBeGreaterThan(500);
  expect((await rowAt('aSVPortEntry', { port: UPLINK }))?.aSVPortDeviceType).toBe(5);
  const [global] = await agent.rows('aSVGlobal');
  expect(global).toMatchObject({ aSVIpcCount: 3, aSVNvrCount: 1 });
});

test('a camera that hangs is shown so while its link is up, and works again when it answers; one that is unplugged says which', async () => {
  const hung = running.get(BY_ONVIF);
  if (hung) await killed(hung);
  const host = lab.host(BY_ONVIF.port);
  await host.namespace.ip('link', 'set', 'eth0', 'arp', 'off');
  await expect.poll(() => checked(BY_ONVIF), PATIENCE).toEqual([3, 'The device is plugged in and does not respond.']);
  expect(await rowAt('aSVHealthEntry', BY_ONVIF)).toMatchObject({ healthReply: 2, healthLink: expect.any(Number) });
  expect((await rowAt('aSVHealthEntry', BY_ONVIF))?.healthLink).toBeGreaterThan(0);
  expect(await checked(BY_ADDRESS)).toEqual(WELL);
  const sentence = (words: string) => `Camera ${BY_ONVIF.mac} at port 3 ${words}.`;
  expect(await logged()).toContain(sentence('does not respond'));
  await expect.poll(recorded, PATIENCE).toEqual([true, false, true]);
  await host.namespace.ip('link', 'set', 'eth0', 'arp', 'on');
  await film(BY_ONVIF);
  await expect.poll(() => checked(BY_ONVIF), PATIENCE).toEqual(WELL);
  expect(await logged()).toContain(sentence('responds again'));
  await inOrder();
  await agent.set('aSVGlobal', { aSVAgingTime: 1 });
  await lab.host(BY_LLDP.port).setLink('down');
  const why = 'There is no link: the cable is unplugged, or the device has no power.';
  await expect.poll(() => checked(BY_LLDP), PATIENCE).toEqual([3, why]);
  await expect
    .poll(logged, { timeout: 120_000, interval: 1000 })
    .toContain(`Camera ${BY_LLDP.mac} at port 4 was removed.`);
  expect(await checked(BY_LLDP)).toEqual([4, '']);
  await inOrder([BY_ADDRESS, BY_ONVIF]);
}, 240_000);

test('two sockets that are joined by a cable are shown so, and what was behind them works again without', async () => {
  await agent.set('sysLBD', { sysLBDInterval: 1, sysLBDRecoverTime: 0 });
  const loop = await lab.host(BY_LLDP.port).station();
  loop.onFrame = (frame) => loop.send(frame);
  await lab.host(BY_LLDP.port).setLink('up');
  await expect
    .poll(() => checked(BY_LLDP), PATIENCE)
    .toEqual([3, expect.stringContaining('Two sockets are connected by a cable: the switch has blocked the port.')]);
  await loop.close();
  await agent.set('sysLBDCtrlEntry', { sysLBDCtrlIndex: BY_LLDP.port, sysLBDPortRecover: 1 });
  await inOrder();
});

test('after each daemon, and the agent, has died everything is found and recorded again', async () => {
  for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
    await agent.killDaemon(daemon);
    await inOrder();
  }
  await agent.save();
  await agent.kill();
  await agent.start();
  await inOrder();
}, 240_000);

test('the end of the agent in the middle of the mode switch, or after it, leaves the former mode, whole', async () => {
  const off = async () => {
    await agent.set('aSVViewMode', { sysWebViewMode: 1 });
    await agent.set('aSVGlobal', { aSVState: 2 });
    await agent.set('sysLBD', { sysLBDStateEnable: 2 });
    await agent.set('snmpAgentCtrl', { snmpAgentState: 2, snmpTrapState: 2 });
    await agent.set('syslogCtrl', { syslogState: 2 });
  };
  const frame = `in_port=${BY_ONVIF.port},dl_src=${BY_ONVIF.mac.replaceAll('-', ':')},dl_dst=ff:ff:ff:ff:ff:ff,dl_type=0x88b5`;
  const isTagged = async () => (await agent.traced(frame)).includes('push_vlan');
  const picture = async () => ({
    mode: await agent.rows('aSVViewMode'),
    surveillance: (await agent.rows('aSVGlobal')).map(({ aSVState }) => aSVState),
    loops: (await agent.rows('sysLBD')).map(({ sysLBDStateEnable }) => sysLBDStateEnable),
    snmp: await agent.rows('snmpAgentCtrl'),
    log: (await agent.rows('syslogCtrl')).map(({ syslogState }) => syslogState),
    isTagged: await isTagged(),
  });
  await off();
  await agent.save();
  const restarted = async () => {
    await agent.kill();
    await agent.start();
  };
  await restarted();
  const before = await picture();
  expect(before).toMatchObject({ mode: [{ sysWebViewMode: 1 }], surveillance: [2], isTagged: false });
  const moments: Readonly<Record<string, (switching: Promise<boolean>) => Promise<unknown>>> = {
    asked: async () => undefined,
    'in the rules': () => expect.poll(isTagged).toBe(true),
    done: async (switching) => expect(await switching).toBe(true),
  };
  for (const [moment, isThere] of Object.entries(moments)) {
    const switching = agent.attempt('aSVViewMode', { sysWebViewMode: 2 });
    await isThere(switching);
    await restarted();
    await switching;
    expect(await picture(), `ended when it was ${moment}`).toEqual(before);
  }
}, 300_000);
