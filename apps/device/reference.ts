import { rangeWords, wordOfValue } from '../../device/command-line/field-words.ts';
import { type MenuPlace, menuOf } from '../../device/command-line/menu.ts';
import { softwareVersion } from '../../device/software-version.ts';
import { columnOid } from '../../model/mib/instance.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { features } from './features.ts';
import { formatOpenRpc, openRpc } from './open-rpc.ts';

const objects = features.flatMap((feature) => feature.objects);

/** The remote calls and objects of a switch for programs, which a build puts beside the console. */
export const openRpcText: string = formatOpenRpc(openRpc(objects, softwareVersion));

const accessWords: Readonly<Record<Field['access'], string>> = {
  ro: 'read',
  rw: 'read, set',
  create: 'read, set when created',
  wo: 'set',
  action: 'action',
};

/** A file of the reference for people. */
interface ReferenceFile {
  readonly name: string;
  readonly text: string;
}

/** Every field by menu section and page: meaning, range, default, access, OID and command line. */
export function fieldReference(): readonly ReferenceFile[] {
  const { children } = menuOf(objects);
  const files = children.map((section) => ({
    name: `${section.word}.md`,
    text: [
      `# ${titleOf(section)}`,
      '',
      'Made from the declarations by `npm run reference`; do not edit.',
      '',
      ...pagesOf(section),
    ].join('\n'),
  }));
  return files.map(({ name, text }) => ({ name, text: `${text.trimEnd()}\n` }));
}

function titleOf({ path }: MenuPlace): string {
  return path.join(' ');
}

function pagesOf(place: MenuPlace): readonly string[] {
  const own = place.targets.flatMap(({ word, title, columns, table, objects: parts }) => {
    const index = Object.entries(table?.index ?? {}).map(([name, field]) => ({ word: '', object: table, name, field }));
    const named = [...columns].map(([column, { object, name }]) => ({
      word: column,
      object,
      name,
      field: object.fields[name],
    }));
    const line = `${place.path.join(' ')}${place.targets.length > 1 ? ` ${word}` : ''}`;
    return [
      `## ${title}`,
      '',
      `\`show ${line}\`; remote calls: ${parts.map(({ name }) => `\`${name}\``).join(', ')}`,
      '',
      '| field | word | column | values | default | access | OID | meaning |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...[...index, ...named].flatMap(({ word: column, object, name, field }) =>
        object && field ? [rowOf(column, object, name, field)] : [],
      ),
      '',
    ];
  });
  return [...own, ...place.children.flatMap(pagesOf)];
}

function rowOf(word: string, object: ObjectDeclaration, name: string, field: Field): string {
  const { choices } = field.limits;
  const values = choices
    ? choices.map(({ value }) => `${value} ${wordOfValue(field, value)}`).join(', ')
    : rangeWords(field);
  const hasDefault = field.access === 'rw' || field.access === 'create';
  const cells = [
    field.label,
    word === '' ? '' : `\`${word}\``,
    `\`${name}\``,
    values,
    hasDefault && field.default !== '' ? wordOfValue(field, field.default) : '',
    accessWords[field.access],
    columnOid(object, name) ?? '',
    field.help ?? '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
