import { expect, test } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { kindExamples } from '../../model/schema/kinds/testing.ts';
import { group, table } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { formatSlot, readSlot } from './slot-file.ts';
import { restoreConfiguration, type StoredConfiguration, storeConfiguration } from './stored-configuration.ts';

const hardware: Hardware = {
  modelName: 'x',
  portCount: 8,
  baseMacAddress: '02-00-00-00-00-01',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 9,
  mirrorSessions: 1,
  lacking: new Set(),
};

/** A group with a field of the kind, and a table that has it as index and as column. */
function declared({ make, access }: (typeof kindExamples)[string]) {
  const field = make({ label: 'Field', access: access === 'wo' ? 'wo' : 'rw' });
  const settings = group('settings', { title: 'Settings', fields: { field } });
  const rows = table('rows', { title: 'Row', index: { key: field }, columns: { field }, rows: { max: 99 } });
  return { field, settings, rows, objects: [settings, rows] };
}

/** The result of reading a slot's file with this content. */
async function afterStart(objects: ReturnType<typeof declared>['objects'], stored: StoredConfiguration) {
  const slot = readSlot(formatSlot(stored, { model: 'x', savedAt: 0, user: 'admin', asDefault: false }));
  if (!slot.ok) throw new Error(wordsOf(slot.reason));
  return restoreConfiguration(objects, slot.stored, hardware, async () => []);
}

// Columns that only the device writes are not configured.
const configured = Object.entries(kindExamples).filter(([, { access }]) => access !== 'ro');

test.each(configured)('%s is on flash what it was, of a group and of rows', async (_name, example) => {
  const { settings, rows, objects } = declared(example);
  for (const [, kept] of example.takes) {
    const configuration = Configuration.empty
      .withGroup(settings, { field: kept })
      .withRow(rows, { key: kept, field: kept });
    const restored = await afterStart(objects, storeConfiguration(objects, configuration));
    expect([restored.faults.map((fault) => wordsOf(fault)), restored.leftOut]).toEqual([[], []]);
    expect(restored.configuration.group(settings)).toEqual({ field: kept });
    expect(restored.configuration.rows(rows)).toEqual([{ key: kept, field: kept }]);
  }
});

// The stored form of a secret is not what was typed: it is not read again.
const plain = configured.filter(([, { access }]) => access !== 'wo');

test.each(plain)('%s that is refused on flash takes its default, and is told', async (_name, example) => {
  const { field, settings, objects } = declared(example);
  for (const [refused] of example.refuses) {
    // A slot's file holds text and whole numbers.
    if (typeof refused !== 'string' && !Number.isFinite(refused)) continue;
    if (refused === field.default) continue;
    const restored = await afterStart(objects, { objects: { settings: { field: refused as Value } } });
    expect(restored.configuration.group(settings)).toEqual({ field: field.default });
    expect(restored.faults.map((fault) => wordsOf(fault))).toEqual([expect.stringContaining('Field')]);
  }
});
