import { type StandardFact, standardFacts } from './standard-objects.ts';

/** How a base type is written in SMIv2. */
const syntaxes: Readonly<Record<StandardFact['type'], string>> = {
  Integer32: 'Integer32',
  Unsigned32: 'Unsigned32',
  Counter32: 'Counter32',
  Counter64: 'Counter64',
  TimeTicks: 'TimeTicks',
  IpAddress: 'IpAddress',
  OctetString: 'OCTET STRING',
  ObjectIdentifier: 'OBJECT IDENTIFIER',
  Opaque: 'Opaque',
  Bits: 'BITS',
};

/** The name of the module that `standardModuleText` is. */
export const STANDARD_MODULE = 'STANDARD-OBJECTS';

/**
 * For tests: the objects of the standards as one module, so that Net-SNMP's tools say which variables are not of their
 * type. They have no tables: the instance follows the name.
 */
export function standardModuleText(): string {
  const objects = [...standardFacts().values()].map(({ name, oid, type, named }) => {
    const choices = [...named].map(([one, value]) => `${one}(${value})`).join(', ');
    const base = named.size > 0 && type === 'Integer32' ? 'INTEGER' : syntaxes[type];
    const [, ...arcs] = oid.split('.');
    return `${name} OBJECT-TYPE
  SYNTAX ${choices ? `${base} { ${choices} }` : base}
  MAX-ACCESS read-only
  STATUS current
  DESCRIPTION ""
  ::= { iso ${arcs.join(' ')} }`;
  });
  return `${STANDARD_MODULE} DEFINITIONS ::= BEGIN
IMPORTS OBJECT-TYPE, Integer32, Unsigned32, Counter32, Counter64, TimeTicks, IpAddress, Opaque FROM SNMPv2-SMI;
${objects.join('\n')}
END
`;
}
