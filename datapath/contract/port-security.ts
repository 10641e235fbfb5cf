import { describe, expect, test } from 'vitest';
import type { PuntedFrame } from '../datapath.ts';
import { addressKey } from '../plan.ts';
import type { PuntPlan } from '../punt.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';

const SERIAL = 0x7ff9_0000;
const asked: PuntPlan = { stage: 'learning', action: 'take', rate: 1000, matches: [{ ports: 0b1n }] };
const secure = (name: string, port = 1, vlan = 1) => ({ vlan, port, address: stationMac(name) });

/** Ports that accept only frames from their secure addresses. */
export function describePortSecurity(bench: () => Bench): void {
  const unknownAt = async (port: number): Promise<bigint> =>
    (await bench().datapath.secureSources()).unknown.get(port) ?? 0n;
  const heardOf = async (name: string, vlan = 1): Promise<bigint> =>
    (await bench().datapath.secureSources()).heard.get(addressKey(vlan, stationMac(name))) ?? 0n;

  describe('a secured port', () => {
    test('lets in its secure addresses alone, learns nothing, and counts both', async () => {
      await bench().begin({ secured: '1' });
      await bench().decide({ secureAddresses: [secure('A')] });
      const before = await unknownAt(1);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await bench().passes({ port: 1, from: 'B', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'B', to: 'C' }, []);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 static`]);
      await expect.poll(async () => (await unknownAt(1)) - before, PATIENCE).toBe(2n);
      await expect.poll(() => heardOf('A'), PATIENCE).toBe(1n);
      await bench().passes({ port: 2, from: 'D', to: 'A' }, ['1 untagged']);
      await bench().passes({ port: 2, from: 'D', to: 'B' }, others(2));
    });

    test('forgets what it had learnt before it was secured', async () => {
      await bench().begin();
      await bench().hears(1, 'A');
      await bench().hears(2, 'D');
      await bench().change({ secured: '1' });
      expect(await bench().table()).toEqual([`1 ${stationMac('D')} 2 learned`]);
      await bench().passes({ port: 1, from: 'A', to: 'D' }, []);
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: 'D' }, ['2 untagged']);
    });

    test('knows its addresses by VLAN', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, secured: '1' });
      await bench().decide({ secureAddresses: [secure('A', 1, 10)] });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
    });

    test('knows its addresses in every VLAN under shared learning', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, secured: '1', learning: { constraint: 'shared' } });
      await bench().decide({ secureAddresses: [secure('A', 1, 10)] });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await expect.poll(() => heardOf('A', 10), PATIENCE).toBe(2n);
    });

    test('lets in what the plan pins to it, and not what is pinned elsewhere', async () => {
      await bench().begin({ secured: '1,2', staticUnicast: [secure('A'), secure('B', 3)] });
      await bench().decide({ secureAddresses: [secure('C', 2)] });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await bench().passes({ port: 1, from: 'B', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 2, from: 'C', to: 'all' }, others(2));
    });

    test('has its addresses for itself: no other port lets them in, whether it is secured or not', async () => {
      const vlans = { 10: { tagged: '1-6' } };
      await bench().begin({ secured: '1,4', vlans, staticUnicast: [secure('B'), secure('E', 5)] });
      await bench().decide({ secureAddresses: [secure('A')] });
      await bench().passes({ port: 2, from: 'A', to: 'all' }, []);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      await bench().passes({ port: 4, from: 'A', to: 'all' }, []);
      await bench().passes({ port: 3, from: 'D', to: 'A' }, ['1 untagged']);
      // It is an address by its VLAN, and what is pinned to a port without security is secure nowhere.
      await bench().passes({ port: 2, from: 'A', to: 'all', tag: '10' }, [
        '1 tagged 10',
        '3 tagged 10',
        '4 tagged 10',
        '5 tagged 10',
        '6 tagged 10',
      ]);
      await bench().passes({ port: 2, from: 'E', to: 'all' }, others(2));
      await bench().decide({});
      await bench().passes({ port: 2, from: 'A', to: 'all' }, others(2));
    });

    test('hands over what comes from its addresses at other ports, as far as there is a class for that', async () => {
      const violations: PuntPlan = { stage: 'learning', action: 'take', rate: 1000, matches: [{ ports: 0b10n }] };
      await bench().begin({ secured: '1', punts: { violations } });
      await bench().decide({ secureAddresses: [secure('A')] });
      const before = await unknownAt(2);
      await bench().passes({ port: 3, from: 'A', to: 'all' }, []);
      await bench().passes({ port: 2, from: 'A', to: 'all' }, ['punted violations in 1']);
      expect((await unknownAt(2)) - before).toBe(0n);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, others(2));
    });

    test('has its addresses for itself in every VLAN under shared learning', async () => {
      const vlans = { 10: { tagged: '1-6' } };
      await bench().begin({ secured: '1', vlans, learning: { constraint: 'shared' } });
      await bench().decide({ secureAddresses: [secure('A')] });
      await bench().passes({ port: 2, from: 'A', to: 'all', tag: '10' }, []);
    });

    test('keeps its addresses when addresses are flushed, and loses them with the state', async () => {
      await bench().begin({ secured: '1' });
      await bench().decide({ secureAddresses: [secure('A')] });
      await bench().datapath.flush({});
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await bench().decide({});
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
      expect(await bench().table()).toEqual([]);
    });

    test('keeps its addresses while its link is down', async () => {
      await bench().begin({ secured: '1' });
      await bench().decide({ secureAddresses: [secure('A')] });
      await bench().harness.setPeerLink(1, 'down');
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 static`]);
      await bench().harness.setPeerLink(1, 'up');
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
    });

    test('that only learns, or discards, forwards nothing of a secure address', async () => {
      await bench().begin({ secured: '1' });
      const instances = { 0: { learning: '1-6', forwarding: '2-6' } };
      await bench().decide({ secureAddresses: [secure('A')], instances });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
    });
  });

  describe('an unknown source at a secured port', () => {
    const taken = async (from: string, tag?: string, to = 'all'): Promise<PuntedFrame> => {
      const frame = buildTestFrame({ port: 1, from, to, ...(tag !== undefined && { tag }) }, SERIAL);
      await bench().harness.send(1, frame);
      const { punted, left } = await bench().harness.collect({ left: 0, punted: 1 });
      expect(left).toEqual([]);
      const [first] = punted;
      if (!first) throw new Error('The frame was not taken out.');
      return first;
    };

    test('is handed to the agent by a class at learning, at that port alone', async () => {
      await bench().begin({ secured: '1,2', punts: { asked } });
      await bench().passes({ port: 1, from: 'B', to: 'all' }, ['punted asked in 1']);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      await bench().passes({ port: 3, from: 'B', to: 'all' }, others(3));
    });

    test('goes on where the agent lets it, as it would have gone', async () => {
      const vlans = { 10: { tagged: '1,3', untagged: '2' } };
      await bench().begin({ secured: '1', vlans, punts: { asked } });
      const frame = await taken('B', '10 priority 5');
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, ['2 untagged', '3 tagged 10 priority 5']);
      expect(await bench().table()).toEqual([]);
      await bench().decide({ secureAddresses: [secure('B', 1, 10)] });
      await bench().passes({ port: 1, from: 'B', to: 'all', tag: '10' }, ['2 untagged', '3 tagged 10']);
    });

    test('that sends to itself goes nowhere where the agent lets it, pinned yet or not', async () => {
      await bench().begin({ secured: '1', punts: { asked } });
      const frame = await taken('B', undefined, 'B');
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, []);
      await bench().decide({ secureAddresses: [secure('B')] });
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, []);
      const other = await taken('C', undefined, 'D');
      bench().datapath.resume(other);
      await bench().leave(other.frame, others(1));
    });

    test('that is let go on is bound by what filters it meanwhile', async () => {
      await bench().begin({ secured: '1', punts: { asked } });
      const frame = await taken('B');
      await bench().decide({ instances: { 0: { learning: '1-6', forwarding: '2-6' } } });
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, []);
      await bench().decide({});
      await bench().change({ secured: '1', punts: { asked }, destinationFilter: ['FF-FF-FF-FF-FF-FF'] });
      bench().datapath.resume(frame);
      await bench().leave(frame.frame, []);
    });

    test("that claims to be the switch's own address is one", async () => {
      const own = '02-FA-CE-00-00-01';
      const interfaces = [{ vlan: 1, name: 'vlan1', enabled: true, mac: own, addresses: [], dhcpClient: false }];
      await bench().begin({ secured: '1', interfaces, punts: { asked } });
      await bench().passes({ port: 1, from: own, to: 'all' }, ['punted asked in 1']);
    });
  });
}
