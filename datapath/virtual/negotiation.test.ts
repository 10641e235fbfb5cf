import { expect, test } from 'vitest';
import { type LinkAbility, negotiate } from './negotiation.ts';

const GIGABIT_COPPER = [10, 100, 1000];
const gigabit: LinkAbility = { speeds: GIGABIT_COPPER, duplex: 'full', negotiates: true };

test('two that negotiate meet at the fastest common speed', () => {
  expect(negotiate('auto', GIGABIT_COPPER, gigabit)).toEqual({ speed: 1000, duplex: 'full', mismatch: false });
  expect(negotiate('auto', GIGABIT_COPPER, { ...gigabit, speeds: [10, 100] })?.speed).toBe(100);
  expect(negotiate('auto', GIGABIT_COPPER, { speeds: [10, 100], duplex: 'half', negotiates: true })).toEqual({
    speed: 100,
    duplex: 'half',
    mismatch: false,
  });
});

test('a forced mode limits the speed; a far end that negotiates then takes half duplex', () => {
  expect(negotiate('100F', GIGABIT_COPPER, gigabit)).toEqual({ speed: 100, duplex: 'full', mismatch: true });
  expect(negotiate('100H', GIGABIT_COPPER, gigabit)).toEqual({ speed: 100, duplex: 'half', mismatch: false });
  expect(negotiate('10F', GIGABIT_COPPER, { speeds: [10], duplex: 'full', negotiates: false })).toEqual({
    speed: 10,
    duplex: 'full',
    mismatch: false,
  });
});

test('two that are forced run what they are told, and damage frames where that differs', () => {
  const forced = (duplex: 'half' | 'full'): LinkAbility => ({ speeds: [100], duplex, negotiates: false });
  expect(negotiate('100F', GIGABIT_COPPER, forced('full'))).toEqual({ speed: 100, duplex: 'full', mismatch: false });
  expect(negotiate('100H', GIGABIT_COPPER, forced('full'))).toEqual({ speed: 100, duplex: 'half', mismatch: true });
});

test('a port that negotiates against a forced far end takes half duplex itself', () => {
  const forced: LinkAbility = { speeds: [10, 100], duplex: 'full', negotiates: false };
  expect(negotiate('auto', GIGABIT_COPPER, forced)).toEqual({ speed: 100, duplex: 'half', mismatch: true });
});

test('gigabit negotiates even where it is the only speed allowed', () => {
  const full = { speed: 1000, duplex: 'full', mismatch: false };
  expect(negotiate('1000F', GIGABIT_COPPER, gigabit)).toEqual(full);
  expect(negotiate('auto', GIGABIT_COPPER, { speeds: [1000], duplex: 'half', negotiates: false })).toEqual(full);
});

test('without a common speed there is no link', () => {
  expect(negotiate('1000F', GIGABIT_COPPER, { ...gigabit, speeds: [10, 100] })).toBeUndefined();
  expect(negotiate('auto', [10_000], gigabit)).toBeUndefined();
});
