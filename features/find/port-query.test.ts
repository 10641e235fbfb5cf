import { describe, expect, test } from 'vitest';
import { macBeginning, portRange, vlanName, vlanNumber } from './port-query.ts';
import { holdsWords } from './words.ts';

const ports = Array.from({ length: 28 }, (_, at) => at + 1);

describe('a query', () => {
  test.each([
    ['5-8', [5, 6, 7, 8]],
    ['ports 5-6, 12', [5, 6, 12]],
    ['port 3', undefined],
    ['26-30', undefined],
    ['8-5', undefined],
    ['5-8 vlan', undefined],
    ['1,', undefined],
  ])('%s names the ports %j', (query, expected) => {
    expect(portRange(query, ports)).toEqual(expected);
  });

  test.each([
    ['vlan 20', 20, undefined],
    ['VLAN4094', 4094, undefined],
    ['vlan 0', undefined, undefined],
    ['vlan 4095', undefined, undefined],
    ['vlan office', undefined, 'office'],
    ['vlan', undefined, undefined],
  ])('%s names VLAN %s, or VLANs called %s', (query, number, name) => {
    expect([vlanNumber(query), vlanName(query)]).toEqual([number, name]);
  });

  test.each([
    ['00:11:22', '00-11-22'],
    ['00-11-2', '00-11-2'],
    ['00:', '00'],
    ['0011.22aa.bbcc', '00-11-22-AA-BB-CC'],
    ['02aabb', '02-AA-BB'],
    ['02-5E', '02-5E'],
    ['5-8', undefined],
    ['10-12', undefined],
    ['192.168.10.15', undefined],
    ['dead', undefined],
    ['port 3', undefined],
    ['00-11-22-33-44-55-66', undefined],
  ])('%s begins the MAC address %s', (query, expected) => {
    expect(macBeginning(query)).toBe(expected);
  });
});

test('words are found by their beginnings, numbers whole', () => {
  expect(holdsWords('Disable port 3, camera yard', ['disab', 'port', '3'])).toBe(true);
  expect(holdsWords('Disable port 30', ['port', '3'])).toBe(false);
  expect(holdsWords('Support', ['port'])).toBe(false);
});
