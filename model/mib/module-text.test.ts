import { expect, test } from 'vitest';
import { enumeration, truth } from '../schema/kinds/enumeration.ts';
import { integer } from '../schema/kinds/integer.ts';
import { mac } from '../schema/kinds/mac.ts';
import { secret } from '../schema/kinds/secret.ts';
import { text } from '../schema/kinds/text.ts';
import { group, type ObjectDeclaration, table } from '../schema/object.ts';
import { choiceNames, syntaxClause } from './module-syntax.ts';
import { moduleText } from './module-text.ts';

const label = 'Field';
const identity = {
  name: 'SAMPLE-MIB',
  root: 'sample',
  organization: 'o',
  contact: 'c',
  description: 'd',
  updated: '202601010000Z',
};

const written = (objects: readonly ObjectDeclaration[]) => moduleText(identity, objects, []);

test.each([
  ['a range', integer({ label, min: 5, max: 9 }), 'Integer32 (5..9)'],
  [
    'values beside it, in their order',
    integer({ label, min: 5, max: 9, fixed: [0, 7, 20] }),
    'Integer32 (0 | 5..9 | 20)',
  ],
  ['one value', integer({ label, min: 5, max: 5 }), 'Integer32 (5)'],
  ['text in octets', text({ label, minLength: 2, maxLength: 9 }), 'FpText (SIZE (2..9))'],
  ['any text in octets of UTF-8', text({ label, maxLength: 9, characters: /\p{L}/u }), 'FpText (SIZE (0..36))'],
  ['a secret, which reads as nothing', secret({ label, minLength: 8, maxLength: 32 }), 'FpText (SIZE (0..32))'],
  ['truth', truth({ label }), 'TruthValue'],
  ['an address that may be none', mac({ label }), 'FpMacAddress'],
] as const)('%s is written as SMIv2 has it', (_what, field, clause) => {
  expect(syntaxClause(field)).toBe(clause);
});

test('an address of an index stands in it with its six octets and nothing before them', () => {
  expect(syntaxClause(mac({ label }), true)).toBe('MacAddress');
});

test('choices are named by their words, by the numbers of the MIB, each once', () => {
  const field = enumeration({
    label,
    choices: { 1: '10 Mbit/s', 2: 'IEEE 802.1Q', 3: 'IEEE 802.1q', 4: '' },
    mib: { column: 1, values: { 1: 9, 2: 2, 3: 3, 4: 0 } },
  });
  expect(choiceNames(field)).toEqual([
    { name: 'unknown', value: 0 },
    { name: 'ieee8021Q', value: 2 },
    { name: 'ieee8021q', value: 3 },
    { name: 'n10MbitS', value: 9 },
  ]);
});

test('rows that come and go are made by their columns; others are changed; an index is read', () => {
  const open = table('openEntry', {
    title: 'Open',
    index: { openId: integer({ label, min: 1, max: 9 }) },
    columns: { openLevel: integer({ label, min: 1, max: 9, default: 4, unit: 's' }) },
    rows: { max: 9 },
    privateMib: { number: 1, columns: ['openId', 'openLevel', 'RowStatus'] },
  });
  const fixed = group('fixed', {
    title: 'Fixed',
    fields: { level: integer({ label, min: 1, max: 9 }) },
    privateMib: { number: 2, columns: ['level'] },
  });
  const module = written([open, fixed]);
  const access = [...module.matchAll(/^(\w+) OBJECT-TYPE\n(?: {4}.*\n)*? {4}MAX-ACCESS (\S+)/gm)];
  expect(Object.fromEntries(access.map(([, name, how]) => [name, how]))).toEqual({
    fpOpenTable: 'not-accessible',
    fpOpenEntry: 'not-accessible',
    fpOpenId: 'read-only',
    fpOpenLevel: 'read-create',
    fpOpenRowStatus: 'read-create',
    fpFixedLevel: 'read-write',
  });
  expect(module).toContain('UNITS "s"');
  expect(module).toContain('DEFVAL { 4 }');
});

test('columns beside those of a standard stand with its index, which nobody reads here', () => {
  const part = table('partEntry', {
    title: 'Part',
    oid: '1.3.6.1.2.1.99.1.1',
    mib: { index: [0, 'partId'] },
    index: { partId: integer({ label, min: 1, max: 9 }) },
    columns: { partNote: text({ label, maxLength: 9, access: 'ro' }) },
    rows: { max: 9, fixed: true },
    privateMib: { number: 7, columns: ['partNote'] },
  });
  const module = written([part]);
  expect(module).toContain('INDEX { fpPartIndex1, fpPartId }');
  expect(module).toMatch(/fpPartIndex1 OBJECT-TYPE\n {4}SYNTAX Integer32 \(0\)\n {4}MAX-ACCESS not-accessible/);
  expect(module).toMatch(/fpPartObjectGroup OBJECT-GROUP\n {4}OBJECTS \{\n {8}fpPartNote\n {4}\}/);
});

test('two columns of one name are refused', () => {
  const twins = [
    group('a', {
      title: 'A',
      fields: { bC: integer({ label, min: 0, max: 1 }) },
      privateMib: { number: 1, columns: ['bC'] },
    }),
    group('aB', {
      title: 'B',
      fields: { c: integer({ label, min: 0, max: 1 }) },
      privateMib: { number: 2, columns: ['c'] },
    }),
  ];
  expect(() => written(twins)).toThrow('Two columns are called fpABC.');
});
