import { readFileSync } from 'node:fs';
import type { SnmpValue } from '../../protocols/snmp/pdu.ts';

/** The base types of RFC 2578; a gauge travels as an Unsigned32, and an INTEGER as an Integer32. */
type BaseType = Exclude<SnmpValue['type'], 'Null' | 'noSuchObject' | 'noSuchInstance' | 'endOfMibView'> | 'Bits';

/** What a standard's module says of one object. */
export interface StandardFact {
  readonly module: string;
  readonly name: string;
  /** Without the instance. */
  readonly oid: string;
  readonly type: BaseType;
  /** MAX-ACCESS: not accessible, for notifications only, or to read, to set, to make rows with. */
  readonly access: 'na' | 'notify' | 'ro' | 'rw' | 'create';
  /** The numbers of an enumeration, or the bits, by their names; none for what is neither. */
  readonly named: ReadonlyMap<string, number>;
  /** What numbers, or lengths in octets, may be; none for any. */
  readonly ranges: readonly (readonly [least: number, most: number])[];
  /** The textual convention; "" without one. */
  readonly convention: string;
  readonly units: string;
  readonly isCurrent: boolean;
}

/** The objects of the modules that the agent serves, by their identifiers (tests/mib/standard-objects.tsv). */
export function standardFacts(): ReadonlyMap<string, StandardFact> {
  const facts = new Map<string, StandardFact>();
  let module = '';
  for (const line of readFileSync(new URL('./standard-objects.tsv', import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('# ')) module = line.slice(2);
    else if (line !== '') {
      const fact = factOf(module, line);
      facts.set(fact.oid, fact);
    }
  }
  return facts;
}

function factOf(module: string, line: string): StandardFact {
  const [oid = '', name = '', type = '', access = '', limits = '', convention = '', units = '', status = ''] =
    line.split('\t');
  const isNamed = limits.includes('=');
  return {
    module,
    name,
    oid,
    type: type as BaseType,
    access: access as StandardFact['access'],
    named: new Map(isNamed ? limits.split(',').map((one) => pair(one.split('='))) : []),
    ranges: isNamed || limits === '' ? [] : limits.split('|').map((one) => range(one.split('..'))),
    convention,
    units,
    isCurrent: status === '',
  };
}

const pair = ([name = '', value]: readonly string[]) => [name, Number(value)] as const;
const range = ([least = '', most = least]: readonly string[]) => [Number(least), Number(most)] as const;

/** What is wrong with a value under a standard's name, in a few words; undefined for nothing. */
export function faultOf(fact: StandardFact, value: SnmpValue): string | undefined {
  const type = fact.type === 'Bits' ? 'OctetString' : fact.type;
  if (value.type !== type) return `${value.type} for ${fact.type}`;
  if (!('value' in value)) return undefined;
  const given = value.value;
  if (given instanceof Uint8Array) return fact.type === 'Bits' ? faultOfBits(fact, given) : faultOfOctets(fact, given);
  if (typeof given !== 'number') return undefined;
  return faultOfNumber(fact, given);
}

/** The same of a number, which is of the right type. */
export function faultOfNumber({ named, ranges }: StandardFact, given: number): string | undefined {
  if (named.size > 0) return [...named.values()].includes(given) ? undefined : `${given} is in no enumeration`;
  return isWithin(ranges, given) ? undefined : `${given} is out of range`;
}

function isWithin(ranges: StandardFact['ranges'], given: number): boolean {
  return ranges.length === 0 || ranges.some(([least, most]) => given >= least && given <= most);
}

function faultOfBits({ named }: StandardFact, given: Uint8Array): string | undefined {
  const known = [...named.values()];
  if (given.length > Math.ceil((Math.max(...known) + 1) / 8)) return `${given.length} octets of bits`;
  const set = [...given].flatMap((octet, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => octet & (128 >> bit)).map((bit) => at * 8 + bit),
  );
  const strange = set.find((bit) => !known.includes(bit));
  return strange === undefined ? undefined : `bit ${strange} has no name`;
}

/** Octets of a convention (RFC 2579, RFC 4188, RFC 3411): how many there may be, and whether they are text. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  MacAddress: [6],
  BridgeId: [8],
  DateAndTime: [8, 11],
};

function faultOfOctets({ ranges, convention }: StandardFact, given: Uint8Array): string | undefined {
  const fixed = lengths[convention];
  if (!isWithin(ranges, given.length) || (fixed && !fixed.includes(given.length))) return `${given.length} octets`;
  if (convention === 'DisplayString' || convention === 'OwnerString') {
    return given.every((octet) => octet < 128) ? undefined : 'octets that are no NVT ASCII';
  }
  return undefined;
}
