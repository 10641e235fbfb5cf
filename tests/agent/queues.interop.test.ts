// @long-running

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ipFrame } from '../../datapath/contract/ip-frames.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { python } from '../namespaces/python.ts';
import type { Station } from '../namespaces/station.ts';
import { EndAtProgram } from './end-at-program.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

/** Behind port 3, which is congested. */
const SERVER = '02-00-00-00-03-77';
const EF = 46;
const AF31 = 26;
/** Two megabits a second, in units of 64 kilobits. */
const RATE = 32;
/** Octets behind the header of a long frame, and what such a frame has. */
const LONG = 950;
/** Offered frames of each kind per second: each kind alone exceeds what the port sends. */
const OFFERED = 400;
/** Frames that leave before the share of each is looked at, and until it has been. */
const FIRST = 150;
const WINDOW = 700;
/** tc-htb(8) has the classes of strict queues below these numbers. */
const STRICT_CLASS = 0x10;

/** Others may go before the answers of the switch, which the administrator is asked about; the next call shows that he is there. */
const FORCED = { Force: 1 };

/** The administrator is at port 1, senders at 2 and 4, what receives at 3. */
let lab: Lab;
let agent: LabAgent;
let sender: Station;
let other: Station;
let receiver: Station;
let arrived: Uint8Array[] = [];

beforeAll(async () => {
  lab = await createLab({ ports: 4 });
  sender = await lab.host(2).station();
  receiver = await lab.host(3).station();
  other = await lab.host(4).station();
  receiver.onFrame = (frame) => arrived.push(frame);
  agent = new LabAgent(lab);
  await agent.start();
  await agent.set('dot1qVlanStaticEntry', {
    dot1qVlanIndex: 20,
    dot1qVlanStaticEgressPorts: '2,3',
    RowStatus: 4,
  });
  await withQueues();
  await agent.set('qosDscpConfig', { qosDscpStatus: 1, ...FORCED });
  await agent.set('dot1dPortPriorityEntry', { dot1dBasePort: 4, dot1dPortDefaultUserPriority: 7, ...FORCED });
  await agent.set('qosIpv6TcEntry', { qosIpv6TcValue: 104, qosIpv6TcQueue: 1, RowStatus: 4 });
  await agent.set('qosDscpMapEntry', { qosDscpValue: AF31, qosDscpQueue: 3 });
  for (const [queue, weight] of [
    [2, 1],
    [3, 2],
    [5, 4],
  ] as const) {
    await agent.set('qosSchedQueueEntry', { qosSchedQueue: queue, qosSchedWeight: weight });
  }
  await agent.set('snmpCommunityEntry', { snmpCommunityIndex: '1', snmpCommunityName: 'watch', RowStatus: 4 });
  await agent.set('snmpAgentCtrl', { snmpAgentState: 1 });
  receiver.send(frameOf(SERVER, 'FF-FF-FF-FF-FF-FF'));
  await receiver.sync();
}, 180_000);

afterAll(async () => {
  await lab.close();
}, 60_000);

function frameOf(source: string, destination = SERVER): Uint8Array {
  return buildEthernet({ destination, source, etherType: EtherType.experimental, payload: new Uint8Array(60) });
}

/** A long packet of a code point to the server, of IPv4. */
function long(dscp: number): Uint8Array {
  const whole = new Uint8Array(14 + LONG);
  whole.set(ipFrame({ from: '02-00-00-00-02-77', to: SERVER, dscp }));
  return whole;
}

const withQueues = () => agent.set('dot1dTrafficClassesEnabled', { dot1dTrafficClassesEnabled: 1, ...FORCED });

const congested = () =>
  agent.set('rateCtrlEntry', { rateCtrlIndex: 3, rateCtrlEgressStatus: 1, rateCtrlEgressRate: RATE });
const relieved = () => agent.set('rateCtrlEntry', { rateCtrlIndex: 3, rateCtrlEgressStatus: 2 });

/**
 * Offers packets of these code points, each at so many a second, until the port has sent enough to see their shares; returns the
 * octets of each among those, as a part of all.
 */
async function shares(offered: Readonly<Record<number, number>>): Promise<Record<number, number>> {
  const kinds = Object.entries(offered).map(([dscp, rate]) => ({ frame: long(Number(dscp)), rate, sent: 0 }));
  const began = performance.now();
  const octets = (from: number, dscp: number) =>
    arrived
      .slice(from, FIRST + WINDOW)
      .filter((frame) => (frame[15] ?? 0) >>> 2 === dscp)
      .reduce((sum, { length }) => sum + length, 0);
  arrived = [];
  while (arrived.length < FIRST + WINDOW) {
    for (const kind of kinds) {
      const due = ((performance.now() - began) / 1000) * kind.rate;
      for (; kind.sent < due; kind.sent += 1) sender.send(kind.frame);
    }
    await sender.sync();
    await receiver.sync();
    await delay(5);
  }
  const codePoints = Object.keys(offered).map(Number);
  const all = codePoints.reduce((sum, dscp) => sum + octets(FIRST, dscp), 0);
  return Object.fromEntries(codePoints.map((dscp) => [dscp, octets(FIRST, dscp) / all]));
}

/** Waiting frames have left, and nothing arrives any longer. */
async function drained(): Promise<void> {
  await relieved();
  let before = -1;
  await expect
    .poll(
      async () => {
        await receiver.sync();
        const still = arrived.length === before;
        before = arrived.length;
        return still;
      },
      { ...PATIENCE, interval: 300 },
    )
    .toBe(true);
}

const within = (share: number | undefined, wanted: number) => {
  expect(share).toBeGreaterThan(0.9 * wanted);
  expect(share).toBeLessThan(1.1 * wanted);
};

async function weighted(): Promise<void> {
  const { [EF]: expedited, [AF31]: assured, 0: best } = await shares({ [EF]: OFFERED, [AF31]: OFFERED, 0: OFFERED });
  within(expedited, 4 / 7);
  within(assured, 2 / 7);
  within(best, 1 / 7);
}

/** Frames that each queue of port 3 has taken in, while queues are strict. */
async function taken(): Promise<number[]> {
  const rows: unknown = JSON.parse(await lab.switch.exec('tc', '-s', '-j', 'qdisc', 'show', 'dev', 'p3'));
  const packets = new Map(
    (Array.isArray(rows) ? rows : []).filter(isRecord).map(({ parent, packets: count }) => [parent, Number(count)]),
  );
  return Array.from({ length: 8 }, (_, queue) => packets.get(`facf:${(STRICT_CLASS + queue).toString(16)}`) ?? -1);
}

/** So many frames that they are distinguished from the switch's own. */
const ENOUGH = 25;

/** The queue that frames into a port wait in. */
async function queueOf(station: Station, frame: Uint8Array): Promise<readonly number[]> {
  const before = await taken();
  for (let one = 0; one < ENOUGH; one += 1) station.send(frame);
  await station.sync();
  const grown = async () =>
    (await taken()).flatMap((count, queue) => (count >= (before[queue] ?? 0) + ENOUGH ? [queue] : []));
  await expect.poll(async () => (await grown()).length, PATIENCE).toBeGreaterThan(0);
  return grown();
}

async function discards(): Promise<number> {
  const [row] = await agent.rows('ifXEntry', { ifIndex: 3 });
  return Number(row?.ifOutDiscards);
}

describe('on Open vSwitch', () => {
  test('priority, port, code point and traffic class lead each to its queue', async () => {
    const from = '02-00-00-00-02-77';
    const six = (dscp: number) =>
      ipFrame({ from, to: SERVER, destination: '2001:db8::9', source: '2001:db8::1', dscp });
    expect(await queueOf(sender, frameOf(from))).toEqual([2]);
    expect(await queueOf(sender, pushTag(frameOf(from), (6 << 13) | 1))).toEqual([6]);
    expect(await queueOf(other, frameOf('02-00-00-00-04-77'))).toEqual([7]);
    expect(await queueOf(sender, ipFrame({ from, to: SERVER, dscp: EF }))).toEqual([5]);
    expect(await queueOf(sender, six(EF))).toEqual([5]);
    expect(await queueOf(sender, six(26))).toEqual([1]);
  }, 120_000);

  test('strict: expedited packets silence the others, and leave them what they do not need', async () => {
    await congested();
    const crowded = await shares({ [EF]: OFFERED, 0: OFFERED });
    expect(crowded[EF]).toBeGreaterThan(0.99);
    await drained();
    await congested();
    // A packet is 964 octets: a hundred a second are a good third of the rate.
    const shared = await shares({ [EF]: 100, 0: OFFERED });
    expect(shared[EF]).toBeGreaterThan(0.3);
    expect(shared[0]).toBeGreaterThan(0.5);
    await drained();
  }, 120_000);

  test('queues in which others silence the administrator are asked about, and gone as long as he cannot confirm them', async () => {
    await agent.set('dot1dTrafficClassesEnabled', { dot1dTrafficClassesEnabled: 2 });
    await agent.set('rateCtrlEntry', { rateCtrlIndex: 1, rateCtrlEgressStatus: 1, rateCtrlEgressRate: 10 });
    await agent.save();
    expect(await agent.refusal('dot1dTrafficClassesEnabled', { dot1dTrafficClassesEnabled: 1 })).toBe(
      'This change might disconnect the current management session. ' +
        'Answers to this session would leave port 1 only while the queues above queue 2 are empty.',
    );
    const [, mac = ''] = /ether (\S+)/.exec(await lab.host(1).namespace.ip('link', 'show', 'eth0')) ?? [];
    const whole = new Uint8Array(14 + LONG);
    whole.set(frameOf('02-00-00-00-04-77', mac.replaceAll(':', '-').toUpperCase()));
    let isFlooding = true;
    const flood = async () => {
      const began = performance.now();
      for (let sent = 0; isFlooding; await delay(5)) {
        // Also on a busy machine, more than the port sends.
        for (; sent < ((performance.now() - began) / 1000) * OFFERED; sent += 1) other.send(whole);
      }
    };
    await withQueues();
    const flooded = flood();
    await expect.poll(() => lab.host(1).reaches('192.168.10.200', 1), PATIENCE).toBe(false);
    expect(await agent.rows('managementGuard')).toEqual([]);
    await agent.kill();
    isFlooding = false;
    await flooded;
    await agent.start();
    expect(await agent.rows('dot1dTrafficClassesEnabled')).toMatchObject([{ dot1dTrafficClassesEnabled: 2 }]);
    expect(JSON.stringify(await agent.rows('syslogMsgEntry'))).toContain('the former configuration is in force');
    expect(await lab.switch.exec('tc', 'qdisc', 'show')).not.toContain('htb');
    await agent.set('rateCtrlEntry', { rateCtrlIndex: 1, rateCtrlEgressStatus: 2 });
    await withQueues();
  }, 120_000);

  test('weights of 4, 2 and 1 share the port within a tenth, and what found no room is told by page and SNMP', async () => {
    await agent.set('qosSchedConfig', { qosSchedAlgorithm: 2 });
    const before = await discards();
    await congested();
    await weighted();
    await drained();
    let last = -1;
    await expect
      .poll(async () => {
        const now = await discards();
        const still = now === last;
        last = now;
        return still;
      }, PATIENCE)
      .toBe(true);
    expect(last).toBeGreaterThan(before);
    const said = await lab
      .host(1)
      .namespace.exec('snmpget', '-v2c', '-c', 'watch', '-Oqv', '192.168.10.200', '.1.3.6.1.2.1.2.2.1.19.3');
    expect(Number(said)).toBe(last);
  }, 120_000);

  test('a rule of the access control list remarks what the receiver sees', async () => {
    await agent.set('aclProfileEntry', { aclProfileId: 1, aclProfileType: 2, aclProfileUseDscp: 1, RowStatus: 4 });
    await agent.set('aclRuleEntry', {
      aclProfileId: 1,
      aclRuleId: 1,
      aclRuleDscp: AF31,
      aclRuleReplacePriority: 7,
      aclRuleReplaceDscp: EF,
      aclRulePorts: '2',
      RowStatus: 4,
    });
    const tagged = pushTag(ipFrame({ from: '02-00-00-00-02-77', to: SERVER, dscp: AF31 }), 20);
    const seen = async () => {
      receiver.send(pushTag(frameOf(SERVER, 'FF-FF-FF-FF-FF-FF'), 20));
      arrived = [];
      sender.send(tagged);
      await sender.sync();
      await receiver.sync();
      return arrived
        .filter((frame) => macAt(frame, 0) === SERVER)
        .map((frame) => [tagOf(frame)?.priority, (frame[19] ?? 0) >>> 2]);
    };
    await expect.poll(seen, PATIENCE).toEqual([[7, EF]]);
    await agent.set('aclRuleEntry', { aclProfileId: 1, aclRuleId: 1, RowStatus: 6 });
  }, 120_000);

  // Of each program: datapath/openvswitch/killed-queues.interop.test.ts.
  test.each([
    ['without', 2, 1],
    ['with', 1, 2],
  ])(
    'the end of the agent amid a change leaves a switch that was saved %s queues as it was',
    async (_, saved, other) => {
      const end = new EndAtProgram(['tc', 'ip']);
      const restarted = async () => {
        await agent.kill();
        await agent.start(end.environment);
      };
      await relieved();
      await agent.set('dot1dTrafficClassesEnabled', { dot1dTrafficClassesEnabled: saved, ...FORCED });
      await agent.save();
      await restarted();
      const before = await picture();
      expect(before.isQueued).toBe(saved === 1);
      end.before(4);
      expect(await agent.attempt('dot1dTrafficClassesEnabled', { dot1dTrafficClassesEnabled: other, ...FORCED })).toBe(
        false,
      );
      end.never();
      await restarted();
      expect(await picture()).toEqual(before);
      end.remove();
    },
    120_000,
  );

  test('queues are again as configured after the daemons, and the agent, have died, and nothing is left once they were removed', async () => {
    await congested();
    await agent.save();
    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      receiver.send(frameOf(SERVER, 'FF-FF-FF-FF-FF-FF'));
      await weighted();
    }
    await agent.kill();
    await agent.start();
    receiver.send(frameOf(SERVER, 'FF-FF-FF-FF-FF-FF'));
    await weighted();
    const [, program = ''] =
      /\bid (\d+)/.exec(await lab.switch.exec('tc', 'filter', 'show', 'dev', 'faceplate-q1', 'ingress')) ?? [];
    expect(await programIsThere(program)).toBe(true);
    await agent.end();
    expect(await agent.remove()).toBe('');
    expect(await lab.switch.exec('tc', 'qdisc', 'show')).not.toMatch(/htb|tbf|pfifo|clsact/);
    expect(await lab.switch.exec('ip', '-o', 'link', 'show')).not.toContain('faceplate');
    await expect.poll(() => programIsThere(program), PATIENCE).toBe(false);
  }, 300_000);
});

/** Everything on the host that queues are made of, and whether a frame is led to them. */
async function picture(): Promise<{ readonly isQueued: boolean; readonly host: unknown }> {
  const frame = 'in_port=2,dl_src=02:00:00:00:02:77,dl_dst=ff:ff:ff:ff:ff:ff,dl_type=0x88b5';
  const shown = async (...question: readonly string[]) => (await lab.switch.exec('tc', ...question)).split('\n').sort();
  const names = (await lab.switch.exec('ip', '-o', 'link', 'show')).matchAll(/^\d+: ([^@:]+)/gm);
  return {
    isQueued: (await agent.traced(frame)).includes('push_vlan'),
    host: {
      devices: [...names].map(([, name]) => name).sort(),
      ports: await agent.devices(),
      waiting: await shown('qdisc', 'show'),
      classes: await shown('class', 'show', 'dev', 'p3'),
    },
  };
}

/** Asks the kernel for a program by its number (bpf(2), BPF_PROG_GET_FD_BY_ID). */
async function programIsThere(number: string): Promise<boolean> {
  const ask = `
import ctypes, platform, struct
call = {"x86_64": 321, "aarch64": 280}[platform.machine()]
wanted = ctypes.create_string_buffer(struct.pack("III", ${Number(number)}, 0, 0))
print(ctypes.CDLL(None).syscall(call, 13, wanted, 12) >= 0)`;
  return (await lab.switch.exec(python, '-c', ask)).trim() === 'True';
}
