import { describe, expect, test } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Problem } from '../../model/configuration/rule.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { mendedConfiguration } from './mended-configuration.ts';
import { storeConfiguration } from './stored-configuration.ts';

const system = group('system', {
  title: 'System',
  fields: { name: text({ label: 'Name', maxLength: 20 }), place: text({ label: 'Place', maxLength: 20 }) },
});
const index = { id: integer({ label: 'Number', min: 1, max: 64, access: 'create' }) };
const columns = {
  speed: integer({ label: 'Speed', min: 1, max: 100 }),
  cost: integer({ label: 'Cost', min: 1, max: 9 }),
};
const ports = table('ports', { title: 'Port', index, columns, rows: { max: 64, fixed: true } });
const vlans = table('vlans', { title: 'VLAN', index, columns, rows: { max: 64, builtIn: ({ id }) => id === 1 } });
const status = group('status', {
  title: 'Status',
  fields: { up: integer({ label: 'Up', min: 0, max: 9, access: 'ro' }) },
});
const objects = [system, ports, vlans];

const factory = Configuration.empty
  .withGroup(system, { place: 'rack' })
  .withRows(ports, [{ id: 1 }, { id: 2, speed: 10 }])
  .withRows(vlans, [{ id: 1 }]);
const present = factory
  .withGroup(system, { name: 'core', place: 'hall' })
  .withRows(ports, [
    { id: 1, speed: 7, cost: 3 },
    { id: 2, speed: 8, cost: 4 },
  ])
  .withRows(vlans, [
    { id: 1, speed: 7, cost: 3 },
    { id: 20, speed: 8, cost: 4 },
  ]);

const at = (object: string, place: Pick<Problem, 'row' | 'column'> = {}): Problem => ({
  code: ErrorCode.inconsistentValue,
  message: say('It is wrong.'),
  object,
  ...place,
});

/** Mends a configuration of which each list of problems is said in turn, then none; counts how often it is looked at. */
async function mend(...rounds: readonly (readonly Problem[])[]) {
  let looked = 0;
  const mended = await mendedConfiguration(objects, present, factory, async () => {
    looked += 1;
    return rounds[looked - 1] ?? [];
  });
  return {
    configuration: mended?.configuration ?? present,
    faults: mended?.faults.map((fault) => wordsOf(fault)),
    looked,
  };
}

describe('the least is changed:', () => {
  test('nothing where nothing is wrong', async () => {
    const { configuration, faults, looked } = await mend();
    expect(configuration).toBe(present);
    expect(faults).toEqual([]);
    expect(looked).toBe(1);
  });

  test('a column of a group takes its default, and the group only where that does not help', async () => {
    const named = [at('system', { column: 'name' })];
    const once = await mend(named);
    expect(once.configuration.group(system)).toMatchObject({ name: '', place: 'hall' });
    expect(once.faults).toEqual(['Name of System takes its default: It is wrong.']);
    const twice = await mend(named, named);
    expect(twice.configuration.group(system)).toMatchObject({ name: '', place: 'rack' });
    expect(twice.faults?.[1]).toBe('System takes its factory values: It is wrong.');
    const placed = await mend([at('system', { column: 'place' })]);
    expect(placed.configuration.group(system)).toMatchObject({ name: 'core', place: 'rack' });
  });

  test('a group takes its factory values where no column of it is at fault', async () => {
    for (const place of [{}, { column: 'colour' }]) {
      const { configuration, faults } = await mend([at('system', place)]);
      expect(configuration.group(system)).toMatchObject({ name: '', place: 'rack' });
      expect(faults).toEqual(['System takes its factory values: It is wrong.']);
    }
  });

  test('a column of a row takes its factory value or default', async () => {
    const { configuration, faults } = await mend([
      at('ports', { row: { id: 2 }, column: 'speed' }),
      at('vlans', { row: { id: 20 }, column: 'cost' }),
    ]);
    expect(configuration.row(ports, { id: 2 })).toEqual({ id: 2, speed: 10, cost: 4 });
    expect(configuration.row(vlans, { id: 20 })).toEqual({ id: 20, speed: 8, cost: 1 });
    expect(faults).toEqual([
      'Speed of Port 2 takes its default: It is wrong.',
      'Cost of VLAN 20 takes its default: It is wrong.',
    ]);
  });

  test('then the row goes, or takes its factory values where it cannot', async () => {
    const rows = [
      { object: 'ports', id: 2 },
      { object: 'vlans', id: 1 },
      { object: 'vlans', id: 20 },
    ];
    for (const column of [undefined, 'id', 'colour']) {
      const { configuration, faults } = await mend(
        rows.map(({ object, id }) => at(object, { row: { id }, ...(column && { column }) })),
      );
      expect(configuration.row(ports, { id: 2 })).toEqual({ id: 2, speed: 10, cost: 1 });
      expect(configuration.rows(vlans)).toEqual([{ id: 1, speed: 1, cost: 1 }]);
      expect(faults).toEqual([
        'Port 2 takes its factory values: It is wrong.',
        'VLAN 1 takes its factory values: It is wrong.',
        'VLAN 20 is skipped: It is wrong.',
      ]);
    }
    const column = [at('vlans', { row: { id: 20 }, column: 'cost' })];
    expect((await mend(column, column)).faults?.[1]).toBe('VLAN 20 is skipped: It is wrong.');
  });

  test('then the table takes its factory values', async () => {
    const whole = [{}, { row: { id: 30 } }, { row: { id: 30 }, column: 'cost' }];
    for (const place of whole) {
      const { configuration, faults } = await mend([at('vlans', place)]);
      expect(configuration.rows(vlans)).toEqual(factory.rows(vlans));
      expect(configuration.rows(ports)).toEqual(present.rows(ports));
      expect(faults).toEqual(['VLAN takes its factory values: It is wrong.']);
    }
    const builtIn = [at('vlans', { row: { id: 1 } })];
    expect((await mend(builtIn, builtIn)).configuration.rows(vlans)).toEqual(factory.rows(vlans));
  });

  test('of a row one thing in a round: what is left comes up again', async () => {
    const { configuration, faults, looked } = await mend([
      at('ports', { row: { id: 2 }, column: 'speed' }),
      at('ports', { row: { id: 2 }, column: 'cost' }),
      at('ports', { row: { id: 1 }, column: 'cost' }),
    ]);
    expect(configuration.rows(ports)).toEqual([
      { id: 1, speed: 7, cost: 1 },
      { id: 2, speed: 10, cost: 4 },
    ]);
    expect(faults).toHaveLength(2);
    expect(looked).toBe(2);
  });
});

test('what cannot be mended is left, and named no fault, where something else can be', async () => {
  const reset = [at('system')];
  const { faults, looked } = await mend(reset, [...reset, at('nothing'), at('vlans')]);
  expect(faults).toEqual([
    'System takes its factory values: It is wrong.',
    'VLAN takes its factory values: It is wrong.',
  ]);
  expect(looked).toBe(3);
});

test('nothing is given back where nothing helps', async () => {
  expect((await mend([at('nothing')])).faults).toBeUndefined();
  const stubborn = await mend(...Array.from({ length: 100 }, () => [at('system', { column: 'name' })]));
  expect(stubborn.faults).toBeUndefined();
  expect(stubborn.looked).toBe(3);
});

test('only what is configured is stored, of objects that were', () => {
  expect(storeConfiguration([system, ports, status], Configuration.empty.withGroup(system, { name: 'core' }))).toEqual({
    objects: { system: { name: 'core', place: '' } },
  });
  expect(storeConfiguration([status], Configuration.empty.withGroup(status, {}))).toEqual({ objects: {} });
});
