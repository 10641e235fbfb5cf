import { expect, test } from 'vitest';
import { encodeTag } from '../../../protocols/frames/vlan-tag.ts';
import { MulticastVlanTable } from '../multicast-vlan-table.ts';
import type { Passage } from './passage.ts';
import { taggedForm } from './tagging.ts';

const received = encodeTag({ vid: 100, priority: 3, dropEligible: true });
const passage = (control: number, vlan: number) => ({ control, vlan, priority: 3 }) as Passage;

/** The multicast VLANs of a switch, of which none or each gives its frames a priority. */
function streams(priority?: number): MulticastVlanTable {
  const table = new MulticastVlanTable();
  table.priority = () => priority;
  return table;
}

test('a frame that may be dropped first stays so in its tag, whatever VLAN and priority it leaves with', () => {
  const leaves = (vlan: number, priority?: number) => {
    const form = taggedForm(passage(received, vlan), { streams: streams(priority) });
    return form.change === 'none' ? 'as received' : form;
  };
  expect(leaves(100)).toBe('as received');
  expect(leaves(200)).toEqual({
    change: 'replace',
    control: encodeTag({ vid: 200, priority: 3, dropEligible: true }),
  });
  expect(leaves(100, 6)).toEqual({
    change: 'replace',
    control: encodeTag({ vid: 100, priority: 6, dropEligible: true }),
  });
});
