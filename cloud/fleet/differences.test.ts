import { expect, it } from 'vitest';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, oneForEach, table } from '../../model/schema/object.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { type ConfigurationDocument, differencesBetween } from './differences.ts';

const system = group('system', {
  title: 'System',
  fields: {
    name: text({ label: 'Name', maxLength: 9 }),
    mode: enumeration({ label: 'Mode', choices: { 1: 'Fast', 2: 'Slow' } }),
  },
});
const vlan = table('vlan', {
  title: 'VLAN',
  index: { id: integer({ label: 'ID', min: 1, max: 9 }) },
  columns: { label: text({ label: 'Label', maxLength: 9 }) },
  rows: { max: 9 },
  rowName: ({ id }) => say('VLAN {{id}}', { id }),
});
const ofVlan = table('ofVlan', {
  title: 'Of a VLAN',
  index: { id: integer({ label: 'ID', min: 1, max: 9 }) },
  columns: { age: integer({ label: 'Age', min: 1, max: 9 }) },
  rows: { max: 9, of: oneForEach(vlan, { id: 'id' }) },
});

const document = (objects: ConfigurationDocument['objects']): ConfigurationDocument => ({ objects });

const words = (...documents: (ConfigurationDocument | undefined)[]) =>
  differencesBetween([system, vlan, ofVlan], documents).map(({ what, values }) => [
    wordsOf(what),
    ...values.map((value) => value && wordsOf(value)),
  ]);

it('says what differs in the words of the console, and nothing of what is alike', () => {
  const one = document({ system: { name: 'roof', mode: 1 }, vlan: [{ id: 1, label: 'a' }] });
  const other = document({ system: { name: '', mode: 2 }, vlan: [{ id: 1, label: 'b' }] });
  expect(words(one, one)).toEqual([]);
  expect(words(one, other)).toEqual([
    ['Name (System)', 'roof', 'none'],
    ['Mode (System)', 'Fast', 'Slow'],
    ['Label of VLAN 1', 'a', 'b'],
  ]);
});

it('says of a row that it is there or not, once, and nothing of the rows that follow from it', () => {
  const one = document({ vlan: [{ id: 1, label: 'a' }], ofVlan: [{ id: 1, age: 3 }] });
  const other = document({
    vlan: [
      { id: 1, label: 'a' },
      { id: 2, label: 'b' },
    ],
    ofVlan: [
      { id: 1, age: 3 },
      { id: 2, age: 4 },
    ],
  });
  expect(words(one, other, one)).toEqual([['VLAN 2', 'not there', 'there', 'not there']]);
});

it('finds no difference to what is not known, or says nothing of it', () => {
  const one = document({ system: { name: 'roof' } });
  expect(words(one, undefined)).toEqual([]);
  expect(words(one, document({ system: { mode: 2 } }))).toEqual([]);
  expect(words(one, undefined, document({ system: { name: 'attic' } }))).toEqual([
    ['Name (System)', 'roof', undefined, 'attic'],
  ]);
  expect(words(document({ strange: { x: 1 } }), document({ strange: { x: 2 } }))).toEqual([['x (strange)', '1', '2']]);
});
