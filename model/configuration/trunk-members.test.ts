import { expect, test } from 'vitest';
import { integer } from '../schema/kinds/integer.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { table } from '../schema/object.ts';
import { Configuration } from './configuration.ts';
import { withMembersAlike } from './trunk-members.ts';

const trunks = table('trunks', {
  title: 'Trunk',
  index: { id: integer({ label: 'Trunk', min: 1, max: 8 }) },
  columns: { members: portList({ label: 'Members' }), mode: integer({ label: 'Mode', min: 0, max: 1, default: 1 }) },
  rows: { max: 8 },
  trunk: { members: 'members', isInUse: ({ mode }) => mode === 1 },
});
const ports = table('ports', {
  title: 'Port',
  index: { instance: integer({ label: 'Instance', min: 0, max: 9 }), port: integer({ label: 'Port', min: 1, max: 9 }) },
  columns: {
    cost: integer({ label: 'Cost', min: 0, max: 99, default: 0 }),
    note: integer({ label: 'Note', min: 0, max: 99, default: 0 }),
  },
  rows: { max: 99 },
  alikeInTrunk: { port: 'port', columns: ['cost'] },
});
const vlans = table('vlans', {
  title: 'VLAN',
  index: { vlan: integer({ label: 'VLAN', min: 1, max: 99 }) },
  columns: { tagged: portList({ label: 'Tagged' }), sources: portList({ label: 'Sources' }) },
  rows: { max: 99 },
  alikeInTrunk: { lists: ['tagged'] },
});
const objects = [trunks, ports, vlans];

const cost = (configuration: Configuration, port: number, instance = 0) =>
  configuration.row(ports, { instance, port })?.cost;
const tagged = (configuration: Configuration, vlan: number) => configuration.row(vlans, { vlan })?.tagged;

const single = [1, 2, 3, 4].reduce(
  (soFar, port) => soFar.withRow(ports, { instance: 0, port, cost: port, note: port }),
  Configuration.empty
    .withRow(vlans, { vlan: 1, tagged: '1-4', sources: '3' })
    .withRow(vlans, { vlan: 2, tagged: '2', sources: '' })
    .withRow(vlans, { vlan: 3, tagged: '3', sources: '' })
    .withRow(ports, { instance: 1, port: 2, cost: 20 })
    .withRow(ports, { instance: 1, port: 3, cost: 30 }),
);
const joined = withMembersAlike(objects, single.withRow(trunks, { id: 1, members: '2,3' }), single);

test('ports that join take over what the lowest-numbered member has, and nothing beside', () => {
  expect([1, 2, 3, 4].map((port) => cost(joined, port))).toEqual([1, 2, 2, 4]);
  expect(cost(joined, 3, 1)).toBe(20);
  expect([1, 2, 3].map((vlan) => tagged(joined, vlan))).toEqual(['1-4', '2-3', '']);
  expect(joined.row(ports, { instance: 0, port: 3 })?.note).toBe(3);
  expect(joined.row(vlans, { vlan: 1 })?.sources).toBe('3');
});

test('a change of any member is a change of all', () => {
  const costly = withMembersAlike(objects, joined.withRow(ports, { instance: 0, port: 3, cost: 9 }), joined);
  expect([2, 3].map((port) => cost(costly, port))).toEqual([9, 9]);
  const left = withMembersAlike(objects, joined.withRow(vlans, { vlan: 2, tagged: '2' }), joined);
  expect(tagged(left, 2)).toBe('');
  const entered = withMembersAlike(objects, joined.withRow(vlans, { vlan: 3, tagged: '3-4' }), joined);
  expect(tagged(entered, 3)).toBe('2-4');
});

test('a port that joins brings nothing, even if it is the lowest-numbered one in a change of a member', () => {
  const wider = withMembersAlike(objects, joined.withRow(trunks, { id: 1, members: '2-4' }), joined);
  expect([2, 3, 4].map((port) => cost(wider, port))).toEqual([2, 2, 2]);
  expect(tagged(wider, 2)).toBe('2-4');
  const both = joined
    .withRow(trunks, { id: 1, members: '1-3' })
    .withRow(ports, { instance: 0, port: 1, cost: 9 })
    .withRow(ports, { instance: 0, port: 3, cost: 8 })
    .withRow(vlans, { vlan: 3, tagged: '1' })
    .withRow(vlans, { vlan: 2, tagged: '1-2' });
  const settled = withMembersAlike(objects, both, joined);
  expect([1, 2, 3].map((port) => cost(settled, port))).toEqual([8, 8, 8]);
  // Port 3 left VLAN 2, in which port 1 was put; in VLAN 3 nothing changed for a member.
  expect([2, 3].map((vlan) => tagged(settled, vlan))).toEqual(['', '1-3']);
});

test('what the change that makes the trunk sets of one that joins is set of all', () => {
  const made = single.withRow(trunks, { id: 1, members: '2,3' });
  const costly = withMembersAlike(objects, made.withRow(ports, { instance: 0, port: 3, cost: 9 }), single);
  expect([2, 3].map((port) => cost(costly, port))).toEqual([9, 9]);
  const entered = withMembersAlike(objects, made.withRow(vlans, { vlan: 1, tagged: '1-2,4' }), single);
  expect(tagged(entered, 1)).toBe('1,4');
  const fresh = withMembersAlike(objects, made.withRow(vlans, { vlan: 4, tagged: '3' }), single);
  expect(tagged(fresh, 4)).toBe('2-3');
  const wider = joined
    .withRow(trunks, { id: 1, members: '2-4' })
    .withRow(ports, { instance: 0, port: 4, cost: 9 })
    .withRow(ports, { instance: 0, port: 3, cost: 8 });
  expect([2, 3, 4].map((port) => cost(withMembersAlike(objects, wider, joined), port))).toEqual([8, 8, 8]);
});

test('what is in line, or in no trunk that is in use, stays the same object', () => {
  expect(withMembersAlike(objects, joined, joined)).toBe(joined);
  const off = single.withRow(trunks, { id: 1, members: '2,3', mode: 0 });
  expect(withMembersAlike(objects, off, single)).toBe(off);
});

test('without a configuration of before the lowest-numbered member decides', () => {
  const apart = single.withRow(trunks, { id: 1, members: '2,3' });
  expect(tagged(withMembersAlike(objects, apart), 3)).toBe('');
});
