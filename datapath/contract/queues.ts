import { describe, expect, test } from 'vitest';
import { accessRuleKey } from '../../model/access-control/access-rule.ts';
import { putUint16, uint16At } from '../../protocols/frames/addresses.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { buildTestFrame, type FrameToSend, packet, stationMac } from './test-frame.ts';
import type { WantedPlan } from './test-plan.ts';

const SERIAL = 0x7ff6_0000;
const LONG = 1400;
/** Kilobits a second by which a port is as good as stopped, and by which it empties in no time. */
const SLOW = 64;
const FAST = 8000;
/** So many long frames that some of them wait, whatever a datapath lets pass at once, and all have room. */
const CROWD = 40;
/** So many frames, and so long, that not all find room, and no station's buffer is over. */
const FLOOD = 120;
const SHORT = 600;

/** Which frames go first by a port that is congested. */
export function describeQueues(bench: () => Bench): void {
  const shaped = (wanted: WantedPlan, egressKilobits: number): WantedPlan => ({
    ...wanted,
    rates: { ...wanted.rates, 2: { egressKilobits } },
  });

  /**
   * The sources of `frames` as they leave by port 2, which is congested while they are sent and opened then. Those in `ahead` wait
   * there before the others come: frames into several ports keep no order.
   */
  async function departures(
    wanted: WantedPlan,
    frames: readonly Sent[],
    { after = wanted, ahead = [] }: { readonly after?: WantedPlan; readonly ahead?: readonly Sent[] } = {},
  ): Promise<string[]> {
    await bench().begin(shaped(wanted, SLOW));
    await bench().hears(2, 'B');
    for (const { port, octets } of ahead) await bench().harness.send(port, octets);
    if (ahead.length > 0) await bench().harness.settled();
    for (const { port, octets } of frames) await bench().harness.send(port, octets);
    await bench().change(shaped(after, FAST));
    await bench().harness.advance(1000);
    const { left } = await bench().harness.collect({ left: ahead.length + frames.length, punted: 0 });
    return left.filter(({ port }) => port === 2).map(({ frame }) => stationOf(frame));
  }

  describe('strict priority', () => {
    /** Priority n waits in queue n. */
    const queueing = { priorities: [0, 1, 2, 3, 4, 5, 6, 7] };
    const crowd = Array.from({ length: CROWD }, (_, one) =>
      frameOf({ port: 1, from: 'A', to: 'B', length: LONG }, one),
    );
    const vlans = { 1: { untagged: '1-6' } };

    /** Queue position of each probe, relative to the frames that wait in queue 3. */
    async function places(wanted: WantedPlan, probes: Readonly<Record<string, Sent>>): Promise<Record<string, string>> {
      const way = { vlans, queueing, ...wanted, ports: { 1: { priority: 3 }, ...wanted.ports } };
      const order = await departures(way, [...Object.values(probes), ...Object.values(probes)], { ahead: crowd });
      const last = order.lastIndexOf('A');
      return Object.fromEntries(
        Object.entries(probes).map(([name, { from }]) => {
          // A queue that was empty for long may send one frame as its own.
          const place = order.lastIndexOf(from);
          return [name, place < 0 ? 'lost' : place < last ? 'before' : 'behind'];
        }),
      );
    }

    test('goes by the tag, a priority tag too, and by the port of what has none', async () => {
      const wanted = { ports: { 3: { priority: 6 }, 4: { priority: 1 } } };
      expect(
        await places(wanted, {
          higherTag: frameOf({ port: 1, from: 'C', to: 'B', tag: '1 priority 5' }, 101),
          lowerTag: frameOf({ port: 1, from: 'D', to: 'B', tag: '1 priority 2' }, 102),
          higherPriorityTag: frameOf({ port: 1, from: 'E', to: 'B', tag: '0 priority 4' }, 103),
          lowerPriorityTag: frameOf({ port: 1, from: 'F', to: 'B', tag: '0' }, 104),
          higherPort: frameOf({ port: 3, from: 'G', to: 'B' }, 105),
          lowerPort: frameOf({ port: 4, from: 'H', to: 'B' }, 106),
        }),
      ).toEqual({
        higherTag: 'before',
        lowerTag: 'behind',
        higherPriorityTag: 'before',
        lowerPriorityTag: 'behind',
        higherPort: 'before',
        lowerPort: 'behind',
      });
    });

    test('goes by the map of priorities', async () => {
      const wanted = { queueing: { priorities: [7, 0, 0, 3, 0, 0, 0, 0] } };
      expect(
        await places(wanted, {
          zero: frameOf({ port: 1, from: 'C', to: 'B', tag: '1' }, 111),
          seven: frameOf({ port: 1, from: 'D', to: 'B', tag: '1 priority 7' }, 112),
        }),
      ).toEqual({ zero: 'before', seven: 'behind' });
    });

    test('goes by voice before the port', async () => {
      const voice = (letter: string, priority: number) =>
        ({ rank: 'station', source: stationMac(letter), vlan: 1, priority }) as const;
      const wanted = { classifiers: [voice('C', 6), voice('D', 1)] };
      expect(
        await places(wanted, {
          higher: frameOf({ port: 1, from: 'C', to: 'B' }, 121),
          lower: frameOf({ port: 1, from: 'D', to: 'B' }, 122),
        }),
      ).toEqual({ higher: 'before', lower: 'behind' });
    });

    test('goes by the DSCP before the priority, and by the traffic class before the DSCP', async () => {
      const codePoints = Array.from({ length: 64 }, (_, dscp) => (dscp === 46 ? 5 : dscp === 8 ? 0 : 3));
      const wanted = { queueing: { ...queueing, codePoints, trafficClasses: { 184: 0, 35: 6 } } };
      expect(
        await places(wanted, {
          expedited: packetOf('C', 4, 184),
          lowest: packetOf('D', 4, 33, 7),
          expeditedTagged: packetOf('E', 4, 187, 1),
          sixth: packetOf('F', 6, 185),
          lowestSixth: packetOf('G', 6, 32, 7),
          exactlyLower: packetOf('H', 6, 184),
          exactlyHigher: packetOf('I', 6, 35),
          noPacket: frameOf({ port: 1, from: 'J', to: 'B', tag: '1 priority 7' }, 131),
        }),
      ).toEqual({
        expedited: 'before',
        lowest: 'behind',
        expeditedTagged: 'before',
        sixth: 'before',
        lowestSixth: 'behind',
        exactlyLower: 'behind',
        exactlyHigher: 'before',
        noPacket: 'before',
      });
    });

    test('takes DSCP and traffic class of broken headers for 0, and a wrong checksum for none of its business', async () => {
      const codePoints = Array.from({ length: 64 }, (_, dscp) => (dscp === 0 ? 7 : 0));
      const wanted = { queueing: { ...queueing, codePoints, trafficClasses: {} } };
      /** A packet with another octet at this place, counted from the first one of its header. */
      const with46 = (letter: string, version: 4 | 6, place: number, octet: number) => {
        const sent = packetOf(letter, version, 184);
        sent.octets[14 + place] = octet;
        return sent;
      };
      expect(
        await places(wanted, {
          whole: packetOf('C', 4, 184),
          shortHeader: with46('D', 4, 0, 0x44),
          headerBeyond: with46('E', 4, 3, 10),
          lengthBeyond: with46('F', 4, 2, 0xff),
          otherVersion: with46('G', 4, 0, 0x65),
          wrongChecksum: with46('H', 4, 10, 0xa5),
          wholeSixth: packetOf('I', 6, 184),
          sixthBeyond: with46('J', 6, 4, 0xff),
          // A header of options that is not there.
          sixthCut: with46('K', 6, 6, 0),
        }),
      ).toEqual({
        whole: 'behind',
        shortHeader: 'before',
        headerBeyond: 'before',
        lengthBeyond: 'before',
        otherVersion: 'behind',
        wrongChecksum: 'behind',
        wholeSixth: 'behind',
        sixthBeyond: 'before',
        sixthCut: 'before',
      });
    });

    test('goes by the priority that an access rule gives before anything else', async () => {
      const codePoints = Array.from({ length: 64 }, (_, dscp) => (dscp === 46 ? 7 : 3));
      const from = (letter: string) => ({ source: BigInt(`0x${stationMac(letter).replaceAll('-', '')}`) });
      const wanted = {
        queueing: { ...queueing, codePoints, trafficClasses: { 184: 7 } },
        accessControl: {
          [accessRuleKey(1, 1)]: { match: from('C'), priority: 1 },
          [accessRuleKey(1, 2)]: { match: from('D'), priority: 1 },
          [accessRuleKey(1, 3)]: { match: from('E'), priority: 6 },
        },
      };
      expect(
        await places(wanted, {
          lower: packetOf('C', 4, 184),
          lowerSixth: packetOf('D', 6, 184),
          higher: frameOf({ port: 1, from: 'E', to: 'B', tag: '1 priority 2' }, 151),
          other: packetOf('F', 4, 184),
        }),
      ).toEqual({ lower: 'behind', lowerSixth: 'behind', higher: 'before', other: 'before' });
    });
  });

  /** A frame of each of three queues in turn; their ports identify the priority. */
  const inTurns = Array.from({ length: CROWD * 3 }, (_, one): Sent => {
    const [port = 0, from = ''] =
      (
        [
          [1, 'A'],
          [3, 'C'],
          [4, 'D'],
        ] as const
      )[one % 3] ?? [];
    return frameOf({ port, from, to: 'B', length: LONG }, 200 + one);
  });
  const turns: WantedPlan = {
    ports: { 1: { priority: 1 }, 3: { priority: 2 }, 4: { priority: 4 } },
    queueing: { priorities: [0, 1, 2, 3, 4, 5, 6, 7], weights: [1, 1, 2, 1, 4, 1, 1, 1] },
  };

  /** How many of A and C leave while there are frames of D. */
  function beside(order: readonly string[], congestedFrom: number): readonly number[] {
    const congested = order.slice(congestedFrom, order.lastIndexOf('D') + 1);
    return ['A', 'C', 'D'].map((from) => congested.filter((one) => one === from).length);
  }

  /** Frames that leave before any has to wait, at most. */
  const AT_ONCE = 18;

  test('weights share a port by rounds', async () => {
    const [lowest = 0, middle = 0, highest = 0] = beside(await departures(turns, inTurns), AT_ONCE);
    expect(highest).toBeGreaterThan(CROWD / 2);
    expect(middle / highest).toBeGreaterThan(0.4);
    expect(middle / highest).toBeLessThan(0.6);
    expect(lowest / highest).toBeGreaterThan(0.2);
    expect(lowest / highest).toBeLessThan(0.3);
  });

  test('a queue without frames leaves its share to the others', async () => {
    const order = await departures(
      turns,
      inTurns.filter(({ from }) => from !== 'D'),
    );
    const last = order.slice(AT_ONCE, order.lastIndexOf('C') + 1);
    const ratio = last.filter((from) => from === 'A').length / last.filter((from) => from === 'C').length;
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(0.6);
  });

  test('what waits stays when the algorithm changes', async () => {
    const strict = { ...turns, queueing: { priorities: [0, 1, 2, 3, 4, 5, 6, 7] } };
    expect(await departures(turns, inTurns, { after: strict })).toHaveLength(inTurns.length);
    expect(await departures(strict, inTurns, { after: turns })).toHaveLength(inTurns.length);
  });

  test('what finds no room is counted as sent and as discarded', async () => {
    await bench().begin(shaped({ queueing: turns.queueing ?? {} }, SLOW));
    await bench().hears(2, 'B');
    const { datapath, harness } = bench();
    const before = (await datapath.portCounters()).get(2);
    const grown = async (name: 'outUnicast' | 'outDiscards') =>
      Number(((await datapath.portCounters()).get(2)?.[name] ?? 0n) - (before?.[name] ?? 0n));
    for (let one = 0; one < FLOOD; one += 1) {
      await harness.send(1, frameOf({ port: 1, from: 'A', to: 'B', length: SHORT }, 400 + one).octets);
    }
    await bench().change(shaped({ queueing: turns.queueing ?? {} }, FAST));
    await harness.advance(1000);
    const arrived = (await harness.collect({ left: 1, punted: 0 })).left.filter(({ port }) => port === 2).length;
    expect(arrived).toBeLessThan(FLOOD);
    await expect.poll(() => grown('outDiscards'), PATIENCE).toBe(FLOOD - arrived);
    await expect.poll(() => grown('outUnicast'), PATIENCE).toBe(FLOOD);
  });

  test('a port that is not congested sends as it receives', async () => {
    await bench().begin({ queueing: turns.queueing });
    await bench().hears(2, 'B');
    for (const { port, octets } of inTurns) await bench().harness.send(port, octets);
    const { left } = await bench().harness.collect({ left: inTurns.length, punted: 0 });
    expect(left).toHaveLength(inTurns.length);
  });
}

/** A frame on its way to a port. */
interface Sent {
  readonly port: number;
  readonly from: string;
  readonly octets: Uint8Array;
}

function frameOf(wanted: FrameToSend, serial: number): Sent {
  return { port: wanted.port, from: wanted.from, octets: buildTestFrame(wanted, SERIAL + serial) };
}

const ADDRESS = { 4: '192.0.2.9', 6: '2001:db8::9' };

/** A packet with this octet of DSCP and ECN, in a tag of VLAN 1 where a priority is given. */
function packetOf(from: string, version: 4 | 6, octet: number, priority?: number): Sent {
  const frame = packet(ADDRESS[version], stationMac('B'), 253, stationMac(from));
  if (version === 4) frame[15] = octet;
  else putUint16(frame, 14, (uint16At(frame, 14) & 0xf00f) | (octet << 4));
  return { port: 1, from, octets: priority === undefined ? frame : pushTag(frame, (priority << 13) | 1) };
}

function stationOf(frame: Uint8Array): string {
  return String.fromCharCode(frame[11] ?? 0);
}
