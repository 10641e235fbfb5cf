import { expect, test } from 'vitest';
import { isEnergyEfficient } from './energy-words.ts';
import { sectionsByDevice } from './ethtool-sections.ts';

const told = `EEE settings for eth0:
	EEE status: enabled - active
	Tx LPI: 17 (us)
	Supported EEE link modes:  100baseT/Full
	                           1000baseT/Full
	Advertised EEE link modes:  100baseT/Full
EEE settings for br-0.7:
	EEE status: not supported
`;

test('what is said of each device stands in its section alone', () => {
  const sections = sectionsByDevice(told);
  expect([...sections.keys()]).toEqual(['eth0', 'br-0.7']);
  expect([...sections.values()].map(isEnergyEfficient)).toEqual([true, false]);
});

test('where no device answers, there is no section', () => {
  expect(sectionsByDevice('').size).toBe(0);
});
