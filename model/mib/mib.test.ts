import { describe, expect, test } from 'vitest';
import type { Field } from '../schema/field.ts';
import { dateTime } from '../schema/kinds/date-time.ts';
import { enumeration } from '../schema/kinds/enumeration.ts';
import { integer } from '../schema/kinds/integer.ts';
import { ipv4 } from '../schema/kinds/ipv4.ts';
import { ipv6 } from '../schema/kinds/ipv6.ts';
import { mac } from '../schema/kinds/mac.ts';
import { oid } from '../schema/kinds/oid.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { secret } from '../schema/kinds/secret.ts';
import { text } from '../schema/kinds/text.ts';
import { vlanList } from '../schema/kinds/vlan-list.ts';
import { group, table } from '../schema/object.ts';
import {
  centiseconds,
  counter32,
  counter64,
  dateAndTime,
  inetAddress,
  integer32,
  ipAddress,
  ipv6Address,
  type MibSyntax,
  type MibValue,
  macAddress,
  objectIdentifier,
  octets,
  optionalIpAddress,
  portListOfOne,
  portList as ports,
  scaled,
  text as textSyntax,
  timeTicks,
  unsigned32,
  vlanList as vlans,
} from '../smi/syntax.ts';
import { wordsOf } from '../values/message.ts';
import type { Value } from '../wire/call.ts';
import { mibValueOf, readMibValue } from './column.ts';
import { columnOid, instanceOf, PRIVATE_ROOT, privateColumns, readInstance, rowStatusOid } from './instance.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const label = 'Field';

// The value read back, if it differs.
test.each<[what: string, MibSyntax, value: Value, MibValue, back?: Value]>([
  ['a number', integer32, -7, -7],
  ['a number too large for 32 bits', integer32, 2 ** 40, 2 ** 31 - 1, 2 ** 31 - 1],
  ['a number too small for 32 bits', integer32, -(2 ** 40), -(2 ** 31), -(2 ** 31)],
  ['a measured number', integer32, 12.6, 13, 13],
  ['a number that is never negative', unsigned32, -1, 0, 0],
  ['a large one', unsigned32, 2 ** 32, 2 ** 32 - 1, 2 ** 32 - 1],
  ['hundredths of a second past 497 days', timeTicks, 2 ** 32 + 5, 5, 5],
  ['a 64-bit counter', counter64, '18446744073709551615', 2n ** 64n - 1n],
  ['its low half', counter32, '4294967301', 5, '5'],
  ['milliwatts as watts', scaled(1000), 15_400, 15, 15_000],
  ['seconds as hundredths of one', centiseconds, 7, 700],
  ['text with a mark of its byte order', textSyntax, '\ufeffa', bytes(0xef, 0xbb, 0xbf, 0x61)],
  ['text', textSyntax, 'Küche', bytes(0x4b, 0xc3, 0xbc, 0x63, 0x68, 0x65)],
  ['hexadecimal octets', octets, '80FF', bytes(0x80, 0xff)],
  ['a MAC address', macAddress, '00-11-22-AA-BB-CC', bytes(0, 0x11, 0x22, 0xaa, 0xbb, 0xcc)],
  ['no MAC address', macAddress, '', bytes()],
  ['no octets', octets, '', bytes()],
  ['an IPv4 address', ipAddress, '192.0.2.1', bytes(192, 0, 2, 1)],
  ['the last of them', ipAddress, '255.255.255.255', bytes(255, 255, 255, 255)],
  ['no IPv4 address', optionalIpAddress, '', bytes(0, 0, 0, 0)],
  ['one that is not optional', ipAddress, '', bytes(0, 0, 0, 0), '0.0.0.0'],
  ['the same as an InetAddress', inetAddress, '192.0.2.1', bytes(192, 0, 2, 1)],
  ['an IPv6 address', ipv6Address, '2001:db8::1', bytes(0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)],
  ['no IPv6 address', ipv6Address, '', bytes()],
  ['ports, the first the highest bit', ports, '1-3,9,64', bytes(0xe0, 0x80, 0, 0, 0, 0, 0, 1)],
  ['no port', ports, '', bytes(0, 0, 0, 0, 0, 0, 0, 0)],
  ['a port as a list of one', portListOfOne, 10, bytes(0, 0x40, 0, 0, 0, 0, 0, 0)],
  ['none as a list', portListOfOne, 0, bytes(0, 0, 0, 0, 0, 0, 0, 0)],
  ['an object identifier', objectIdentifier, '1.3.6.1', '1.3.6.1'],
  ['no object identifier', objectIdentifier, '', '0.0'],
  ['a moment', dateAndTime, '2026-01-31 13:05:09', bytes(0x07, 0xea, 1, 31, 13, 5, 9, 0)],
  ['no moment', dateAndTime, '', bytes(0, 0, 0, 0, 0, 0, 0, 0)],
])('%s stands in a MIB as RFC 2578 and 2579 have it', (_what, syntax, value, expected, back = value) => {
  expect(syntax.encode(value)).toEqual(expected);
  expect(syntax.decode(expected)).toBe(back);
});

test('a moment with its zone is read as what the clock there says', () => {
  expect(dateAndTime.decode(bytes(0x07, 0xea, 12, 31, 23, 59, 58, 9, 0x2b, 1, 0))).toBe('2026-12-31 23:59:58');
});

test('VLANs stand as one bit each, VLAN 0 the first', () => {
  const map = vlans.encode('1,8-9,4094');
  expect(map).toBeInstanceOf(Uint8Array);
  if (!(map instanceof Uint8Array)) return;
  expect([map.length, map[0], map[1], map[2], map[511]]).toEqual([512, 0x40, 0xc0, 0, 0x02]);
  expect(vlans.decode(map)).toBe('1,8-9,4094');
});

test.each<[string, MibSyntax, MibValue]>([
  ['a fraction', integer32, 1.5],
  ['text for a number', integer32, '1'],
  ['a negative Unsigned32', unsigned32, -1],
  ['a number for a Counter64', counter64, 5],
  ['octets for a Counter32', counter32, bytes(5)],
  ['a part of a second', centiseconds, 1950],
  ['octets for what is scaled', scaled(10), bytes(5)],
  ['octets that are no UTF-8', textSyntax, bytes(0xff)],
  ['a number for text', textSyntax, 5],
  ['a number for octets', octets, 5],
  ['five octets of a MAC address', macAddress, bytes(1, 2, 3, 4, 5)],
  ['a number for a MAC address', macAddress, 5],
  ['three octets of an IPv4 address', ipAddress, bytes(1, 2, 3)],
  ['five of one', optionalIpAddress, bytes(1, 2, 3, 4, 5)],
  ['four octets of an IPv6 address', ipv6Address, bytes(1, 2, 3, 4)],
  ['a number for an IPv6 address', ipv6Address, 5],
  ['a number for ports', ports, 5],
  ['two ports where one is wanted', portListOfOne, bytes(0xc0)],
  ['a number where one port is wanted', portListOfOne, 1],
  ['a number for VLANs', vlans, 5],
  ['a number for an object identifier', objectIdentifier, 5],
  ['nine octets of a moment', dateAndTime, bytes(7, 234, 1, 31, 13, 5, 9, 0, 0)],
  ['seven octets of a moment', dateAndTime, bytes(7, 234, 1, 31, 13, 5, 9)],
  ['a number for a moment', dateAndTime, 5],
])('%s is no value', (_what, syntax, value) => {
  expect(syntax.decode(value)).toBeUndefined();
});

describe('a field in its column', () => {
  test('has the numbers of the standard', () => {
    const frames = enumeration({
      label,
      choices: { 1: 'All', 2: 'Tagged', 3: 'Untagged' },
      mib: { column: 2, values: { 1: 1, 2: 3, 3: 2 } },
    });
    expect(mibValueOf(frames, 2)).toBe(3);
    expect(readMibValue(frames, 3)).toEqual({ ok: true, value: 2 });
    const refused = readMibValue(frames, 4);
    expect(!refused.ok && wordsOf(refused.message)).toBe('Field has an invalid format.');
  });

  test('has the syntax of the standard, else that of its kind', () => {
    expect(mibValueOf(integer({ label, min: 0, max: 9, mib: { column: 1, syntax: portListOfOne } }), 1)).toEqual(
      bytes(0x80, 0, 0, 0, 0, 0, 0, 0),
    );
    expect(mibValueOf(integer({ label, min: 0, max: 9 }), 1)).toBe(1);
  });

  test('is read as from anywhere else', () => {
    const refused = readMibValue(integer({ label, min: 0, max: 9 }), 10);
    expect(!refused.ok && wordsOf(refused.message)).toBe('Please enter an integer between 0 ~ 9');
    expect(readMibValue(portList({ label, maximum: 8 }), bytes(0, 0x80)).ok).toBe(false);
    expect(readMibValue(ipv4({ label }), bytes(127, 0, 0, 1)).ok).toBe(false);
    expect(readMibValue(ipv4({ label, optional: true }), bytes(0, 0, 0, 0))).toEqual({ ok: true, value: '' });
    expect(readMibValue(ipv4({ label, addresses: 'any' }), bytes(0, 0, 0, 0))).toEqual({ ok: true, value: '0.0.0.0' });
    expect(readMibValue(ipv6({ label, prefix: true }), textSyntax.encode('2001:db8::1/64')).ok).toBe(true);
    expect(readMibValue(vlanList({ label, required: true }), new Uint8Array(512)).ok).toBe(false);
    expect(readMibValue(dateTime({ label }), bytes(7, 234, 2, 30, 0, 0, 0, 0)).ok).toBe(false);
  });

  test('never gives away what is write-only', () => {
    const key = secret({ label, minLength: 8, maxLength: 32 });
    expect(mibValueOf(key, 'correct-horse')).toEqual(bytes());
    expect(readMibValue(key, textSyntax.encode('correct-horse'))).toEqual({ ok: true, value: 'correct-horse' });
  });
});

describe('object identifiers', () => {
  const std = table('std', {
    title: 'Standard',
    oid: '1.3.6.1.2.1.17.7.1.4.3.1',
    index: { vlan: integer({ label, min: 1, max: 4094 }), address: mac({ label }) },
    columns: {
      name: text({ label, maxLength: 9, mib: { column: 1 } }),
      alias: text({ label, maxLength: 9, mib: { column: '1.3.6.1.2.1.31.1.1.1.18' } }),
      extra: text({ label, maxLength: 9 }),
    },
    rows: { max: 9 },
    mib: { index: ['address', 'vlan', 0], rowStatus: 5 },
    privateMib: { number: 5, columns: ['extra'] },
  });
  const own = table('own', {
    title: 'Own',
    index: {
      name: text({ label, maxLength: 9 }),
      tree: oid({ label }),
      from: ipv4({ label }),
      to: ipv6({ label, addresses: 'any' }),
    },
    columns: { state: integer({ label, min: 0, max: 9 }) },
    rows: { max: 9 },
    privateMib: { number: 4, columns: ['state', 'RowStatus'] },
  });

  test('of columns are the standard’s, else those of the private MIB', () => {
    expect(columnOid(std, 'name')).toBe('1.3.6.1.2.1.17.7.1.4.3.1.1');
    expect(columnOid(std, 'alias')).toBe('1.3.6.1.2.1.31.1.1.1.18');
    expect(columnOid(std, 'extra')).toBe(`${PRIVATE_ROOT}.5.1.1`);
    expect(columnOid(own, 'state')).toBe(`${PRIVATE_ROOT}.4.1.1`);
    expect(columnOid(own, 'name')).toBeUndefined();
    expect(columnOid(own, 'gone')).toBeUndefined();
    const loose = group('loose', { title: 'Loose', fields: { a: text({ label, maxLength: 9, mib: { column: 3 } }) } });
    expect(columnOid(loose, 'a')).toBeUndefined();
    expect(rowStatusOid(std)).toBe('1.3.6.1.2.1.17.7.1.4.3.1.5');
    expect(rowStatusOid(own)).toBe(`${PRIVATE_ROOT}.4.1.2`);
  });

  test('are owed by the private MIB for what no standard has', () => {
    expect(privateColumns(std)).toEqual(['extra']);
    expect(privateColumns(own)).toEqual(['name', 'tree', 'from', 'to', 'state', 'RowStatus']);
    expect(privateColumns({ ...own, rows: { max: 9, fixed: true } })).not.toContain('RowStatus');
    const one = { title: 'One', fields: { a: integer({ label, min: 0, max: 9 }) } };
    expect(privateColumns(group('one', one))).toEqual(['a']);
    expect(privateColumns(group('one', { ...one, oid: '1.3.6.1.2.1.99' }))).toEqual(['a']);
    const live = table('live', {
      title: 'Live',
      index: { port: integer({ label, min: 1, max: 9, access: 'ro' }) },
      columns: { state: integer({ label, min: 0, max: 9, access: 'ro' }) },
      rows: { max: 9 },
    });
    expect(privateColumns(live)).toEqual(['port', 'state']);
  });

  test('of rows are in the order of the standard, its constants among them', () => {
    const row = { vlan: 20, address: '00-11-22-AA-BB-CC' };
    expect(instanceOf(std, row)).toEqual([0, 17, 34, 170, 187, 204, 20, 0]);
    expect(readInstance(std, [0, 17, 34, 170, 187, 204, 20, 0])).toEqual(row);
  });

  test('have lengths before what has no fixed one', () => {
    const row = { name: 'ab', tree: '1.3.6', from: '192.0.2.1', to: '::1' };
    const arcs = [2, 97, 98, 3, 1, 3, 6, 192, 0, 2, 1, 16, ...Array.from({ length: 15 }, () => 0), 1];
    expect(instanceOf(own, row)).toEqual(arcs);
    expect(readInstance(own, arcs)).toEqual(row);
  });

  test('have no length before the last part where the table implies it', () => {
    const implied = table('implied', {
      title: 'Implied',
      index: { number: integer({ label, min: 1, max: 9 }), name: text({ label, maxLength: 9 }) },
      columns: {},
      rows: { max: 9 },
      mib: { isImplied: true },
    });
    expect(instanceOf(implied, { number: 3, name: 'ab' })).toEqual([3, 97, 98]);
    expect(readInstance(implied, [3, 97, 98])).toEqual({ number: 3, name: 'ab' });
  });

  test('are no row where they are fewer than their length says', () => {
    const named = (field: Field) => table('named', { title: 'Named', index: { field }, columns: {}, rows: { max: 9 } });
    expect(readInstance(named(text({ label, maxLength: 9 })), [2, 97, 98])).toEqual({ field: 'ab' });
    expect(readInstance(named(text({ label, maxLength: 9 })), [3, 97, 98])).toBeUndefined();
    expect(readInstance(named(oid({ label })), [3, 1, 3, 6])).toEqual({ field: '1.3.6' });
    expect(readInstance(named(oid({ label })), [4, 1, 3, 6])).toBeUndefined();
  });

  test('of a group end in 0', () => {
    expect(instanceOf(group('one', { title: 'One', fields: {} }), {})).toEqual([0]);
  });

  test.each([
    ['too few', [0, 17, 34]],
    ['too many', [0, 17, 34, 170, 187, 204, 20, 0, 1]],
    ['another constant', [0, 17, 34, 170, 187, 204, 20, 1]],
    ['a value outside of its range', [0, 17, 34, 170, 187, 204, 4095, 0]],
    ['an octet too large', [0, 17, 34, 170, 187, 256, 20, 0]],
    ['none', []],
  ])('that name no row are told so: %s', (_what, arcs) => {
    expect(readInstance(std, arcs)).toBeUndefined();
  });
});
