import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowCalls } from '../../console/call/row-calls.ts';
import { type Attack, attacks, fragmentAttacks } from '../../datapath/attack.ts';
import { attackFrame } from '../../datapath/contract/attack-packets.ts';
import { attackShapes } from '../../datapath/contract/attacks.ts';
import { ipFrame } from '../../datapath/contract/ip-frames.ts';
import { sameOctets } from '../../datapath/contract/test-frame.ts';
import { blocked, blockingObjects, unblocked } from '../../features/hosts/blocking.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { TableObject } from '../../model/schema/object.ts';
import type { Values as WireValues } from '../../model/wire/call.ts';
import { BROADCAST_MAC, macAt } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { tagOf } from '../../protocols/frames/vlan-tag.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { python } from '../namespaces/python.ts';
import type { Station } from '../namespaces/station.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
type Values = Readonly<Record<string, string | number>>;

/** The administrator is at port 1, a client at port 2, servers at port 3 and 4; nothing sends at port 5 by itself. */
let lab: Lab;
let agent: LabAgent;
const stations = new Map<number, Station>();
const macs = new Map<number, string>();
const heard = new Map<number, Uint8Array[]>();

const server = `
import socket, threading, time
def serve(port):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind(('', port))
    one.listen(50)
    while True: one.accept()[0].close()
for port in (23, 80): threading.Thread(target=serve, args=(port,), daemon=True).start()
time.sleep(3600)
`;
const client = `
import socket, sys
try: socket.create_connection(('192.168.10.3', int(sys.argv[1])), 1).close()
except OSError: sys.exit(1)
`;

const connects = async (port: number) =>
  (await lab.host(2).namespace.attempt(python, ['-c', client, `${port}`])).code === 0;
const pings = (to: number) => lab.host(2).reaches(`192.168.10.${to}`, 0);

beforeAll(async () => {
  lab = await createLab({ ports: 5 });
  for (const { namespace, port, address, station } of lab.hosts) {
    await namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
    if (port < 5) await address(`192.168.10.${port}/24`);
    const link = await namespace.ip('link', 'show', 'eth0');
    macs.set(port, (/ether (\S+)/.exec(link)?.[1] ?? '').toUpperCase().replaceAll(':', '-'));
    if (port === 1) continue;
    const one = await station();
    one.onFrame = (frame) => heard.get(port)?.push(frame);
    stations.set(port, one);
  }
  lab.host(3).namespace.spawn(python, ['-c', server], { stdio: 'ignore' });
  agent = new LabAgent(lab);
  await agent.start();
  for (const port of [23, 80]) await vi.waitFor(async () => expect(await connects(port)).toBe(true), PATIENCE);
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
}, 60_000);

const create = (object: string, values: Values) => agent.set(object, { RowStatus: 4, ...values });
const profile = (aclProfileId: number, values: Values) => create('aclProfileEntry', { aclProfileId, ...values });
const rule = (aclProfileId: number, values: Values) =>
  create('aclRuleEntry', { aclProfileId, aclRuleId: 1, aclRulePorts: '2', ...values });

async function removeRules(): Promise<void> {
  for (const row of await agent.rows('aclRuleEntry')) {
    const index = { aclProfileId: Number(row.aclProfileId), aclRuleId: Number(row.aclRuleId) };
    await agent.set('aclRuleEntry', { RowStatus: 6, ...index });
  }
  for (const row of await agent.rows('aclProfileEntry')) {
    await agent.set('aclProfileEntry', { RowStatus: 6, aclProfileId: Number(row.aclProfileId) });
  }
}

async function hitsOf(aclProfileId: number): Promise<number> {
  const rows = await agent.rows('aclRuleEntry');
  return Number(rows.find((row) => row.aclProfileId === aclProfileId)?.aclRuleHits);
}

/**
 * The ports of 2 to 5 that a frame sent at `port` reaches, and how it arrives there. A frame of `witness` follows it, which does.
 */
async function arrivals(port: number, frame: Uint8Array, witness: Uint8Array): Promise<Map<number, Uint8Array[]>> {
  for (const at of stations.keys()) heard.set(at, []);
  const sender = stations.get(port);
  sender?.send(frame);
  sender?.send(witness);
  const isThere = () => [...heard.values()].some((frames) => frames.some((one) => sameOctets(one, witness)));
  await expect.poll(isThere, PATIENCE).toBe(true);
  for (const one of stations.values()) await one.sync();
  const isIt = (one: Uint8Array) => macAt(one, 6) === macAt(frame, 6) && !sameOctets(one, witness);
  return new Map([...heard].map(([at, frames]) => [at, frames.filter(isIt)]));
}

async function reached(port: number, frame: Uint8Array, witness: Uint8Array): Promise<number[]> {
  const seen = await arrivals(port, frame, witness);
  return [...seen].filter(([, frames]) => frames.length > 0).map(([at]) => at);
}

const anyone = (source: string, mark = 0) =>
  buildEthernet({
    destination: BROADCAST_MAC,
    source,
    etherType: EtherType.experimental,
    payload: new Uint8Array(60).fill(mark),
  });

/** The last verdict of "What happens to this frame?", and what Open vSwitch says about the same frame. */
async function verdicts(destination: string, port: number): Promise<object> {
  const asked = { tracePort: 2, traceSourceMac: macs.get(2) ?? '', traceDestinationMac: macs.get(3) ?? '' };
  const packet = { traceSource: '192.168.10.2', traceDestination: destination, traceDestinationPort: port };
  const page = (await agent.rows('aclTraceEntry', { ...asked, ...packet })).at(-1);
  const [from, to] = [2, 3].map((at) => macs.get(at)?.toLowerCase().replaceAll('-', ':'));
  const addresses = `dl_src=${from},dl_dst=${to},nw_src=192.168.10.2,nw_dst=${destination}`;
  const actions = await agent.traced(`in_port=2,tcp,${addresses},tp_src=50000,tp_dst=${port},nw_ttl=64`);
  return { page: page?.aclTraceVerdict, rule: page?.aclTraceRule, openVSwitch: actions === 'drop' ? 'drops' : 'sends' };
}

const DROPPED = 3;
const LEAVES = 4;

describe('on Open vSwitch, the access control list', () => {
  beforeEach(removeRules);

  async function denyTelnet(more: Values = {}): Promise<void> {
    await profile(1, {
      aclProfileType: 2,
      aclProfileSrcIpMask: '255.255.255.0',
      aclProfileProtocol: 4,
      aclProfileDstPortMask: 'FFFF',
    });
    const match = { aclRuleSrcIp: '192.168.10.0', aclRuleDstPort: 23, aclRuleAction: 2 };
    await rule(1, { ...match, aclRulePorts: '2-5', ...more });
  }

  test('denies Telnet from a network, counts, and says so of a frame as Open vSwitch does', async () => {
    expect(await connects(23)).toBe(true);
    await denyTelnet();
    await expect.poll(() => connects(23), PATIENCE).toBe(false);
    expect(await connects(80)).toBe(true);
    await expect.poll(() => hitsOf(1), PATIENCE).toBeGreaterThan(0);
    expect(await verdicts('192.168.10.3', 23)).toEqual({ page: DROPPED, rule: 1, openVSwitch: 'drops' });
    expect(await verdicts('192.168.10.3', 80)).toEqual({ page: LEAVES, rule: 0, openVSwitch: 'sends' });
  });

  test('denies it still after the daemons, and the agent, have died', async () => {
    await denyTelnet();
    await agent.save();
    const holds = async () => {
      await expect.poll(() => connects(80), PATIENCE).toBe(true);
      expect(await connects(23)).toBe(false);
      await expect.poll(() => hitsOf(1), PATIENCE).toBeGreaterThan(0);
    };
    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      await holds();
    }
    await agent.kill();
    expect(await connects(80)).toBe(true);
    expect(await connects(23)).toBe(false);
    await agent.start();
    await holds();
    expect(await verdicts('192.168.10.3', 23)).toEqual({ page: DROPPED, rule: 1, openVSwitch: 'drops' });
  }, 240_000);

  test('lets a port reach one server alone: the first rule that holds decides', async () => {
    expect([await pings(3), await pings(4)]).toEqual([true, true]);
    await profile(1, { aclProfileUseEtherType: 1 });
    await rule(1, { aclRuleEtherType: '0806' });
    await profile(2, { aclProfileType: 2, aclProfileDstIpMask: '255.255.255.255' });
    await rule(2, { aclRuleDstIp: '192.168.10.3' });
    await profile(3, { aclProfileSrcMacMask: '01-00-00-00-00-00' });
    await rule(3, { aclRuleSrcMac: '00-00-00-00-00-00', aclRuleAction: 2 });
    await expect.poll(() => pings(4), PATIENCE).toBe(false);
    await lab.host(2).namespace.ip('neigh', 'flush', 'all');
    expect(await pings(3)).toBe(true);
    for (const id of [1, 2, 3]) await expect.poll(() => hitsOf(id), PATIENCE).toBeGreaterThan(0);
    expect(await verdicts('192.168.10.4', 80)).toEqual({ page: DROPPED, rule: 1, openVSwitch: 'drops' });
    expect(await verdicts('192.168.10.3', 80)).toEqual({ page: LEAVES, rule: 0, openVSwitch: 'sends' });
    // Behind the rule that denies the rest it permits nothing, and has counted what it had.
    const had = await hitsOf(2);
    await agent.set('aclProfileEntry', { aclProfileId: 2, aclProfilePlace: 4 });
    await expect.poll(() => pings(3), PATIENCE).toBe(false);
    expect(await hitsOf(2)).toBeGreaterThanOrEqual(had);
    expect(await verdicts('192.168.10.3', 80)).toEqual({ page: DROPPED, rule: 1, openVSwitch: 'drops' });
  });

  test('holds PPPoE sessions, told by the content of frames, to 20 Mbit/s', async () => {
    await profile(1, {
      aclProfileType: 4,
      aclProfileChunk1Base: 1,
      aclProfileChunk1Offset: 12,
      aclProfileChunk1Mask: 'FFFF0000',
    });
    await rule(1, { aclRuleChunk1: '88640000', aclRuleRateLimit: 313, aclRulePorts: '2-5' });
    const received = async () =>
      Number(await lab.host(3).namespace.exec('cat', '/sys/class/net/eth0/statistics/rx_bytes'));
    const blast = (type: string) => `
import socket, time
line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
line.bind(('eth0', 0))
frame = bytes.fromhex('${macs.get(3)?.replaceAll('-', '')}${macs.get(2)?.replaceAll('-', '')}${type}') + bytes(1486)
begun = time.monotonic()
for number in range(2000):
    line.send(frame)
    if number % 10 == 9: time.sleep(0.001)
print(time.monotonic() - begun)
`;
    /** Megabits a second that are offered, and that arrive behind what may pass at once. */
    const speed = async (type: string) => {
      const before = await received();
      const seconds = Number(await lab.host(2).namespace.exec(python, '-c', blast(type)));
      const octets = (await received()) - before;
      const got = ((octets - 65_536) * 8) / seconds / 1e6;
      return { offered: (2000 * 1500 * 8) / seconds / 1e6, got, frames: Math.floor(octets / 1500) };
    };
    const taken = async () =>
      Number((await agent.rows('ifXEntry')).find(({ ifIndex }) => ifIndex === 2)?.ifHCInUcastPkts);
    const takenBefore = await taken();
    let unlimited = 0;
    // A busy machine may be too slow to offer more than the limit.
    await expect
      .poll(async () => {
        const [free, limited] = [await speed('88b5'), await speed('8864')];
        unlimited += free.frames;
        return free.got > 30 && limited.offered > 30 && limited.got > 5 && limited.got < 25;
      }, PATIENCE)
      .toBe(true);
    // All of them that the switch took in are counted, dropped ones too: a busy machine loses some on the way to it.
    const uncounted = async () => (await taken()) - takenBefore - unlimited - (await hitsOf(1));
    await expect.poll(uncounted, PATIENCE).toBe(0);
    expect(await hitsOf(1)).toBeGreaterThan(0);
  });

  test('gives voice the highest priority, in its tag', async () => {
    const members = { dot1qVlanStaticEgressPorts: '2,3' };
    await create('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, ...members });
    await profile(1, { aclProfileType: 2, aclProfileUseDscp: 1 });
    await rule(1, { aclRuleDscp: 46, aclRuleReplacePriority: 7, aclRulePorts: '1-5' });
    const [from, tag] = ['02-AA-00-00-00-46', { vid: 20 }];
    const witness = ipFrame({ from, to: BROADCAST_MAC, dscp: 1, tag });
    const priority = async (dscp: number) => {
      const seen = await arrivals(2, ipFrame({ from, to: BROADCAST_MAC, dscp, tag }), witness);
      return (seen.get(3) ?? []).map((frame) => tagOf(frame)?.priority);
    };
    await expect.poll(() => priority(46), PATIENCE).toEqual([7]);
    expect(await priority(44)).toEqual([0]);
    await agent.set('dot1qVlanStaticEntry', { RowStatus: 6, dot1qVlanIndex: 20 });
  });

  test('copies what a rule mirrors to the target, and forwards it', async () => {
    const session = { mirrorSessionId: 1, mirrorTargetPort: 5, mirrorIngressPorts: '4' };
    await agent.set('mirrorSessionEntry', { ...session, mirrorSessionStatus: 1 });
    await profile(1, { aclProfileType: 2, aclProfileProtocol: 4, aclProfileDstPortMask: 'FFFF' });
    await rule(1, { aclRuleDstPort: 80, aclRuleAction: 3 });
    const mirrored = await lab.host(5).capture('tcp dst port 80 or tcp dst port 23');
    await expect.poll(() => connects(80), PATIENCE).toBe(true);
    await mirrored.line(/192\.168\.10\.2\.\d+ > 192\.168\.10\.3\.80: Flags \[S\]/);
    expect(await connects(23)).toBe(true);
    expect((await mirrored.stop()).some((line) => line.includes('.23:'))).toBe(false);
    await agent.set('mirrorSessionEntry', { mirrorSessionId: 1, mirrorSessionStatus: 2 });
  });

  test('lets a trial end by itself, and says so', async () => {
    await denyTelnet({ aclRuleTimeout: 4 });
    expect(await connects(23)).toBe(false);
    await expect.poll(() => agent.rows('aclRuleEntry'), PATIENCE).toEqual([]);
    await expect.poll(() => connects(23), PATIENCE).toBe(true);
    expect(JSON.stringify(await agent.rows('syslogMsgEntry'))).toContain('The timeout of {{rule}} has expired.');
  });
});

describe('on Open vSwitch, a port that allows five addresses', () => {
  const source = (number: number, port = 5) => `02-5E-00-00-0${port}-0${number}`;
  const witness = anyone(source(1), 1);
  const secure = (values: Values, portSecPort = 5) => agent.set('portSecPortEntry', { portSecPort, ...values });
  const lets = async (number: number) => (await reached(5, anyone(source(number)), witness)).length > 0;
  const portRow = async () => (await agent.rows('portSecPortEntry')).find(({ portSecPort }) => portSecPort === 5);

  beforeEach(async () => {
    await secure({ portSecState: 2, portSecMode: 2 });
    await agent.set('ifEntry', { ifIndex: 5, ifAdminStatus: 1 });
  });

  async function fill(violation: number, more: Values = {}): Promise<void> {
    await secure({ portSecState: 1, portSecMaxAddr: 5, portSecViolation: violation, ...more });
    for (const number of [1, 2, 3, 4, 5]) await expect.poll(() => lets(number), PATIENCE).toBe(true);
    expect(await portRow()).toMatchObject({ portSecCurrent: 5, portSecCurrentState: 1 });
  }

  test('drops the sixth silently where it protects', async () => {
    await fill(1);
    expect(await lets(6)).toBe(false);
    expect(await lets(3)).toBe(true);
    expect(await portRow()).toMatchObject({ portSecCurrent: 5, portSecViolationCount: '0', portSecCurrentState: 1 });
  });

  test('counts the frames of the sixth where it restricts, and says who it was', async () => {
    await fill(2);
    for (let frame = 0; frame < 3; frame += 1) expect(await lets(6)).toBe(false);
    await expect.poll(portRow, PATIENCE).toMatchObject({ portSecViolationCount: '3', portSecCurrentState: 1 });
    expect(JSON.stringify(await agent.rows('syslogMsgEntry'))).toContain(source(6));
  });

  test('is closed by the sixth where that shuts it down, until it is disabled and enabled', async () => {
    await fill(3);
    stations.get(5)?.send(anyone(source(6)));
    await expect.poll(portRow, PATIENCE).toMatchObject({ portSecCurrentState: 2 });
    await expect.poll(() => lab.host(5).carrier(), PATIENCE).toBe('down');
    // Neither does somebody on the host open it, nor a daemon that comes back.
    await lab.switch.ip('link', 'set', 'p5', 'up');
    await expect
      .poll(async () => JSON.stringify(await agent.rows('syslogMsgEntry')), PATIENCE)
      .toContain('Interface p5 had been enabled on the host. It was repaired.');
    expect(await lab.host(5).carrier()).toBe('down');
    await agent.killDaemon('ovs-vswitchd');
    expect(await lab.host(5).carrier()).toBe('down');
    expect(await portRow()).toMatchObject({ portSecCurrentState: 2 });
    for (const ifAdminStatus of [2, 1]) await agent.set('ifEntry', { ifIndex: 5, ifAdminStatus });
    await expect.poll(() => lab.host(5).carrier(), PATIENCE).toBe('up');
    await expect.poll(() => lets(1), PATIENCE).toBe(true);
  });

  test('knows them again after the agent and the daemon have died, where it keeps them', async () => {
    await fill(2, { portSecMode: 1 });
    await agent.save();
    await agent.killDaemon('ovs-vswitchd');
    await expect.poll(() => lets(4), PATIENCE).toBe(true);
    expect(await lets(6)).toBe(false);
    await agent.kill();
    await agent.start();
    expect(await portRow()).toMatchObject({ portSecCurrent: 5 });
    await expect.poll(() => lets(4), PATIENCE).toBe(true);
    expect(await lets(6)).toBe(false);
  }, 240_000);
});

describe('on Open vSwitch, the shapes of attacks', () => {
  const state = (attack: Attack, dosState: number) => ({ dosType: attacks.indexOf(attack) + 1, dosState });
  const shapes = attacks.filter((attack) => !fragmentAttacks.has(attack));
  const [from, witness] = ['02-AA-00-00-00-41', anyone('02-AA-00-00-00-41', 1)];
  const passes = async (packet: Parameters<typeof attackFrame>[0]) =>
    (await reached(2, attackFrame({ ...packet, source: from, destination: BROADCAST_MAC }), witness)).length > 0;

  test('are dropped and counted while honest packets pass; those of fragments are refused with the reason', async () => {
    for (const attack of shapes) await agent.set('dosTypeEntry', state(attack, 1));
    for (const attack of fragmentAttacks) {
      expect(await agent.refusal('dosTypeEntry', state(attack, 1))).toContain('the position of a fragment');
    }
    for (const attack of shapes) {
      const [hostile] = attackShapes[attack].hostile;
      if (hostile) await expect.poll(() => passes(hostile), PATIENCE).toBe(false);
    }
    await agent.set('dosConfig', { dosClearCounters: 1 });
    for (const attack of shapes) {
      const { hostile, honest } = attackShapes[attack];
      for (const packet of hostile.slice(0, 1)) expect(await passes(packet), attack).toBe(false);
      for (const packet of honest.slice(0, 1)) expect(await passes(packet), `honest beside ${attack}`).toBe(true);
    }
    const counts = async () => (await agent.rows('dosTypeEntry')).map(({ dosDropCount }) => dosDropCount);
    await expect.poll(counts, PATIENCE).toEqual(attacks.map((attack) => (fragmentAttacks.has(attack) ? '0' : '1')));
    expect([await connects(23), await connects(80), await pings(3)]).toEqual([true, true, true]);
    for (const attack of shapes) await agent.set('dosTypeEntry', state(attack, 2));
  });
});

test('on Open vSwitch, a real ping to a filtered address stops until the filter is taken away', async () => {
  const filtered = { dot1dStaticAddress: macs.get(3) ?? '' };
  expect(await pings(3)).toBe(true);
  await create('dot1dStaticEntry', filtered);
  await expect.poll(() => pings(3), PATIENCE).toBe(false);
  expect(await pings(4)).toBe(true);
  await agent.set('dot1dStaticEntry', { RowStatus: 6, ...filtered });
  await expect.poll(() => pings(3), PATIENCE).toBe(true);
});

test('on Open vSwitch, a blocked host neither sends nor receives until it is unblocked', async () => {
  const mac = macs.get(4) ?? '';
  const changed = async (change: (before: Configuration) => Configuration) => {
    let before = Configuration.empty;
    for (const object of blockingObjects) {
      before = before.withRows<TableObject>(object, (await agent.rows(object.name)) as WireValues[]);
    }
    await agent.batch(rowCalls(changesBetween(blockingObjects, before, change(before))));
  };
  const sent = () => reached(4, anyone(mac), anyone('02-00-00-00-00-44', 1));
  expect(await pings(4)).toBe(true);
  expect(await sent()).toEqual([2, 3, 5]);
  await changed((before) => blocked(before, mac, '1-5', 'Blocked hosts') ?? before);
  await expect.poll(() => pings(4), PATIENCE).toBe(false);
  expect(await sent()).toEqual([]);
  expect(await pings(3)).toBe(true);
  await changed((before) => unblocked(before, mac));
  await expect.poll(() => pings(4), PATIENCE).toBe(true);
  expect(await sent()).toEqual([2, 3, 5]);
});
