import { describe, expect, test } from 'vitest';
import { CAPTURE_BURST, CAPTURED } from '../capture.ts';
import type { PuntedFrame } from '../datapath.ts';
import type { Bench } from './bench.ts';
import { ipFrame } from './ip-frames.ts';
import { buildTestFrame, describeArrival, sameOctets } from './test-frame.ts';

/** So many frames at once that a capture is over its rate, however long sending them takes. */
const FLOOD = 300;
const RATE = 20;
const SERIAL = 0x7ffa_0000;
const BPDU = '01-80-C2-00-00-00';

/** Copies for a capture: what goes over the line of a port, and nothing else of a frame changes. */
export function describeCaptures(bench: () => Bench): void {
  /** What is captured of a frame that is sent into a port, in words: "in 1 untagged", "out 3 tagged 10". */
  async function captured(port: number, octets: Uint8Array, expected: number, left: number): Promise<string[]> {
    await bench().harness.send(port, octets);
    const traffic = await bench().harness.collect({ left, punted: expected });
    expect(traffic.left).toHaveLength(left);
    return traffic.punted.map((punted) => inWords(punted, octets)).sort();
  }

  describe('a capture', () => {
    test('holds what a port receives and sends, as on the line', async () => {
      await bench().begin({ vlans: { 10: { untagged: '2', tagged: '1,3' } } });
      await bench().decide({ capture: { ports: '1-3' } });
      const frame = buildTestFrame({ port: 1, from: 'A', to: 'all', tag: '10' }, SERIAL);
      expect(await captured(1, frame, 3, 2)).toEqual(['in 1 tagged 10', 'out 2 untagged', 'out 3 tagged 10']);
    });

    test('of one way holds no frames of the other', async () => {
      await bench().begin();
      const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
      await bench().decide({ capture: { ports: '1-2', direction: 'received' } });
      expect(await captured(1, frame, 1, 5)).toEqual(['in 1 untagged']);
      await bench().decide({ capture: { ports: '1-2', direction: 'sent' } });
      expect(await captured(1, frame, 1, 5)).toEqual(['out 2 untagged']);
    });

    test('holds frames that go no further, and those of other classes beside', async () => {
      await bench().begin();
      await bench().decide({ capture: { ports: '1' } });
      const unknown = buildTestFrame({ port: 1, from: 'A', to: 'all', tag: '99' }, SERIAL);
      expect(await captured(1, unknown, 1, 0)).toEqual(['in 1 tagged 99']);
      expect(await captured(1, buildTestFrame({ port: 1, from: 'A', to: BPDU }, SERIAL), 2, 0)).toEqual([
        'bpdu',
        'in 1 untagged',
      ]);
    });

    test('holds what the switch itself sends out of a port', async () => {
      await bench().begin();
      await bench().decide({ capture: { ports: '4' } });
      const frame = buildTestFrame({ port: 4, from: 'Z', to: BPDU }, SERIAL);
      bench().datapath.transmit(4, frame);
      const { punted } = await bench().harness.collect({ left: 1, punted: 1 });
      expect(punted.map((one) => inWords(one, frame))).toEqual(['out 4 untagged']);
    });

    test('holds nothing of a port without a link', async () => {
      await bench().begin();
      await bench().decide({ capture: { ports: '2' } });
      await bench().harness.setPeerLink(2, 'down');
      const frame = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
      expect(await captured(1, frame, 0, 4)).toEqual([]);
    });

    test('leaves forwarding as it is when it begins and ends, on ways that are kept', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      for (let time = 0; time < 4; time += 1) await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().decide({ capture: { ports: '1' } });
      const frame = buildTestFrame({ port: 1, from: 'A', to: 'B' }, SERIAL);
      for (let time = 0; time < 4; time += 1) expect(await captured(1, frame, 1, 1)).toEqual(['in 1 untagged']);
      await bench().decide();
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
    });

    test('by VLAN counts untagged frames as in the PVID of the port', async () => {
      await bench().begin({ ports: { 1: { pvid: 10 } }, vlans: { 10: { untagged: '1', tagged: '3' } } });
      await bench().decide({ capture: { ports: '1,3', match: { vlan: 10 } } });
      const untagged = buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL);
      expect(await captured(1, untagged, 2, 1)).toEqual(['in 1 untagged', 'out 3 tagged 10']);
      const other = buildTestFrame({ port: 3, from: 'C', to: 'all', tag: '20' }, SERIAL);
      expect(await captured(3, other, 0, 0)).toEqual([]);
    });

    test('by station, address, protocol and port holds only frames that fit all of them', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      const given = {
        source: '10.0.0.1',
        destination: '10.0.0.9',
        protocol: 17,
        sourcePort: 5000,
        destinationPort: 53,
      };
      const matches = [
        { mac: '02-AA-00-00-00-42' },
        { address: '10.0.0.1' },
        { address: '10.0.0.9' },
        { ipProtocol: 17 },
        { transportPort: 53 },
        { transportPort: 5000 },
        { etherType: 0x0800, address: '10.0.0.9', ipProtocol: 17, transportPort: 53, mac: '02-AA-00-00-00-41' },
      ];
      for (const match of matches) {
        await bench().decide({ capture: { ports: '1', match } });
        expect(await captured(1, ipFrame(given), 1, 1), JSON.stringify(match)).toEqual(['in 1 untagged']);
        const others = [
          { ...given, from: '02-AA-00-00-00-43', to: '02-AA-00-00-00-44' },
          { ...given, source: '10.0.0.2', destination: '10.0.0.3' },
          { ...given, protocol: 6 },
          { ...given, sourcePort: 5001, destinationPort: 54 },
        ];
        const differing = others.filter((one) => differs(one, given, match));
        for (const one of differing) {
          await bench().harness.send(1, ipFrame(one));
          const { punted } = await bench().harness.collect({ left: 1, punted: 0 });
          expect(punted, JSON.stringify([match, one])).toEqual([]);
        }
      }
    });

    test('over its rate loses copies, and no frame of anybody else', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      await bench().decide({ capture: { ports: '1', rate: RATE } });
      for (let one = 0; one < FLOOD; one += 1) {
        await bench().harness.send(1, buildTestFrame({ port: 1, from: 'A', to: 'B' }, SERIAL + one));
      }
      await bench().harness.send(3, buildTestFrame({ port: 3, from: 'C', to: BPDU }, SERIAL));
      const { left, punted } = await bench().harness.collect({ left: FLOOD, punted: 1 });
      expect(left).toHaveLength(FLOOD);
      expect(punted.filter(({ kind }) => kind === 'bpdu')).toHaveLength(1);
      const copies = punted.filter(({ kind }) => kind === CAPTURED.received).length;
      expect(copies).toBeGreaterThan(0);
      expect(copies).toBeLessThan(FLOOD / 2 + CAPTURE_BURST);
      expect(copies).toBeLessThan(FLOOD);
    });
  });
}

function inWords({ kind, port, frame }: PuntedFrame, sent: Uint8Array): string {
  if (kind === CAPTURED.received) {
    return sameOctets(frame, sent) ? `in ${describeArrival({ port, frame }, sent)}` : 'in something else';
  }
  return kind === CAPTURED.sent ? `out ${describeArrival({ port, frame }, sent)}` : kind;
}

interface Sought {
  readonly mac?: string;
  readonly address?: string;
  readonly ipProtocol?: number;
  readonly transportPort?: number;
}

interface Given {
  readonly from?: string;
  readonly source: string;
  readonly destination: string;
  readonly protocol: number;
  readonly sourcePort: number;
  readonly destinationPort: number;
}

/** Whether the part in which a packet is another one than the given is sought. */
function differs(one: Given, given: Given, sought: Sought): boolean {
  if (one.from !== given.from) return sought.mac !== undefined;
  if (one.source !== given.source) return sought.address !== undefined;
  if (one.protocol !== given.protocol) return sought.ipProtocol !== undefined;
  return sought.transportPort !== undefined;
}
