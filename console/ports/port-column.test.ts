import { expect, it } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { translator } from '../translations/language.ts';
import { drawnColumns } from './port-column.ts';

const entry = table('ifEntry', {
  title: 'Interface',
  index: { ifIndex: integer({ label: 'Port', min: 1, max: 64, access: 'create' }) },
  columns: {
    alias: text({ label: 'Description', maxLength: 32 }),
    limit: integer({ label: 'Limit', min: 0, max: 9 }),
    drops: integer({ label: 'Drops', min: 0, max: 9, access: 'ro' }),
  },
  rows: { max: 64, fixed: true },
  rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
});

it('offers in the All row what ports may have in common: no words of one port, and nothing that is only shown', () => {
  const columns = drawnColumns(translator({}), [entry], ['alias', 'limit', 'drops', { name: 'limit', all: false }]);
  expect(columns.map(({ inAll }) => inAll)).toEqual([false, true, false, false]);
});
