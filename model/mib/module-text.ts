import { hasConfiguration, type ObjectDeclaration, type TableObject } from '../schema/object.ts';
import { PRIVATE_ROOT } from './instance.ts';
import { conformanceText } from './module-conformance.ts';
import type { ModuleIdentity, PrivateNotification } from './module-identity.ts';
import { importsText } from './module-imports.ts';
import { conventions } from './module-syntax.ts';
import {
  type Column,
  descriptorOf,
  indexDescriptor,
  indexOf,
  type PrivateObject,
  privateObject,
} from './private-object.ts';
import { ascii, capital, quoted, small, words } from './smi-text.ts';

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

/** The type of a SYNTAX clause in a SEQUENCE: without ranges and names (RFC 2578 7.1.12). */
function baseOf(syntax: string): string {
  return syntax.replace(/ [({].*$/s, '');
}

function objectWords({ title, help, page, ...object }: ObjectDeclaration): string {
  const isShown = !hasConfiguration({ title, ...object });
  return words(`${title}.`, help, isShown ? 'It is read only.' : undefined, page && `Page of the console: ${page}.`);
}
