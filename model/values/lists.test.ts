import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareOids, parseOid } from './oid.ts';
import {
  firstPorts,
  formatPortList,
  hasPort,
  largestPort,
  parseNumberRanges,
  parsePortList,
  portListFromBits,
  portListFromBytes,
  portListFromHex,
  portListOf,
  portListToBits,
  portListToBytes,
  portListToHex,
  portsOf,
} from './port-list.ts';
import { formatVlanList, parseVlanList } from './vlan-list.ts';

const ports = fc.uniqueArray(fc.integer({ min: 1, max: 64 })).map((list) => list.sort((a, b) => a - b));

describe('port lists', () => {
  test('every set reads back from each of its forms', () => {
    fc.assert(
      fc.property(ports, fc.constantFrom('', ':', '-', ' '), (numbers, separator) => {
        const list = portListOf(numbers);
        expect(portsOf(list)).toEqual(numbers);
        expect(parsePortList(formatPortList(list))).toBe(list);
        expect(portListFromBits(portListToBits(list))).toBe(list);
        expect(portListFromBytes(portListToBytes(list))).toBe(list);
        expect(portListFromHex(portListToHex(list, separator))).toBe(list);
        expect(largestPort(list)).toBe(numbers.at(-1) ?? 0);
        for (let port = 1; port <= 64; port += 1) expect(hasPort(list, port)).toBe(numbers.includes(port));
      }),
    );
  });

  test('the forms are those of the specification and of Q-BRIDGE-MIB', () => {
    const list = portListOf([1, 2, 3, 5, 64]);
    expect(formatPortList(list)).toBe('1-3,5,64');
    expect(portListToBits(list)).toBe(`11101${'0'.repeat(58)}1`);
    expect(portListToBytes(list)).toEqual([0b1110_1000, 0, 0, 0, 0, 0, 0, 1]);
    expect(portListToHex(list)).toBe('E800000000000001');
    expect(portListToHex(list, ':')).toBe('E8:00:00:00:00:00:00:01');
    expect(portListFromHex('e8')).toBe(portListOf([1, 2, 3, 5]));
    expect(portListFromBytes([128, 255])).toBe(portListOf([1, 9, 10, 11, 12, 13, 14, 15, 16]));
    expect(portListFromBytes([])).toBe(portListOf([]));
    expect(firstPorts(5)).toBe(portListOf([1, 2, 3, 4, 5]));
  });

  test.each(['0', '65', '3-1', '1-65', '1,,2', ',', '1-', '-1', '1-2-3', 'a', '1 2', ' 1', '1;2', '99999999999'])(
    '%j is none',
    (text) => expect(parsePortList(text)).toBeUndefined(),
  );

  test('no text makes a parser throw, and bad forms are refused', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.double()), (text, bytes) => {
        parsePortList(text);
        portListFromBits(text);
        portListFromHex(text);
        portListFromBytes(bytes);
        parseOid(text);
      }),
    );
    const bits = '1'.padEnd(64, '0');
    for (const text of ['', '01', `${bits}0`, `1${bits}`, `${bits}x`, `x${bits}`, bits.replace('1', '2')]) {
      expect(portListFromBits(text)).toBeUndefined();
    }
    for (const octets of [[256], [-1], [1.5], [0, 256], [0, 0, 0, 0, 0, 0, 0, 0, 0]]) {
      expect(portListFromBytes(octets)).toBeUndefined();
    }
    for (const text of ['', '0', '0x80', '80x', '80 0', '000000000000000000'])
      expect(portListFromHex(text)).toBeUndefined();
  });
});

describe('VLAN lists', () => {
  test('every set reads back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 4094 })), (identifiers) => {
        expect(parseVlanList(formatVlanList(identifiers))).toEqual([...identifiers].sort((a, b) => a - b));
      }),
    );
  });

  test('the bounds are 1 and 4094, or the maximum given', () => {
    expect(parseVlanList('1-4094')).toHaveLength(4094);
    expect(parseVlanList('4095')).toBeUndefined();
    expect(parseVlanList('0')).toBeUndefined();
    expect(parseVlanList('4094', 4093)).toBeUndefined();
    expect(formatVlanList([9, 2, 3, 3, 4, 5])).toBe('2-5,9');
  });

  test('a text that only repeats itself is refused instead of being worked through', () => {
    expect(parseNumberRanges('1,0001', 1)).toEqual([1]);
    expect(parseNumberRanges('1,00001', 1)).toBeUndefined();
    expect(parseNumberRanges(Array(100_000).fill('1-4094').join(','), 4094)).toBeUndefined();
  });
});

describe('object identifiers', () => {
  test('read back without leading zeros and leading dot', () => {
    expect(parseOid('.1.3.6.01')).toBe('1.3.6.1');
    const longest = Array(128).fill('1').join('.');
    for (const text of [longest, '2.999', '2.40', '0.39', '1.39', '1', '1.3.4294967295'])
      expect(parseOid(text)).toBe(text);
    for (const text of [
      '',
      '.',
      '1.',
      '1..3',
      '3.1',
      '1.40',
      '0.40',
      '1.-1',
      '1.1e3',
      '1. 3',
      '1.3.00000000001',
      '1.3.4294967296',
      '1.3.a',
      Array(129).fill('1').join('.'),
    ]) {
      expect(parseOid(text)).toBeUndefined();
    }
  });

  test('are ordered as SNMP walks them', () => {
    const order = ['1.3', '1.3.0', '1.3.6', '1.3.6.1', '1.3.6.2', '1.3.6.10', '2.1'];
    fc.assert(
      fc.property(fc.shuffledSubarray(order), (some) => {
        expect([...some].sort(compareOids)).toEqual(order.filter((oid) => some.includes(oid)));
      }),
    );
  });
});
