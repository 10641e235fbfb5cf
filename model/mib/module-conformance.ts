import type { ModuleIdentity, PrivateNotification } from './module-identity.ts';
import type { Column, PrivateObject } from './private-object.ts';
import { quoted, small } from './smi-text.ts';

/** Below the module's arc: its groups and conformance, beyond all objects that there will ever be. */
const CONFORMANCE = 65_535;

/** Groups of all objects and notifications, and the compliance with them (RFC 2580). */
export function conformanceText(
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
