import { describe, expect, test } from 'vitest';
import { type Bench, PATIENCE } from './bench.ts';
import { stationMac } from './test-frame.ts';
import type { WantedPlan } from './test-plan.ts';

const TRUNK = 5001;
/** Ports 3 and 4 as one; the bit of port 3 stands for it. */
const trunked: WantedPlan = { trunks: { [TRUNK]: '3,4' }, vlans: { 1: { untagged: '1-3,5,6' } } };
const LETTERS = [...'ABCDEFGHIJKLMNOP'];

/** Links that forward as one (IEEE 802.1AX). */
export function describeTrunks(bench: () => Bench): void {
  /** By which ports frames of many stations leave when they go to `to`. */
  const leaveBy = async (port: number, to: string) => {
    const used = new Set<number>();
    for (const from of LETTERS) {
      const { left } = await bench().exchange({ port, from, to });
      for (const arrival of left) used.add(arrival.port);
    }
    return [...used].sort();
  };

  describe('trunks', () => {
    test('a flooded frame leaves by one member, and many stations use them all', async () => {
      await bench().begin(trunked);
      for (const from of LETTERS) {
        const { left } = await bench().exchange({ port: 1, from, to: 'all' });
        const seen = left.map(({ port }) => port);
        expect(seen.filter((port) => port === 3 || port === 4)).toHaveLength(1);
        expect(seen.filter((port) => port !== 3 && port !== 4).sort()).toEqual([2, 5, 6]);
      }
      expect(await leaveBy(1, 'all')).toEqual([2, 3, 4, 5, 6]);
    });

    test('a conversation stays on one member', async () => {
      await bench().begin(trunked);
      await bench().hears(3, 'B');
      const first = (await bench().exchange({ port: 1, from: 'A', to: 'B' })).left.map(({ port }) => port);
      expect(first).toHaveLength(1);
      for (let again = 0; again < 4; again += 1) {
        const { left } = await bench().exchange({ port: 1, from: 'A', to: 'B' });
        expect(left.map(({ port }) => port)).toEqual(first);
      }
    });

    test('an address is learnt at the trunk, whichever member it is heard by', async () => {
      await bench().begin(trunked);
      await bench().hears(3, 'B');
      await bench().hears(4, 'C');
      expect(await bench().table()).toEqual([
        `1 ${stationMac('B')} ${TRUNK} learned`,
        `1 ${stationMac('C')} ${TRUNK} learned`,
      ]);
      await bench().hears(3, 'C');
      expect(await bench().table()).toContain(`1 ${stationMac('C')} ${TRUNK} learned`);
    });

    test('what a member receives never leaves by the same trunk', async () => {
      await bench().begin(trunked);
      const rest = ['1 untagged', '2 untagged', '5 untagged', '6 untagged'];
      await bench().passes({ port: 3, from: 'B', to: 'all' }, rest);
      await bench().passes({ port: 4, from: 'C', to: 'all' }, rest);
      await bench().passes({ port: 4, from: 'C', to: 'B' }, []);
    });

    test('its VLANs, PVID and ingress rules are those of its lowest member', async () => {
      await bench().begin({
        trunks: { [TRUNK]: '3,4' },
        ports: { 3: { pvid: 10 }, 4: { pvid: 1, acceptableFrameTypes: 'tagged' } },
        vlans: { 1: { untagged: '1,2,4' }, 10: { untagged: '3', tagged: '1' } },
      });
      await bench().passes({ port: 4, from: 'B', to: 'all' }, ['1 tagged 10']);
      await bench().passes({ port: 2, from: 'C', to: 'all' }, ['1 untagged']);
    });

    test('a member whose link is down is left out, and what was learnt stays until the last is down', async () => {
      await bench().begin(trunked);
      await bench().hears(3, 'Z');
      await bench().harness.setPeerLink(3, 'down');
      expect(await leaveBy(1, 'Z')).toEqual([4]);
      expect(await bench().table()).toContain(`1 ${stationMac('Z')} ${TRUNK} learned`);
      await bench().harness.setPeerLink(4, 'down');
      const atTrunk = async () => (await bench().table()).filter((row) => row.includes(`${TRUNK}`));
      await expect.poll(atTrunk, PATIENCE).toEqual([]);
    });

    test('members that do not distribute send nothing, and those that do not collect let nothing in', async () => {
      await bench().begin(trunked);
      await bench().decide({ trunks: { [TRUNK]: { collecting: '4', distributing: '3' } } });
      expect(await leaveBy(1, 'all')).toEqual([2, 3, 5, 6]);
      await bench().passes({ port: 3, from: 'X', to: 'all' }, []);
      expect((await bench().table()).filter((row) => row.includes(stationMac('X')))).toEqual([]);
      await bench().passes({ port: 4, from: 'Y', to: 'Z' }, ['1 untagged', '2 untagged', '5 untagged', '6 untagged']);
      await bench().decide({ trunks: { [TRUNK]: { collecting: '', distributing: '' } } });
      expect(await leaveBy(1, 'all')).toEqual([2, 5, 6]);
    });

    test('control frames are handed over with the member that they came in by, collecting or not', async () => {
      await bench().begin(trunked);
      await bench().decide({ trunks: { [TRUNK]: { collecting: '', distributing: '' } } });
      await bench().passes({ port: 4, from: 'B', to: '01-80-C2-00-00-02' }, ['punted']);
    });

    test('an address pinned to a trunk goes there', async () => {
      const entry = { vlan: 1, address: stationMac('P'), port: TRUNK };
      await bench().begin({ ...trunked, staticUnicast: [entry] });
      expect(await bench().table()).toEqual([`1 ${stationMac('P')} ${TRUNK} static`]);
      expect(await leaveBy(1, 'P')).toEqual([3, 4]);
    });

    test('flushing a member forgets what was learnt at its trunk', async () => {
      await bench().begin(trunked);
      await bench().hears(3, 'B');
      await bench().hears(1, 'A');
      expect(await bench().datapath.flush({ ports: 1n << 3n })).toBe(1);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
    });

    test('a trunk that comes or goes forgets what was learnt at its members, and nothing else', async () => {
      await bench().begin();
      await bench().hears(1, 'A');
      await bench().hears(4, 'B');
      await bench().change(trunked);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
      await bench().hears(4, 'B');
      await bench().change({});
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
      await bench().passes(
        { port: 3, from: 'C', to: 'D' },
        [1, 2, 4, 5, 6].map((port) => `${port} untagged`),
      );
    });
  });
}
