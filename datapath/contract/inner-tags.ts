import { describe, expect, test } from 'vitest';
import { accessRuleKey } from '../../model/access-control/access-rule.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { popTag, pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import type { PuntMatch, PuntPlan } from '../punt.ts';
import { attackFrame } from './attack-packets.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { ipFrame, type WantedPacket } from './ip-frames.ts';
import { arpFrame, laterFragment, udpFrame } from './packets.ts';
import { packet, stationMac } from './test-frame.ts';
import { OWN_MAC, ownInterface } from './test-plan.ts';

const IPV4 = { etherType: 0x0800 } as const;
const TELNET: WantedPacket = { protocol: 6, destinationPort: 23 };
const SSH: WantedPacket = { protocol: 6, destinationPort: 22 };
const RULE = accessRuleKey(1, 1);
const UDP = 17;
const GROUP = '01-00-5E-0A-0A-0A';

/** Tags of a frame, the outermost first: VLAN 20 by a C-tag, S30 by an S-tag. */
type Tags = readonly (`${number}` | `S${number}`)[];

/** Every way to carry a packet behind two tags at most. */
const stacks: readonly Tags[] = [
  [],
  ['10'],
  ['0'],
  ['10', '20'],
  ['0', '20'],
  ['10', 'S30'],
  ['0', 'S30'],
  ['S30'],
  ['S30', '10'],
  ['S30', '0'],
  ['S30', 'S31'],
];
/** Those that a bridge of C-VLANs takes for one packet of the VLAN: behind its own tag is something else. */
const tunnels = stacks.filter((tags) => tags.length > 1 || tags[0]?.startsWith('S'));

/**
 * Stages that look into packets do so behind two tags, each a C-tag or an S-tag (docs/specification/security.md 0.5).
 */
export function describeInnerTags(bench: () => Bench): void {
  const vlans = { 10: { tagged: '1-3' } };

  /** A frame from port 1 leaves whole except for a priority tag, at each port of its VLAN. */
  const isFlooded = async (frame: Uint8Array, punts: readonly string[] = []) => {
    const ports = isInTen(frame) ? [2, 3] : [2, 3, 4, 5, 6];
    const traffic = await bench().harness.collect({ left: ports.length, punted: punts.length });
    const whole = tagOf(frame)?.vid === 0 ? popTag(frame) : frame;
    const left = traffic.left.toSorted((one, other) => one.port - other.port);
    expect(left).toEqual(ports.map((port) => ({ port, frame: whole })));
    expect(traffic.punted.map(({ kind, vlan }) => `${kind} in ${vlan}`)).toEqual(punts);
    for (const punted of traffic.punted) expect(punted.frame).toEqual(frame);
  };
  const passes = async (frame: Uint8Array, ...punts: string[]) => {
    await bench().harness.send(1, frame);
    await isFlooded(frame, punts);
  };
  const isDropped = (frame: Uint8Array) => bench().passesOctets(1, frame, []);

  const inspected = (action: PuntPlan['action'], ...matches: PuntMatch[]): PuntPlan => ({
    stage: 'inspection',
    action,
    rate: 1000,
    matches,
  });

  describe('behind two tags', () => {
    test('an access rule finds a packet by its port, its addresses and its type', async () => {
      for (const match of [
        { ...IPV4, ipProtocol: 6, destinationPort: 23 },
        { ...IPV4, ipv4Source: 0x0a00_0001, ipProtocol: 6, tcpFlags: [0x02, 0x02] },
        IPV4,
      ] as const) {
        await bench().begin({ vlans, accessControl: { [RULE]: { match, action: 'deny' } } });
        const held = { ...TELNET, tcpFlags: 0x02 };
        const other = match === IPV4 ? { source: '2001:db8::1', destination: '2001:db8::9' } : SSH;
        for (const tags of stacks) {
          await isDropped(carried(ipFrame(held), tags));
          await passes(carried(ipFrame(other), tags));
        }
      }
    });

    test('no rule looks behind a third one, which is the type there', async () => {
      const match = { ...IPV4, ipProtocol: 6, destinationPort: 23 } as const;
      await bench().begin({ vlans, accessControl: { [RULE]: { match, action: 'deny' } } });
      await passes(carried(ipFrame(TELNET), ['10', '20', '30']));
      await bench().begin({ vlans, accessControl: { [RULE]: { match: { etherType: 0x8100 }, action: 'deny' } } });
      await isDropped(carried(ipFrame(TELNET), ['10', '20', '30']));
      await passes(carried(ipFrame(TELNET), ['10', '20']));
    });

    test('a rule writes the DSCP, and the priority into the first tag alone', async () => {
      await bench().begin({ vlans, accessControl: { [RULE]: { match: IPV4, priority: 6, dscp: 46 } } });
      for (const tags of stacks) {
        await bench().harness.send(1, carried(ipFrame(TELNET), tags));
        const { left } = await bench().harness.collect({ left: 2, punted: 0 });
        const tagged = left.filter(({ frame }) => tagOf(frame)?.vid === 10);
        const untagged = left.filter(({ frame }) => tagOf(frame)?.vid !== 10);
        const own = tags[0] === '10' ? tagged : untagged;
        expect(own.length, tags.join()).toBeGreaterThan(0);
        const marked = ipFrame({ ...TELNET, dscp: 46 });
        for (const { frame } of own) {
          const wanted = carried(marked, tags[0] === '0' ? tags.slice(1) : tags);
          if (tags[0] === '10') wanted[14] = 6 << 5;
          expect(frame, tags.join()).toEqual(wanted);
        }
      }
    });

    test('a rule copies the frame as it was received', async () => {
      const mirrors = [{ target: 6 }];
      await bench().begin({ vlans, mirrors, accessControl: { [RULE]: { match: IPV4, copyTo: 6 } } });
      for (const tags of stacks) {
        const frame = carried(ipFrame(TELNET), tags);
        await bench().harness.send(1, frame);
        const { left } = await bench().harness.collect({ left: 3, punted: 0 });
        expect(left.filter(({ port }) => port === 6).map((copy) => copy.frame)).toEqual([frame]);
      }
    });

    test('the shapes of attacks are known', async () => {
      await bench().begin({ vlans, deniedAttacks: ['land', 'blat', 'tcpNullScan'] });
      const dropped = async () =>
        [...(await bench().datapath.attackDrops()).values()].reduce((sum, count) => sum + count, 0n);
      const before = await dropped();
      const hostile = [
        attackFrame({ protocol: 'icmp', to: 1 }),
        attackFrame({ protocol: 'udp', ports: [7, 7] }),
        attackFrame({ protocol: 'tcp', version: 6, flags: 0 }),
      ];
      for (const tags of stacks) {
        for (const frame of hostile) await isDropped(carried(frame, tags));
        await passes(carried(attackFrame({ protocol: 'icmp' }), tags));
      }
      const count = BigInt(hostile.length * stacks.length);
      await expect.poll(async () => (await dropped()) - before, PATIENCE).toBe(count);
    });

    test('a class that asks for it gets ARP and datagrams as they were received, and lets them go on whole', async () => {
      const messages = { etherType: 0x0800, ipProtocol: UDP, destinationPort: 67, behindTwoTags: true };
      const arp = { etherType: EtherType.arp, arpOperation: 1, behindTwoTags: true };
      await bench().begin({ vlans, punts: { looked: inspected('take', messages, arp) } });
      for (const tags of stacks) {
        for (const untagged of [udpFrame(68, 67), arpFrame('request')]) {
          const frame = carried(untagged, tags);
          await bench().harness.send(1, frame);
          const { left, punted } = await bench().harness.collect({ left: 0, punted: 1 });
          expect(left).toEqual([]);
          expect(punted, tags.join()).toMatchObject([{ frame, vlan: isInTen(frame) ? 10 : 1 }]);
          for (const one of punted) bench().datapath.resume(one);
          await isFlooded(frame);
        }
        for (const untagged of [udpFrame(67, 69), arpFrame('reply'), laterFragment(udpFrame(68, 67))]) {
          await passes(carried(untagged, tags));
        }
      }
    });

    test('a class gets copies, and the frame goes its way', async () => {
      const arp = { etherType: EtherType.arp, behindTwoTags: true };
      await bench().begin({ vlans, punts: { looked: inspected('copy', arp) } });
      for (const tags of stacks) {
        const frame = carried(arpFrame('request'), tags);
        await passes(frame, `looked in ${isInTen(frame) ? 10 : 1}`);
      }
    });

    test('a class at control and at learning gets the frame as it was received, and lets it go on', async () => {
      const source = stationMac('A');
      for (const stage of ['control', 'learning'] as const) {
        const punts = { looked: { ...inspected('take', { source }), stage } };
        await bench().begin({ vlans, punts, ...(stage === 'learning' && { secured: '1' }) });
        for (const tags of stacks) {
          const frame = carried(ipFrame(TELNET), tags);
          await bench().harness.send(1, frame);
          const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
          expect(punted, `${stage} ${tags.join()}`).toMatchObject([{ frame }]);
          for (const one of punted) bench().datapath.resume(one);
          await isFlooded(frame);
        }
      }
    });
  });

  describe('of a VLAN within a VLAN', () => {
    test('a class that does not ask for it gets nothing, nor does the own interface', async () => {
      const udp = { ipProtocol: UDP };
      const arp = { etherType: EtherType.arp };
      const punts = {
        inspected: inspected('take', udp, arp),
        delivered: { ...inspected('take', udp, arp), stage: 'delivery' as const },
      };
      const interfaces = [ownInterface(1), ownInterface(10)];
      await bench().begin({ vlans, punts, interfaces });
      for (const tags of tunnels) {
        await passes(carried(udpFrame(68, 67), tags));
        await passes(carried(arpFrame('request'), tags));
        await isDropped(carried(ipFrame({ ...TELNET, to: OWN_MAC }), tags));
      }
      await isPunted(carried(udpFrame(68, 67), ['10']), 'inspected in 10');
    });

    test('a packet to a group is none of the VLAN around it', async () => {
      const plan = {
        vlans,
        multicastVlans: {
          20: { sources: '1', untagged: '1', tagged: '4', groups: [['239.10.10.10', '239.10.10.10']] },
        },
      } as const;
      await bench().begin(plan);
      await passes(carried(packet('239.10.10.10', GROUP), ['S30']));
    });
  });

  const isPunted = (frame: Uint8Array, what: string) => bench().passesOctets(1, frame, [`punted ${what}`]);
}

/** The frame behind tags. */
function carried(untagged: Uint8Array, tags: Tags): Uint8Array {
  return [...tags].reverse().reduce((content, tag) => {
    const isService = tag.startsWith('S');
    const frame = pushTag(content, Number(isService ? tag.slice(1) : tag));
    if (isService) frame.set([EtherType.serviceTag >>> 8, EtherType.serviceTag & 0xff], 12);
    return frame;
  }, untagged);
}

function isInTen(frame: Uint8Array): boolean {
  return tagOf(frame)?.vid === 10;
}
