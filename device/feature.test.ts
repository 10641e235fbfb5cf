import { expect, test } from 'vitest';
import { enumeration } from '../model/schema/kinds/enumeration.ts';
import { gauge } from '../model/schema/kinds/gauge.ts';
import { integer } from '../model/schema/kinds/integer.ts';
import { text } from '../model/schema/kinds/text.ts';
import { group, table } from '../model/schema/object.ts';
import { type LiveOf, live, operation } from './feature.ts';

const state = { up: [1, 'Up'], down: [2, 'Down'] } as const;
const fan = group('fan', {
  title: 'Fan',
  fields: {
    fanMode: integer({ label: 'Mode', min: 0, max: 3 }),
    fanSpeed: gauge({ label: 'Speed' }),
    fanState: enumeration({ label: 'State', access: 'ro', choices: state }),
    fanTest: integer({ label: 'Test', access: 'action', min: 1, max: 1 }),
  },
});
const line = table('line', {
  title: 'Line',
  index: { lineId: integer({ label: 'Number', access: 'create', min: 1, max: 9 }) },
  columns: { lineName: text({ label: 'Name', maxLength: 9 }), lineLoad: gauge({ label: 'Load' }) },
  rows: { max: 9 },
});
const heard = table('heard', {
  title: 'Heard',
  index: { heardId: integer({ label: 'Number', access: 'ro', min: 1, max: 9 }) },
  columns: { heardName: text({ label: 'Name', access: 'ro', maxLength: 9 }) },
  rows: { max: 9 },
});
const whole = { fanSpeed: 9, fanState: 1 } as const;

// These lines must not compile: `npm run typecheck` reports an expected error that does not occur.
test('a live answer has the read-only columns of its object, and no others', () => {
  const answers = [
    live(fan, { group: () => whole }),
    live(fan, { group: async () => ({ ...whole, fanMode: 2 }) }),
    live(line, { columns: () => new Map([['1', { lineLoad: 3 }]]) }),
    live(heard, { rows: () => [{ heardId: 1, heardName: 'one' }] }),
  ];
  expect(answers.map(({ object }) => object)).toEqual([fan, fan, line, heard]);

  // @ts-expect-error A column is missing.
  live(fan, { group: () => ({ fanSpeed: 9 }) });
  // @ts-expect-error A column is misspelt.
  live(fan, { group: () => ({ fanSpede: 9, fanState: 1 }) });
  // @ts-expect-error There is no such column.
  live(fan, { group: (): LiveOf<typeof fan> => ({ ...whole, fanColour: 1 }) });
  // @ts-expect-error A number as text.
  live(fan, { group: () => ({ fanSpeed: '9', fanState: 1 }) });
  // @ts-expect-error The field has no such value.
  live(fan, { group: () => ({ fanSpeed: 9, fanState: 3 }) });
  // @ts-expect-error A column of a table is missing.
  live(line, { columns: () => new Map([['1', {}]]) });
  // @ts-expect-error A column of a table is misspelt.
  live(line, { columns: () => new Map([['1', { lineLaod: 3 }]]) });
  // @ts-expect-error A row is not whole.
  live(heard, { rows: () => [{ heardName: 'one' }] });
  // @ts-expect-error A group has no rows.
  live(fan, { rows: () => [] });
  // @ts-expect-error A table is no group.
  live(line, { group: () => ({ lineLoad: 3 }) });
});

test('an operation is given columns of its object, and no others', async () => {
  const made = operation(fan, {
    concludes: ({ fanTest }) => fanTest === 1,
    prepare: async (_context, { values }) => ({ ...values, fanMode: 1 }),
  });
  expect(made.object).toBe(fan);
  expect(made.concludes?.({ fanTest: 1 })).toBe(true);

  // @ts-expect-error There is no such column.
  operation(fan, { concludes: ({ fanTset }) => fanTset === 1 });
  // @ts-expect-error The field has no such value.
  operation(fan, { takesControl: ({ fanState }) => fanState === 3 });
  // @ts-expect-error A number is no text.
  operation(fan, { grantsAccess: ({ values }) => values.fanMode === 'fast' });
  // @ts-expect-error What is stored instead is a column, too.
  operation(fan, { prepare: async () => ({ fanMood: 1 }) });
  // @ts-expect-error What is stored instead has a value of its field.
  operation(fan, { prepare: async () => ({ fanMode: 'fast' }) });
  operation(line, {
    operate: (_context, { values }) => {
      // @ts-expect-error The column is another table's.
      expect(values.heardName).toBeUndefined();
    },
  });
});
