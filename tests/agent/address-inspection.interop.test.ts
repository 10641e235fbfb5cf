import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DhcpOption } from '../../protocols/dhcp/options.ts';
import { clientSays, number, serverSays } from '../../protocols/dhcp-snooping/testing.ts';
import { BROADCAST_MAC, uint16At } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import type { Station } from '../namespaces/station.ts';
import { LabAgent } from './lab-agent.ts';

const patience = { timeout: 60_000, interval: 200 };
const ADMINISTRATOR = '192.168.10.1';
const SERVER = '192.168.10.3';
const STRANGER = '192.168.10.4';
const MADE_UP = '02-00-00-00-0A-01';

/** The administrator is at port 1, a client at port 2, the server at port 3, and an attacker at port 4. */
let lab: Lab;
let agent: LabAgent;
let folder: string;
let client: ChildProcess | undefined;
/** At ports 2 to 4: raw frames. */
let stations: readonly Station[];
/** What the card of the client has heard since somebody last looked. */
const heard: { client: Uint8Array[] } = { client: [] };
const logs = { server: '', rogue: '' };

const strangersMac = async () => macOf(4);
async function macOf(port: number): Promise<string> {
  const shown = await lab.host(port).namespace.ip('link', 'show', 'eth0');
  return /ether (\S+)/.exec(shown)?.[1]?.toUpperCase().replaceAll(':', '-') ?? '';
}

/** A dnsmasq that leases ten addresses from `first` on. */
async function serve(port: number, name: keyof typeof logs, first: number): Promise<void> {
  const words = [
    '--keep-in-foreground --conf-file=/dev/null --port=0 --no-ping --log-facility=- --log-dhcp --user=root --bind-interfaces',
    `--interface=eth0 --dhcp-authoritative --dhcp-range=192.168.10.${first},192.168.10.${first + 9},255.255.255.0,2m`,
    `--dhcp-leasefile=${join(folder, name)} --pid-file=${join(folder, `${name}.pid`)}`,
  ];
  const server = lab.host(port).namespace.spawn('dnsmasq', words.join(' ').split(' '), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.stderr?.on('data', (text) => {
    logs[name] += text;
  });
  await vi.waitFor(() => expect(logs[name]).toContain('DHCP, IP range'), patience);
}

/** Asks for an address once, with the words of udhcpc(8); resolves to it, or to undefined where none was given. */
async function leased(port: number, ...words: readonly string[]): Promise<string | undefined> {
  const asking = ['-f', '-q', '-n', '-i', 'eth0', '-s', '/bin/true', '-t', '2', '-T', '1', '-A', '1', ...words];
  const { stderr } = await lab.host(port).namespace.attempt('udhcpc', asking);
  return /lease of (\S+) obtained/.exec(stderr)?.[1];
}

/** Starts the client of port 2, which keeps its lease until it is ended. */
async function startClient(): Promise<void> {
  const words = ['-f', '-i', 'eth0', '-s', join(folder, 'script'), '-T', '1', '-A', '1', '-t', '5'];
  client = lab.host(2).namespace.spawn('udhcpc', words, { stdio: 'ignore' });
  await expect.poll(bound, patience).toMatch(/^192\.168\.10\.10\d$/);
  const shown = () => lab.host(2).namespace.ip('address', 'show', 'eth0');
  await expect.poll(shown, patience).toContain(`inet ${await bound()}/24`);
}

/** Lets the client of port 2 give its address back. */
async function release(): Promise<void> {
  // It takes its address off its card right behind the message, and a message that still asks for its way goes with that.
  const way = [SERVER, 'lladdr', (await macOf(3)).replaceAll('-', ':'), 'dev', 'eth0', 'nud', 'permanent'];
  await lab.host(2).namespace.ip('neigh', 'replace', ...way);
  client?.kill('SIGUSR2');
}

const bindings = () => agent.rows('dhcpSnoopingBindingEntry');

/** The address that the client of port 2 has by its binding. */
async function bound(): Promise<unknown> {
  const mac = await macOf(2);
  const rows = await bindings();
  return rows.find(({ bindingMac, bindingPort }) => bindingMac === mac && bindingPort === 2)?.bindingIp;
}

const dropped = async (why: string) =>
  Number((await agent.rows('dhcpSnoopingConfig'))[0]?.[`dhcpSnoopingDropped${why}`]);
const statistics = async () => (await agent.rows('arpInspStatsEntry'))[0] ?? {};
const said = async () => JSON.stringify(await agent.rows('syslogMsgEntry'));

/** ARP that says `address` is at the stranger's card. */
async function claim(address: string): Promise<Uint8Array> {
  const source = await strangersMac();
  const packet = { operation: 'reply', senderMac: source, senderAddress: address } as const;
  const payload = buildArp({ ...packet, targetMac: source, targetAddress: address });
  return padFrame(buildEthernet({ source, destination: BROADCAST_MAC, etherType: EtherType.arp, payload }));
}

/** Somebody at port 4 claims an address, and the client of port 2 hears it. */
async function isHeard(address: string): Promise<void> {
  heard.client = [];
  stations[2]?.send(await claim(address));
  const mac = await strangersMac();
  await expect.poll(() => claimsHeard(address, mac), patience).toBe(1);
}

/** Somebody at port 4 claims an address: that is counted as dropped, and the client of port 2 does not hear it. */
async function isDropped(address: string): Promise<void> {
  const count = async () => Number((await statistics()).arpInspDropped);
  const frame = await claim(address);
  const mac = await strangersMac();
  // What Open vSwitch has cached of the decision before may hold for a moment; more at once would be a flood.
  const tries = { ...patience, interval: 500 };
  const dropped = async () => {
    const before = await count();
    heard.client = [];
    stations[2]?.send(frame);
    await stations[0]?.sync();
    await expect.poll(count, { timeout: 5000 }).toBeGreaterThan(before);
    return claimsHeard(address, mac);
  };
  await expect.poll(dropped, tries).toBe(0);
}

/** How often the station with this MAC said that it has the address: who really has it may ask for something meanwhile. */
function claimsHeard(address: string, mac: string): number {
  const packets = heard.client.filter((frame) => uint16At(frame, 12) === EtherType.arp);
  return packets
    .map((frame) => parseArp(frame.subarray(14)))
    .filter((packet) => packet?.senderAddress === address && packet.senderMac === mac).length;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-snooping-'));
  writeFileSync(
    join(folder, 'script'),
    '#!/bin/sh\ncase "$1" in\nbound | renew) ip address replace "$ip/24" dev eth0 ;;\ndeconfig) ip address flush dev eth0 ;;\nesac\n',
  );
  chmodSync(join(folder, 'script'), 0o755);
  lab = await createLab({ ports: 4 });
  for (const host of lab.hosts) await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  await lab.host(3).address(`${SERVER}/24`);
  await lab.host(4).address(`${STRANGER}/24`);
  stations = await Promise.all([2, 3, 4].map((port) => lab.host(port).station()));
  const [second] = stations;
  if (second) second.onFrame = (frame) => heard.client.push(frame);
  agent = new LabAgent(lab);
  await agent.start();
  await serve(4, 'rogue', 150);
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

describe('DHCP snooping on Open vSwitch', () => {
  test('keeps clients from a server at a port that is not trusted, and lists whom the trusted one leases to', async () => {
    expect(await leased(2)).toMatch(/^192\.168\.10\.15\d$/);
    await agent.set('dhcpSnoopingVlanEntry', { dhcpSnoopingVlanId: 1, RowStatus: 4 });
    await agent.set('dhcpSnoopingPortEntry', { dhcpSnoopingPort: 3, dhcpSnoopingPortTrust: 1 });
    await agent.set('dhcpSnoopingConfig', { dhcpSnoopingStatus: 1, dhcpSnoopingBackupDb: 1 });
    await serve(3, 'server', 100);
    logs.rogue = '';
    await startClient();
    expect(logs.rogue).not.toContain('DHCP');
    const mac = await macOf(2);
    expect(await bindings()).toMatchObject([{ bindingMac: mac, bindingVlanId: 1, bindingType: 3, bindingLease: 120 }]);
  });

  test('does not let through what only servers say, and tells of it', async () => {
    heard.client = [];
    const before = await dropped('Server');
    for (const type of ['offer', 'ack', 'nak'] as const) {
      stations[2]?.send(serverSays(type, MADE_UP, '192.168.10.66', { sender: await strangersMac() }));
    }
    await expect.poll(() => dropped('Server'), patience).toBe(before + 3);
    await stations[0]?.sync();
    expect(heard.client.filter((frame) => uint16At(frame, 36) === 68)).toEqual([]);
    expect(await said()).toContain('responds as a DHCP server');
  });

  test('drops what carries option 82, unless that is let through', async () => {
    const option = ['-x', '0x52:0104000a0b0c'];
    expect(await leased(4, ...option)).toBeUndefined();
    expect(await dropped('Option82')).toBeGreaterThan(0);
    await agent.set('dhcpSnoopingConfig', { dhcpSnoopingPassOption82: 1 });
    expect(await leased(4, ...option)).toMatch(/^192\.168\.10\.10\d$/);
    expect((await bindings()).map(({ bindingPort }) => bindingPort).sort()).toEqual([2, 4]);
    await agent.set('dhcpSnoopingConfig', { dhcpSnoopingPassOption82: 2 });
  });

  test('holds a port to its rate of messages', async () => {
    await agent.set('dhcpSnoopingPortEntry', { dhcpSnoopingPort: 4, dhcpSnoopingPortRate: 5 });
    logs.server = '';
    for (let at = 0; at < 100; at += 1) stations[2]?.send(clientSays('discover', MADE_UP, { transaction: 1000 + at }));
    await stations[2]?.sync();
    await expect.poll(() => dropped('Rate'), patience).toBeGreaterThan(50);
    const asked = logs.server.split('\n').filter((line) => line.includes('DHCPDISCOVER')).length;
    expect(asked).toBeLessThan(50);
    await agent.set('dhcpSnoopingPortEntry', { dhcpSnoopingPort: 4, dhcpSnoopingPortRate: 0 });
  });

  test('forgets a station that gives its address back, and one whose lease ends', async () => {
    const isKnown = async () => (await bindings()).some(({ bindingMac }) => bindingMac === MADE_UP);
    logs.server = '';
    stations[2]?.send(clientSays('discover', MADE_UP, { transaction: 77 }));
    await vi.waitFor(() => expect(logs.server).toContain('DHCPOFFER'), patience);
    const lease = { transaction: 77, options: [[DhcpOption.leaseTime, number(8)]] } as const;
    stations[1]?.send(serverSays('ack', MADE_UP, '192.168.10.99', lease));
    await expect.poll(isKnown, patience).toBe(true);
    await release();
    await expect.poll(bound, patience).toBeUndefined();
    await expect.poll(isKnown, patience).toBe(false);
    if (client) await killed(client);
    await startClient();
  });

  test('knows its bindings again after the agent was killed', async () => {
    const before = await bound();
    await agent.save();
    await agent.kill();
    await agent.start();
    expect(await bound()).toBe(before);
    expect(await said()).toContain('DHCP bindings were restored after the start');
  });
});

describe('ARP inspection on Open vSwitch', () => {
  test('is confirmed by nobody whose own ARP it drops, although both ends know one another from before', async () => {
    await agent.set('arpInspPortEntry', { arpInspPort: 3, arpInspTrust: 1 });
    const other = await agent.administratorOn(lab.host(3).namespace);
    const asked = await lab.host(1).capture('arp');
    const inspect = { arpInspVlanId: 1, arpInspVlanStatus: 1, RowStatus: 4 };
    await expect(agent.set('arpInspVlanEntry', inspect)).rejects.toThrow('arpInspVlanEntry');
    // Neither the answer nor what asks for another one gets through.
    const forced = agent.set('arpInspVlanEntry', { ...inspect, Force: 1 }).catch(() => undefined);
    const guard = async () => Object(await other.read('managementGuard'));
    await expect.poll(guard, patience).toMatchObject({ managementGuardState: 2 });
    await asked.line(/who-has 192\.168\.10\.1 tell 192\.168\.10\.200/, patience.timeout);
    const again = agent.rows('managementGuard');
    const drops = async () => Object(await other.read('arpInspStatsEntry'))[0]?.arpInspDropped;
    await expect.poll(drops, patience).toMatch(/^[1-9]/);
    expect(await guard()).toMatchObject({ managementGuardState: 2 });
    const { error } = await other.set('managementGuard', { managementGuardTakeBack: 1 });
    expect(error.code).toBe(0);
    await Promise.all([forced, again]);
    await expect.poll(() => agent.rows('arpInspVlanEntry'), patience).toEqual([]);
  });

  test('lets stations speak of the addresses that they were leased, and of no others', async () => {
    await isHeard(SERVER);
    await agent.set('arpInspPortEntry', { arpInspPort: 1, arpInspTrust: 1 });
    await agent.set('arpInspVlanEntry', { arpInspVlanId: 1, arpInspVlanStatus: 1, RowStatus: 4 });
    await isDropped(SERVER);
    await lab.host(2).namespace.ip('neigh', 'flush', 'all');
    expect(await lab.host(2).reaches(ADMINISTRATOR, 10)).toBe(true);
    const { arpInspDropped, arpInspDhcpDrops, arpInspDhcpPermits } = await statistics();
    expect(Number(arpInspDropped)).toBeGreaterThan(0);
    expect(arpInspDhcpDrops).toBe(arpInspDropped);
    expect(Number(arpInspDhcpPermits)).toBeGreaterThan(0);
    const mac = await strangersMac();
    expect(await agent.rows('arpInspLogEntry')).toContainEqual(
      expect.objectContaining({
        arpInspLogPort: 4,
        arpInspLogSenderIp: SERVER,
        arpInspLogSenderMac: mac,
        arpInspLogAction: 2,
      }),
    );
    expect(await said()).toContain('was dropped');
  });

  test('asks an access list for a host without a lease, and trusts a port that is trusted', async () => {
    await lab.host(4).namespace.ip('neigh', 'flush', 'all');
    expect(await lab.host(4).reaches(ADMINISTRATOR, 1)).toBe(false);
    await agent.set('arpAclEntry', { arpAclName: 'fixed', RowStatus: 4 });
    await agent.set('arpAclRuleEntry', {
      arpAclName: 'fixed',
      arpAclRuleIndex: 1,
      arpAclRuleAction: 1,
      arpAclRuleIpType: 2,
      arpAclRuleIp: STRANGER,
      arpAclRuleMacType: 2,
      arpAclRuleMac: await strangersMac(),
      RowStatus: 4,
    });
    await agent.set('arpInspFilterEntry', { arpInspVlanId: 1, arpInspFilterAcl: 'fixed', RowStatus: 4 });
    expect(await lab.host(4).reaches(ADMINISTRATOR, 10)).toBe(true);
    await isDropped(SERVER);
    await agent.set('arpInspPortEntry', { arpInspPort: 4, arpInspTrust: 1 });
    await isHeard(SERVER);
    await agent.set('arpInspPortEntry', { arpInspPort: 4, arpInspTrust: 2 });
    await isDropped(SERVER);
  });

  test('shuts a port down that floods, until it is enabled again', async () => {
    const state = async () => (await agent.rows('arpInspPortEntry', { arpInspPort: 4 }))[0]?.arpInspPortState;
    const frame = await claim(SERVER);
    for (let at = 0; at < 100; at += 1) stations[2]?.send(frame);
    await expect.poll(state, patience).toBe(2);
    await expect.poll(() => lab.host(4).carrier(), patience).toBe('down');
    const isClosed = async () => (await agent.rows('portCtrlEntry', { ifIndex: 4 }))[0]?.portErrDisabled;
    expect(await isClosed()).toBe(1);
    await agent.set('ifEntry', { ifIndex: 4, ifAdminStatus: 1 });
    await expect.poll(() => lab.host(4).carrier(), patience).toBe('up');
    expect(await state()).toBe(1);
    expect(await isClosed()).toBe(2);
  });

  test.each(['ovs-vswitchd', 'ovsdb-server'] as const)('holds as before once %s was killed', async (daemon) => {
    const before = await bound();
    await agent.killDaemon(daemon);
    await isDropped(SERVER);
    logs.rogue = '';
    expect(await leased(2)).toBe(before);
    expect(logs.rogue).not.toContain('DHCP');
    await lab.host(2).namespace.ip('neigh', 'flush', 'all');
    expect(await lab.host(2).reaches(ADMINISTRATOR, 20)).toBe(true);
  });
});
