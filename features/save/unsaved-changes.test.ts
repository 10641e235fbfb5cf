import { expect, test } from 'vitest';
import { type Change, changeWords } from '../../model/configuration/change.ts';
import { tellChanges } from '../../model/configuration/told-changes.ts';
import { asWritten, type Translate } from '../../model/values/translate.ts';
import { dot1dTp } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { unsavedChanges } from './unsaved-changes.ts';

const german: Readonly<Record<string, string>> = {
  'Address table': 'Adresstabelle',
  'MAC Aging Time': 'Alterung',
  never: 'nie',
  '{{name}} added': '{{name}} kommt hinzu',
};
const t: Translate = (text, values) => asWritten(german[text] ?? text, values);

const rowOf = (change: Change) => {
  const [said = { what: { text: '' } }] = tellChanges([change]);
  const { what, from, to } = changeWords(said, asWritten);
  return {
    configChangeIndex: 1,
    configChangeWhat: what,
    configChangeFrom: from,
    configChangeTo: to,
    configChangeSaid: JSON.stringify({ ...said, of: undefined }),
    configChangeUser: 'admin',
    configChangeTime: '2026-01-31 13:05:09',
    configChangeKey: '',
    configChangeDiscard: '',
  };
};
const ageing = rowOf({ object: dot1dTp, kind: 'value', column: 'dot1dTpAgingTime', from: 300, to: 0 });

test('unsaved changes are said in the language shown, values and their words too', () => {
  const added = rowOf({ object: dot1qVlanStaticEntry, kind: 'rowAdded', row: { dot1qVlanIndex: 20 } });
  expect(unsavedChanges([ageing, added], false, t)).toEqual([
    { what: 'Adresstabelle: Alterung', from: '5 min', to: 'nie' },
    { what: 'VLAN 20 kommt hinzu', from: '', to: '' },
  ]);
});

test('who made them and when stands beside them where that is wanted', () => {
  expect(unsavedChanges([ageing], true, t)[0]?.note).toBe('2026-01-31 13:05:09 admin');
});

test('a device that says plain sentences is shown as it speaks', () => {
  for (const configChangeSaid of ['', 'x', '1', '{}', '{"what":1}']) {
    expect(unsavedChanges([{ ...ageing, configChangeSaid }], false, t)).toEqual([
      { what: 'Address table: MAC Aging Time', from: '5 min', to: 'never' },
    ]);
  }
});
