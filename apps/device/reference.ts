import { rangeWords, wordOfValue } from '../../device/command-line/field-words.ts';
import { type MenuPlace, menuOf, type Target } from '../../device/command-line/menu.ts';
import { softwareVersion } from '../../device/software-version.ts';
import { columnOid } from '../../model/mib/instance.ts';
import { type Field, hasDefault } from '../../model/schema/field.ts';
import { features } from './features.ts';
import { formatOpenRpc, openRpc } from './open-rpc.ts';
import { columnsOf, lineOf, type ReferenceColumn } from './reference-columns.ts';

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
  const own = place.targets.flatMap((target) => [
    `## ${target.title}`,
    '',
    ...meaningsOf(target),
    `\`show ${lineOf(place, target)}\`; remote calls: ${target.objects.map(({ name }) => `\`${name}\``).join(', ')}`,
    '',
    '| field | word | column | values | default | access | OID | meaning |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...columnsOf(target).map(rowOf),
    '',
  ]);
  return [...own, ...place.children.flatMap(pagesOf)];
}

/** The meanings of the objects as a whole, each a paragraph. */
function meaningsOf({ objects: own }: Target): readonly string[] {
  return [...new Set(own.flatMap(({ help }) => help ?? []))].flatMap((help) => [help, '']);
}

function rowOf({ word, object, name, field }: ReferenceColumn): string {
  const { choices } = field.limits;
  const values = choices
    ? choices.map(({ value }) => `${value} ${wordOfValue(field, value)}`).join(', ')
    : rangeWords(field);
  const cells = [
    field.label,
    word === '' ? '' : `\`${word}\``,
    `\`${name}\``,
    values,
    hasDefault(field) ? wordOfValue(field, field.default) : '',
    accessWords[field.access],
    columnOid(object, name) ?? '',
    field.help ?? '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
