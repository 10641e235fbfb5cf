import { describe, test } from 'vitest';
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

    test('is copied as it is', async () => {
      await bench().begin({ vlans, mirrors: [{ target: 6, ingress: '1', egress: '2' }] });
      const flooded = ['2 untagged', '3 untagged', '4 untagged', '5 untagged'];
      await bench().passesOctets(1, service, [...flooded, '6 untagged', '6 untagged']);
    });
  });
}

function serviceTagged(frame: Uint8Array, vlan: number): Uint8Array {
  const tagged = pushTag(frame, vlan);
  tagged[12] = 0x88;
  tagged[13] = 0xa8;
  return tagged;
}
