import type { Field } from '../schema/field.ts';
import { hasConfiguration, type ObjectDeclaration, type TableObject } from '../schema/object.ts';
import { mibValueOf } from './column.ts';
import { PRIVATE_ROOT, privateColumns, ROW_STATUS } from './instance.ts';
import { choiceNames, conventions, syntaxClause } from './module-syntax.ts';

/** A notification of the private MIB. */
export interface PrivateNotification {
  readonly name: string;
  /** Its arc below 0 of the module's. */
  readonly number: number;
  /** When it is sent: whole sentences. */
  readonly description: string;
  /** The columns that it carries, as "object.column". */
  readonly carries: readonly string[];
}

/** Identity of the module. */
export interface ModuleIdentity {
  readonly name: string;
  /** The descriptor of its root. */
  readonly root: string;
  readonly organization: string;
  readonly contact: string;
  readonly description: string;
  /** Moment of its last revision, as RFC 2578 2 has it: "202601010000Z". */
  readonly updated: string;
}

/** Below the module's arc: its groups and conformance, beyond all objects that there will ever be. */
const CONFORMANCE = 65_535;

/** Index columns that are only in the instance have numbers from here on, which no registered column reaches. */
const BESIDE = 1000;

/** One OBJECT-TYPE of a table or group. */
interface Column {
  readonly descriptor: string;
  readonly number: number;
  readonly syntax: string;
  readonly access: 'not-accessible' | 'read-only' | 'read-write' | 'read-create';
  readonly description: string;
  readonly unit?: string | undefined;
  readonly initial?: string | undefined;
}

interface PrivateObject {
  readonly object: ObjectDeclaration;
  /** "Fp" and the object's name without "Entry". */
  readonly base: string;
  readonly number: number;
  readonly columns: readonly Column[];
}

/**
 * The module (RFC 2578) of every column that no standard has: tables and scalars of the objects below their numbers,
 * the notifications, and groups of all (RFC 2580). A table that a standard has except for some columns is here with
 * these and with its index, so that the module requires only those of SMIv2.
 *
 * @throws {Error} if two columns have the same descriptor.
 */
export function moduleText(
  identity: ModuleIdentity,
  objects: readonly ObjectDeclaration[],
  notifications: readonly PrivateNotification[],
): string {
  const owned = objects.flatMap(privateObject).sort((a, b) => a.number - b.number);
  refuseTwins(owned.flatMap(({ columns }) => columns.map(({ descriptor }) => descriptor)));
  const accessible = (object: PrivateObject) => object.columns.filter(({ access }) => access !== 'not-accessible');
  const body = [
    identityText(identity),
    ...Object.entries(conventions).map(conventionText),
    ...owned.map((one) =>
      one.object.shape === 'table' ? tableText(one, one.object, identity) : groupText(one, identity),
    ),
    notificationsText(identity, notifications),
    conformanceText(
      identity,
      owned.map((one) => [one, accessible(one)] as const),
      notifications,
    ),
  ].join('\n\n');
  return `-- Generated from the product's objects by its build.

${identity.name} DEFINITIONS ::= BEGIN

${importsText(body)}

${body}

END
`;
}

function refuseTwins(descriptors: readonly string[]): void {
  const seen = new Set<string>();
  for (const descriptor of descriptors) {
    if (seen.has(descriptor)) throw new Error(`Two columns are called ${descriptor}.`);
    seen.add(descriptor);
  }
}

function privateObject(object: ObjectDeclaration): readonly PrivateObject[] {
  const { number, columns: numbered } = object.privateMib ?? { number: 0, columns: [] };
  const base = `Fp${capital(object.name.replace(/Entry$/, ''))}`;
  const names = privateColumns(object).filter((name) => numbered.includes(name));
  if (names.length === 0) return [];
  const opens = object.shape === 'table' && names.includes(ROW_STATUS);
  const columns = names.map((name): Column => {
    const described = { descriptor: descriptorOf(base, name), number: numbered.indexOf(name) + 1 };
    const field = object.fields[name];
    if (!field) return { ...described, ...rowStatus };
    const isIndex = object.shape === 'table' && Object.hasOwn(object.index, name);
    return { ...described, ...columnOf(field, isIndex, opens) };
  });
  const beside = object.shape === 'table' ? indexBeside(object, base, names) : [];
  return [{ object, base, number, columns: [...columns, ...beside].sort((a, b) => a.number - b.number) }];
}

const rowStatus = {
  syntax: 'RowStatus',
  access: 'read-create',
  description: 'Makes the row with createAndGo(4), deletes it with destroy(6).',
} as const;

function columnOf(field: Field, isIndex: boolean, opens: boolean): Omit<Column, 'descriptor' | 'number'> {
  const changes = opens ? 'read-create' : 'read-write';
  const isAnswered = isIndex || field.access === 'ro';
  return {
    syntax: syntaxClause(field, isIndex),
    access: isAnswered ? 'read-only' : changes,
    description: words(
      `${field.label}.`,
      field.help,
      field.limits.step && field.limits.step > 1 ? `A multiple of ${field.limits.step}.` : undefined,
      field.access === 'wo' ? 'It can be set, and is read as no octets.' : undefined,
      field.access === 'action' ? 'Setting it makes the switch act; the value is not kept.' : undefined,
      field.access === 'create' ? 'It can be set while its row is made.' : undefined,
    ),
    unit: field.unit,
    initial: isAnswered || !opens || field.access === 'action' ? undefined : initialValue(field),
  };
}

/** The value of a fresh row, where it can be written down. */
function initialValue(field: Field): string | undefined {
  const value = mibValueOf(field, field.default);
  if (typeof value !== 'number' || !field.read(field.default).ok) return undefined;
  if (field.kind === 'truth' && !field.mib?.values) return value === 1 ? 'true' : 'false';
  if (field.limits.choices) return choiceNames(field).find((choice) => choice.value === value)?.name;
  return field.limits.min === undefined ? undefined : String(value);
}

/** The parts of an index that are no columns of ours: a standard has their names, or they are always the same. */
function indexBeside(object: TableObject, base: string, own: readonly string[]): readonly Column[] {
  return indexOf(object).flatMap((part, at): Column[] => {
    if (typeof part === 'string' && own.includes(part)) return [];
    const field = typeof part === 'string' ? object.index[part] : undefined;
    return [
      {
        descriptor: indexDescriptor(base, part, at),
        number: BESIDE + at + 1,
        syntax: field ? syntaxClause(field, true) : `Integer32 (${part})`,
        access: 'not-accessible',
        description: field
          ? words(`${field.label}.`, field.help, 'As in the table of the standard.')
          : 'Always the same: the switch has one of what the standard numbers here.',
      },
    ];
  });
}

function indexOf(object: TableObject): readonly (string | number)[] {
  return object.mib?.index ?? Object.keys(object.index);
}

function indexDescriptor(base: string, part: string | number, at: number): string {
  return typeof part === 'string' ? descriptorOf(base, part) : `${small(base)}Index${at + 1}`;
}

/** A column's descriptor: the object's name before its own, said once where the column's begins with it. */
function descriptorOf(base: string, column: string): string {
  const own = capital(column);
  return `Fp${own}`.startsWith(base) ? `fp${own}` : `${small(base)}${own}`;
}

function identityText(identity: ModuleIdentity): string {
  const arcs = PRIVATE_ROOT.split('.').slice('1.3.6.1.4.1'.split('.').length);
  return `${identity.root} MODULE-IDENTITY
    LAST-UPDATED "${identity.updated}"
    ORGANIZATION "${identity.organization}"
    CONTACT-INFO "${identity.contact}"
    DESCRIPTION
${quoted(identity.description, 8)}
    REVISION "${identity.updated}"
    DESCRIPTION "As the objects are."
    ::= { enterprises ${arcs.map((arc, at) => (at < arcs.length - 1 ? `example(${arc})` : arc)).join(' ')} }`;
}

function conventionText([name, [description, hint, base]]: [string, readonly [string, string, string]]): string {
  return `${name} ::= TEXTUAL-CONVENTION
    DISPLAY-HINT "${hint}"
    STATUS current
    DESCRIPTION
${quoted(description, 8)}
    SYNTAX ${base}`;
}

function tableText(
  { object, base, number, columns }: PrivateObject,
  table: TableObject,
  { root }: ModuleIdentity,
): string {
  const [tableName, entryName] = [`${small(base)}Table`, `${small(base)}Entry`];
  const index = indexOf(table).map((part, at) => indexDescriptor(base, part, at));
  const members = columns.map(({ descriptor, syntax }) => `        ${descriptor} ${baseOf(syntax)}`);
  return `${tableName} OBJECT-TYPE
    SYNTAX SEQUENCE OF ${base}Entry
    MAX-ACCESS not-accessible
    STATUS current
    DESCRIPTION
${quoted(objectWords(object), 8)}
    ::= { ${root} ${number} }

${entryName} OBJECT-TYPE
    SYNTAX ${base}Entry
    MAX-ACCESS not-accessible
    STATUS current
    DESCRIPTION
${quoted(`A row of ${tableName}.`, 8)}
    INDEX { ${index.join(', ')} }
    ::= { ${tableName} 1 }

${base}Entry ::=
    SEQUENCE {
${members.join(',\n')}
    }

${columns.map((column) => columnText(column, entryName)).join('\n\n')}`;
}

function groupText({ object, base, number, columns }: PrivateObject, { root }: ModuleIdentity): string {
  const scalars = `${small(base)}Scalars`;
  return `-- ${objectWords(object)}
${small(base)} OBJECT IDENTIFIER ::= { ${root} ${number} }
${scalars} OBJECT IDENTIFIER ::= { ${small(base)} 1 }

${columns.map((column) => columnText(column, scalars)).join('\n\n')}`;
}

function columnText({ descriptor, syntax, access, description, unit, initial, number }: Column, below: string): string {
  return [
    `${descriptor} OBJECT-TYPE`,
    `    SYNTAX ${syntax}`,
    ...(unit ? [`    UNITS "${ascii(unit)}"`] : []),
    `    MAX-ACCESS ${access}`,
    '    STATUS current',
    '    DESCRIPTION',
    quoted(description, 8),
    ...(initial === undefined ? [] : [`    DEFVAL { ${initial} }`]),
    `    ::= { ${below} ${number} }`,
  ].join('\n');
}

function notificationsText({ root }: ModuleIdentity, notifications: readonly PrivateNotification[]): string {
  const below = `${root}Notifications`;
  const each = notifications.map(
    ({ name, number, description, carries }) => `${name} NOTIFICATION-TYPE
    OBJECTS { ${carries.map(carriedDescriptor).join(', ')} }
    STATUS current
    DESCRIPTION
${quoted(description, 8)}
    ::= { ${below} ${number} }`,
  );
  return [`${below} OBJECT IDENTIFIER ::= { ${root} 0 }`, ...each].join('\n\n');
}

/** The descriptor of "object.column". */
function carriedDescriptor(name: string): string {
  const [object = '', column = ''] = name.split('.');
  return descriptorOf(`Fp${capital(object.replace(/Entry$/, ''))}`, column);
}

function conformanceText(
  { root }: ModuleIdentity,
  objects: readonly (readonly [PrivateObject, readonly Column[]])[],
  notifications: readonly PrivateNotification[],
): string {
  const [conformance, groups, compliances] = [`${root}Conformance`, `${root}Groups`, `${root}Compliances`];
  const named = objects.map(([{ object, base, number }, columns]) => ({
    name: `${small(base)}ObjectGroup`,
    text: `${small(base)}ObjectGroup OBJECT-GROUP
    OBJECTS {
${columns.map(({ descriptor }) => `        ${descriptor}`).join(',\n')}
    }
    STATUS current
    DESCRIPTION
${quoted(`What the private MIB has of this: ${object.title}.`, 8)}
    ::= { ${groups} ${number} }`,
  }));
  const told = `${root}NotificationGroup`;
  return [
    `${conformance} OBJECT IDENTIFIER ::= { ${root} ${CONFORMANCE} }
${groups} OBJECT IDENTIFIER ::= { ${conformance} 1 }
${compliances} OBJECT IDENTIFIER ::= { ${conformance} 2 }`,
    ...named.map(({ text }) => text),
    `${told} NOTIFICATION-GROUP
    NOTIFICATIONS {
${notifications.map(({ name }) => `        ${name}`).join(',\n')}
    }
    STATUS current
    DESCRIPTION
${quoted('Notifications in addition to those of standard modules.', 8)}
    ::= { ${groups} ${CONFORMANCE} }`,
    `${root}Compliance MODULE-COMPLIANCE
    STATUS current
    DESCRIPTION
${quoted('Every switch implements all objects.', 8)}
    MODULE
    MANDATORY-GROUPS {
${[...named.map(({ name }) => name), told].map((name) => `        ${name}`).join(',\n')}
    }
    ::= { ${compliances} 1 }`,
  ].join('\n\n');
}

/** The modules that declare the names used in the body: imported if used. */
const declaredBy: readonly (readonly [module: string, names: readonly string[]])[] = [
  [
    'SNMPv2-SMI',
    [
      'MODULE-IDENTITY',
      'OBJECT-TYPE',
      'NOTIFICATION-TYPE',
      'enterprises',
      'Integer32',
      'Unsigned32',
      'Counter32',
      'Counter64',
      'TimeTicks',
      'IpAddress',
    ],
  ],
  ['SNMPv2-TC', ['TEXTUAL-CONVENTION', 'DateAndTime', 'MacAddress', 'RowStatus', 'TruthValue']],
  ['SNMPv2-CONF', ['OBJECT-GROUP', 'NOTIFICATION-GROUP', 'MODULE-COMPLIANCE']],
];

function importsText(body: string): string {
  const plain = body.replace(/"[^"]*"/g, '').replace(/^--.*$/gm, '');
  const uses = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(plain);
  const parts = declaredBy.map(([module, names]) => `    ${names.filter(uses).join(', ')}\n        FROM ${module}`);
  return `IMPORTS\n${parts.join('\n')};`;
}

/** The type of a SYNTAX clause in a SEQUENCE: without ranges and names (RFC 2578 7.1.12). */
function baseOf(syntax: string): string {
  return syntax.replace(/ [({].*$/s, '');
}

function objectWords({ title, help, page, ...object }: ObjectDeclaration): string {
  const isShown = !hasConfiguration({ title, ...object });
  return words(`${title}.`, help, isShown ? 'It is read only.' : undefined, page && `Page of the console: ${page}.`);
}

function words(...sentences: readonly (string | undefined)[]): string {
  return ascii(sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' '));
}

/** Characters that RFC 2578 3.1.1 allows between quotation marks. */
function ascii(text: string): string {
  return text
    .replaceAll('"', "'")
    .replaceAll('µ', 'u')
    .replaceAll('×', 'x')
    .replace(/[^\x20-\x7e]+/g, ' ');
}

/** Text between quotation marks, in lines. */
function quoted(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + word.length + 3 > 100) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  const edge = ' '.repeat(indent);
  return `${edge}"${[...lines, line].join(`\n${edge} `)}"`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function small(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
