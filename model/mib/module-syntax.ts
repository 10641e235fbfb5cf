import type { Field } from '../schema/field.ts';
import {
  dateAndTime,
  inetAddress,
  ipv6Address,
  type MibSyntax,
  macAddress,
  octets,
  optionalInetAddress,
  portList,
  portListOfOne,
  text,
  vlanList,
} from '../smi/syntax.ts';
import { syntaxOf } from './column.ts';

/** Octets of a MAC address. */
const MAC_LENGTH = 6;

/** Maximum number of octets of one character of text (RFC 3629), if non-ASCII ones are allowed. */
const CHARACTER_OCTETS = 4;

/** The largest number of an Integer32. */
const INTEGER_MAXIMUM = 2 ** 31 - 1;

/** The conventions that a module of our own declares: the meaning of each, its display, its base. */
export const conventions = {
  FpText: ['Text in UTF-8.', '255t', 'OCTET STRING (SIZE (0..65535))'],
  FpMacAddress: ['A MAC address; no octets where there is none.', '1x:', 'OCTET STRING (SIZE (0 | 6))'],
  FpIpv6Address: ['An IPv6 address; no octets where there is none.', '2x:', 'OCTET STRING (SIZE (0 | 16))'],
  FpAddress: [
    'An IPv4 address in 4 octets or an IPv6 address in 16; no octets where there is none.',
    '1x:',
    'OCTET STRING (SIZE (0 | 4 | 16))',
  ],
  FpPortList: [
    'One bit for each port, port 1 being the highest bit of the first octet. More or fewer octets can be set; 8 are read.',
    '1x:',
    'OCTET STRING (SIZE (0..128))',
  ],
  FpVlanList: [
    'One bit for each VLAN, VLAN 0 being the highest bit of the first octet. Fewer octets can be set; 512 are read.',
    '1x:',
    'OCTET STRING (SIZE (0..512))',
  ],
} as const satisfies Record<string, readonly [description: string, hint: string, base: string]>;

const conventionOf = new Map<MibSyntax, keyof typeof conventions>([
  [macAddress, 'FpMacAddress'],
  [ipv6Address, 'FpIpv6Address'],
  [inetAddress, 'FpAddress'],
  [optionalInetAddress, 'FpAddress'],
  [portList, 'FpPortList'],
  [portListOfOne, 'FpPortList'],
  [vlanList, 'FpVlanList'],
]);

/**
 * The SYNTAX clause of a field's column (RFC 2578 7.1).
 *
 * @param isIndex whether it is part of an index, where numbers have to be bounded and MAC addresses are always there.
 */
export function syntaxClause(field: Field, isIndex = false): string {
  const syntax = syntaxOf(field);
  const convention = conventionOf.get(syntax);
  if (syntax === macAddress && isIndex) return 'MacAddress';
  if (convention) return convention;
  if (syntax === dateAndTime) return 'DateAndTime';
  switch (syntax.type) {
    case 'Integer32':
    case 'Unsigned32':
      return numberClause(field, syntax.type, isIndex);
    case 'OctetString':
      return octetsClause(field, syntax);
    case 'ObjectIdentifier':
      return 'OBJECT IDENTIFIER';
    default:
      return syntax.type;
  }
}

function numberClause(field: Field, type: string, isIndex: boolean): string {
  const { choices, min, max, fixed = [] } = field.limits;
  if (field.kind === 'truth' && !field.mib?.values) return 'TruthValue';
  if (choices) {
    const named = choiceNames(field).map(({ name, value }) => `${name}(${value})`);
    return `INTEGER { ${named.join(', ')} }`;
  }
  if (min === undefined || max === undefined) return isIndex ? `${type} (0..${INTEGER_MAXIMUM})` : type;
  const beside = fixed.filter((value) => value < min || value > max);
  const ranges: [number, string][] = [[min, min === max ? String(min) : `${min}..${max}`]];
  for (const value of beside) ranges.push([value, String(value)]);
  // One behind the other, as RFC 2578 11 wants them.
  ranges.sort(([a], [b]) => a - b);
  return `${type} (${ranges.map(([, words]) => words).join(' | ')})`;
}

function octetsClause(field: Field, syntax: MibSyntax): string {
  if (syntax.length === MAC_LENGTH) return 'MacAddress';
  if (syntax.length !== undefined) return `OCTET STRING (SIZE (${syntax.length}))`;
  const { minLength = 0, maxLength, characters } = field.limits;
  if (maxLength === undefined) return syntax === octets ? 'OCTET STRING' : 'FpText';
  if (syntax === octets) return `OCTET STRING (SIZE (${sizes(minLength / 2, maxLength / 2)}))`;
  if (syntax !== text) return 'OCTET STRING';
  const widest = field.kind !== 'secret' && (!characters || characters.test('ä')) ? CHARACTER_OCTETS : 1;
  // Values that the device reports may be empty, as are secrets.
  const least = field.access === 'rw' || field.access === 'create' ? minLength : 0;
  return `FpText (SIZE (${sizes(least, Math.min(65_535, maxLength * widest))}))`;
}

function sizes(least: number, most: number): string {
  return least === most ? String(most) : `${least}..${most}`;
}

/** The names of a field's choices, and the numbers that they have in the MIB, by these. */
export function choiceNames(field: Field): readonly { readonly name: string; readonly value: number }[] {
  const taken = new Set<string>();
  return (field.limits.choices ?? [])
    .map(({ value: own, label }) => {
      const value = field.mib?.values?.[own] ?? own;
      const plain = descriptor(label);
      const name = taken.has(plain) || plain === '' ? `${plain || 'unknown'}${Math.abs(value) || ''}` : plain;
      taken.add(name);
      return { name, value };
    })
    .sort((a, b) => a.value - b.value);
}

/** Words as an identifier that begins with a small letter: "IEEE 802.1Q" becomes "ieee8021Q". */
function descriptor(words: string): string {
  const parts = words.replace(/(\d)\.(?=\d)/g, '$1').match(/[A-Za-z0-9]+/g) ?? [];
  const [first = '', ...rest] = parts;
  const lower = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  const name = [lower, ...rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1))].join('');
  return (/^\d/.test(name) ? `n${name}` : name).slice(0, 60);
}
