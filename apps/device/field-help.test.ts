import { expect, test } from 'vitest';
import { commandAndPlace, meaningsOfObjects } from '../../console/help/field-help.ts';
import { wordOfValue } from '../../device/command-line/field-words.ts';
import type { Language } from '../../device/command-line/language.ts';
import { isListed, menuOf } from '../../device/command-line/menu.ts';
import { parse } from '../../device/command-line/parse.ts';
import { quotedWord, tokensOf } from '../../device/command-line/tokens.ts';
import { columnOid } from '../../model/mib/instance.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { declaredValue } from '../../tests/declared-values.ts';
import { standardFacts } from '../../tests/mib/standard-objects.ts';
import { silentFields } from '../../tests/silent-fields.ts';
import { features } from './features.ts';
import { fieldHelp } from './field-help.ts';

const objects = features.flatMap((feature) => feature.objects);
const columns = objects.filter(isListed).flatMap((object) =>
  Object.entries<Field>(object.fields).map(([name, field]) => ({
    object,
    name,
    field,
    help: commandAndPlace(fieldHelp, object.name, name),
  })),
);
const nameOf = ({ object, name }: { readonly object: ObjectDeclaration; readonly name: string }) =>
  `${object.name}.${name}`;

test('every field that can be set says what it does, unless it only names a row', () => {
  expect(silentFields(objects.filter(isListed)).set).toEqual([]);
});

test('every field that is only read says what it shows, or its object does', () => {
  expect(silentFields(objects.filter(isListed)).read).toEqual([]);
});

test('the help of columns begins with the meaning of their object, where one of them has none of its own', () => {
  const fields = objects
    .filter(({ name }) => name === 'etherStatsEntry')
    .flatMap(({ name: object, fields: all }) => Object.values<Field>(all).map((field) => ({ object, field })));
  expect(meaningsOfObjects(fieldHelp, fields)).toEqual([
    'Packets received at the port since the group was added or cleared, also by size in octets.',
  ]);
  expect(
    meaningsOfObjects(
      fieldHelp,
      fields.filter(({ field }) => field.help),
    ),
  ).toEqual([]);
});

const language: Language = {
  menu: menuOf(objects),
  objects: new Map(objects.map((object) => [object.name, object])),
  verbs: [],
  rowsOf: () => [],
};

/** A value of a field that takes none of those that are tried: the address of a group, or of a server on the web; else none. */
function unusual(field: Field): string {
  return ['01-00-5E-01-01-01', 'https://192.0.2.1/'].find((value) => !field.read('').ok && field.read(value).ok) ?? '';
}

/** A command with values in its places. */
function filled({ object, field, help: { command } }: (typeof columns)[number]): string {
  const index = object.shape === 'table' ? Object.values<Field>(object.index) : [];
  const places = command.endsWith(' <value>') ? [...index, field] : index;
  return places.reduce((line, one) => {
    return line.replace(/<[^>]*>/, () => quotedWord(wordOfValue(one, declaredValue(one, 1)) || unusual(one)));
  }, command);
}

test('every field has a command, which the command line takes', () => {
  const refused = columns.flatMap((column) => {
    const line = filled(column);
    const parsed = parse(tokensOf(line).tokens, language);
    return parsed.kind === 'command' ? [] : [`${nameOf(column)}: ${line}: ${parsed.message}`];
  });
  expect(refused).toEqual([]);
});

test('every field has the place in a MIB that the switch serves it at, and the name that a standard has for it', () => {
  const facts = standardFacts();
  for (const { object, name, help } of columns) {
    expect(help.oid, nameOf({ object, name })).toBe(columnOid(object, name) ?? '');
    if (help.standard !== '') expect(facts.get(help.oid)?.name, nameOf({ object, name })).toBe(help.standard);
  }
  expect(columns.filter(({ help }) => help.standard !== '').length).toBeGreaterThan(300);
});
