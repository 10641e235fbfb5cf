import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divided, type GroupMessage } from './divide.ts';

/** Three belong to a multicast VLAN, the last to none. */
const vlans: ReadonlyMap<string, number | undefined> = new Map([
  ['239.1.1.1', 100],
  ['239.1.1.2', 100],
  ['239.2.2.2', 200],
  ['239.3.3.3', undefined],
]);
const vlanOf = (group: string) => vlans.get(group);

const record = fc.record({
  type: fc.integer({ min: 1, max: 6 }),
  group: fc.constantFrom(...vlans.keys()),
  sources: fc.array(fc.constantFrom('192.0.2.1', '192.0.2.2'), { maxLength: 2 }),
});

test('every record comes into the part of its VLAN, in order, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 12 }), (records) => {
      const message: GroupMessage = { kind: 'records', records, source: '192.0.2.9' };
      const parts = divided(message, vlanOf);
      for (const [vlan, part] of parts) {
        expect(part).toEqual({ ...message, records: records.filter(({ group }) => vlanOf(group) === vlan) });
      }
      expect(new Set(parts.keys())).toEqual(new Set(records.map(({ group }) => vlanOf(group))));
    }),
  );
});

test('a report or a leave is one part, and what names no group belongs to no VLAN', () => {
  const leave: GroupMessage = { kind: 'leave', group: '239.2.2.2', source: '192.0.2.9' };
  expect(divided(leave, vlanOf)).toEqual(new Map([[200, leave]]));
  const empty: GroupMessage = { kind: 'records', records: [], source: '192.0.2.9' };
  expect(divided(empty, vlanOf)).toEqual(new Map([[undefined, empty]]));
});
