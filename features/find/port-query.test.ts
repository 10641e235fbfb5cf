import { describe, expect, test } from 'vitest';
import { portRange, vlanName, vlanNumber, wordsWithPorts } from './port-query.ts';
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
    ['storm control 1-3', 'storm control', [1, 2, 3]],
    ['mirror port 9', 'mirror', [9]],
    ['802.1x ports 5,7', '802.1x', [5, 7]],
    ['port 9', undefined, undefined],
    ['5-8', undefined, undefined],
    ['vlan 20', undefined, undefined],
    ['mirror 29', undefined, undefined],
    ['mirror 9,29', undefined, undefined],
    ['mirror', undefined, undefined],
  ])('%s asks for %s at the ports %j', (query, words, named) => {
    expect(wordsWithPorts(query, ports)).toEqual(words === undefined ? undefined : { words, ports: named });
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
});

test('words are found by their beginnings, numbers whole', () => {
  expect(holdsWords('Disable port 3, camera yard', ['disab', 'port', '3'])).toBe(true);
  expect(holdsWords('Disable port 30', ['port', '3'])).toBe(false);
  expect(holdsWords('Support', ['port'])).toBe(false);
});
