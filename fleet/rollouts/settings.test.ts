import { expect, test } from 'vitest';
import type { ConfigurationDocument } from '../../cloud/fleet/differences.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import { offeredSettings } from './settings.ts';

const system = group('systemGroup', {
  title: 'System',
  page: '/System/SystemInformation',
  fields: {
    contact: text({ label: 'Contact', maxLength: 32 }),
    level: integer({ label: 'Level', min: 0, max: 9, default: 5 }),
  },
});
const index = { id: integer({ label: 'Number', min: 1, max: 4, access: 'create' }) };
const columns = { limit: integer({ label: 'Limit', min: 0, max: 9, default: 0 }) };
const ports = table('portEntry', {
  title: 'Ports',
  page: '/Network/Port',
  index,
  columns,
  rows: { max: 4, fixed: true },
});
const lists = table('listEntry', {
  title: 'Lists',
  page: '/Security/Lists',
  index,
  columns,
  rows: { max: 4, builtIn: ({ id }) => id === 1 },
});

/** The sections, and which settings are marked as changed. */
function offered(objects: ConfigurationDocument['objects']) {
  return offeredSettings([system, ports, lists], { objects } as ConfigurationDocument).map(
    ({ what, section, isChanged }) => `${wordsOf(section)}: ${wordsOf(what)}${isChanged ? ' changed' : ''}`,
  );
}

test('settings name their part of the menu, and whether they are as a switch comes from the factory', () => {
  const unchanged = { contact: '', level: 5 };
  expect(
    offered({ systemGroup: unchanged, portEntry: [{ id: 3, limit: 0 }], listEntry: [{ id: 1, limit: 0 }] }),
  ).toEqual([
    'System: Contact (System)',
    'System: Level (System)',
    'Network: Ports (table)',
    'Security: Lists (table)',
  ]);
  expect(offered({ systemGroup: { contact: 'Ann', level: 4 } })).toEqual([
    'System: Contact (System) changed',
    'System: Level (System) changed',
  ]);
  expect(
    offered({
      portEntry: [
        { id: 3, limit: 0 },
        { id: 4, limit: 1 },
      ],
    }),
  ).toEqual(['Network: Ports (table) changed']);
  expect(offered({ listEntry: [{ id: 2, limit: 0 }] })).toEqual(['Security: Lists (table) changed']);
  expect(offered({ listEntry: [{ id: 1, limit: 2 }] })).toEqual(['Security: Lists (table) changed']);
  expect(offered({ listEntry: [] })).toEqual(['Security: Lists (table)']);
});
