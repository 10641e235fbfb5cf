import { describe, expect, test } from 'vitest';
import { formatChecked } from './checked-text.ts';
import { migrate, migrateEntry, SLOT_VERSION } from './migrations.ts';
import { readSlot } from './slot-file.ts';

const first = {
  objects: {
    system: { sysName: 'core' },
    portCtrlEntry: [
      { ifIndex: 1, ifAdminStatus: 1, portMode: 1, dot3PauseAdminMode: 4, ifAlias: 'Gate', portJumbo: 1 },
      { ifIndex: 2, ifAdminStatus: 2, portMode: 3, dot3PauseAdminMode: 1, ifAlias: '', portJumbo: 2 },
    ],
    dot1qVlanStaticEntry: [],
  },
};

const present = {
  objects: {
    system: { sysName: 'core' },
    portCtrlEntry: [
      { ifIndex: 1, portMode: 1, ifAlias: 'Gate', portJumbo: 1 },
      { ifIndex: 2, portMode: 3, ifAlias: '', portJumbo: 2 },
    ],
    ifEntry: [
      { ifIndex: 1, ifAdminStatus: 1 },
      { ifIndex: 2, ifAdminStatus: 2 },
    ],
    dot3PauseEntry: [
      { dot3StatsIndex: 1, dot3PauseAdminMode: 4 },
      { dot3StatsIndex: 2, dot3PauseAdminMode: 1 },
    ],
    dot1qVlanStaticEntry: [],
  },
};

describe('a configuration of version 1', () => {
  test('keeps admin state and flow control of every port', () => {
    expect(migrate(first, 1)).toEqual(present);
  });

  test('is read from a slot without loss', () => {
    const header = { format: 'faceplate-configuration', version: 1, model: 'X', savedAt: 1, user: 'admin' };
    expect(readSlot(formatChecked(header, JSON.stringify(first)))).toMatchObject({ ok: true, stored: present });
  });

  test('has what is no row refused, and rows without the columns left as they are', () => {
    expect(() => migrate({ objects: { portCtrlEntry: [5] } }, 1)).toThrow();
    expect(migrate({ objects: { portCtrlEntry: [{ ifIndex: 1 }] } }, 1)).toEqual({
      objects: { portCtrlEntry: [{ ifIndex: 1 }] },
    });
  });
});

test('a configuration of today stays as it is', () => {
  expect(migrate(present, SLOT_VERSION)).toBe(present);
  const entry = { object: 'portCtrlEntry', values: { ifIndex: 1, ifAdminStatus: 2 } };
  expect(migrateEntry(entry, SLOT_VERSION)).toEqual([entry]);
  expect(migrateEntry(entry, SLOT_VERSION + 1)).toEqual([entry]);
  expect(migrateEntry(entry, 0)).toHaveLength(2);
});
