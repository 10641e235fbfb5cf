import { describe, expect, test } from 'vitest';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame } from './test-frame.ts';

const SERIAL = 0x7ff9_0000;

/** A C-VLAN bridge knows the type 8100 only; a service tag (88A8) is content (IEEE 802.1Q-2018 5.5, 9.5). */
export function describeServiceTags(bench: () => Bench): void {
  const service = serviceTagged(buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL), 10);
  const vlans = { 10: { tagged: '1-3', untagged: '4' } };

  describe('a frame with a service tag', () => {
    test('is untagged: it goes by the PVID and never hops into the VLAN of its tag', async () => {
      await bench().begin({ vlans });
      await bench().passesOctets(1, service, others(1));
    });

    test('gets a tag of this bridge around it where the VLAN is tagged, and loses that alone', async () => {
      await bench().begin({ vlans, ports: { 4: { pvid: 10 } } });
      await bench().passesOctets(4, service, ['1 tagged 10', '2 tagged 10', '3 tagged 10']);
      await bench().passesOctets(1, pushTag(service, 10), ['2 tagged 10', '3 tagged 10', '4 untagged']);
    });

    test('enters where untagged frames may, and not where they may not', async () => {
      await bench().begin({
        vlans,
        ports: { 1: { acceptableFrameTypes: 'tagged' }, 2: { acceptableFrameTypes: 'untaggedAndPriority' } },
      });
      await bench().passesOctets(1, service, []);
      await bench().passesOctets(2, service, others(2));
    });

    test('of no VLAN is dropped', async () => {
      await bench().begin({ vlans });
      await bench().passesOctets(1, serviceTagged(buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL), 0), []);
    });

    test('is copied as it is', async () => {
      await bench().begin({ vlans, mirrors: [{ target: 6, ingress: '1', egress: '2' }] });
      const flooded = ['2 untagged', '3 untagged', '4 untagged', '5 untagged'];
      await bench().passesOctets(1, service, [...flooded, '6 untagged', '6 untagged']);
    });
  });

  describe('a frame with two tags', () => {
    /** Frames that left after one from port 1, by the port. */
    async function left(frame: Uint8Array): Promise<Readonly<Record<number, Uint8Array>>> {
      await bench().harness.send(1, frame);
      const traffic = await bench().harness.collect({ left: 3, punted: 0 });
      return Object.fromEntries(traffic.left.map((one) => [one.port, one.frame]));
    }

    const inner = (tag: string) => buildTestFrame({ port: 1, from: 'A', to: 'all', tag }, SERIAL + 1);

    test('goes by the outer one, loses that alone, and keeps both priorities', async () => {
      await bench().begin({ vlans });
      for (const content of [inner('20 priority 3'), serviceTagged(inner('20'), 30)]) {
        const both = pushTag(content, (5 << 13) | 10);
        expect(await left(both)).toEqual({ 2: both, 3: both, 4: content });
        expect(await left(pushTag(content, 0))).toEqual({ 2: content, 3: content, 4: content, 5: content, 6: content });
      }
    });

    test('of which the inner one is of no VLAN is dropped: it would pass whatever looks into packets', async () => {
      await bench().begin({ vlans });
      for (const outer of [10, 0, (5 << 13) | 10]) {
        await bench().passesOctets(1, pushTag(inner('0'), outer), []);
        await bench().passesOctets(1, pushTag(inner('0 priority 6'), outer), []);
        const service = serviceTagged(buildTestFrame({ port: 1, from: 'A', to: 'all' }, SERIAL), 0);
        await bench().passesOctets(1, pushTag(service, outer), []);
      }
    });
  });
}

function serviceTagged(frame: Uint8Array, vlan: number): Uint8Array {
  const tagged = pushTag(frame, vlan);
  tagged[12] = 0x88;
  tagged[13] = 0xa8;
  return tagged;
}
