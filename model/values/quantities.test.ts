import { describe, expect, it } from 'vitest';
import { integer } from '../schema/kinds/integer.ts';
import { wordsOf } from './message.ts';
import { quantityMessage, quantityOf, readQuantity } from './quantities.ts';

describe('quantities', () => {
  it.each([
    ['10M', '× 64 kbit/s', 156],
    ['64k', '× 64 kbit/s', 1],
    ['1 Gbit/s', '× 64 kbit/s', 15_625],
    ['2.5 mbps', 'kbit/s', 2500],
    ['2 h', 's', 7200],
    ['1d', 'min', 1440],
    ['30 s', 'ms', 30_000],
    ['1500 W', 'mW', 1_500_000],
    ['1.5kW', 'W', 1500],
    ['6400 fps', '× 64 frames/s', 100],
    ['10k', '× 64 frames/s', 156],
  ])('%s are so many %s: %i', (text, unit, number) => {
    expect(readQuantity(text, unit)).toBe(number);
  });

  it.each([
    ['10', 's'],
    ['h', 's'],
    ['2 h 5', 's'],
    ['2 W', 's'],
    ['1e3', 's'],
    ['10M', 'VLANs'],
    ['10M', undefined],
    ['2 constructor', 's'],
  ])('%s is no quantity of %s', (text, unit) => {
    expect(readQuantity(text, unit)).toBeUndefined();
  });

  it.each([
    [156, '× 64 kbit/s', '9.984 Mbit/s'],
    [15_625, '× 64 kbit/s', '1 Gbit/s'],
    [15_626, '× 64 kbit/s', '1000.064 Mbit/s'],
    [4, '× 64 frames/s', '256 frames/s'],
    [86_400, 's', '24 h'],
    [4_294_967_295, 's', '49710.27 d'],
    [15_400, 'mW', '15.4 W'],
    [90, 's', undefined],
    [370, 'W', undefined],
    [0, 's', undefined],
  ])('%i %s are said as %s', (value, unit, words) => {
    const said = quantityOf(value, unit);
    expect(said && `${said.amount} ${said.unit}`).toBe(words);
  });

  it.each([
    [156, '× 64 kbit/s', '9.984 Mbit/s'],
    [15_626, '× 64 kbit/s', '1000.064 Mbit/s'],
    [15_400, 'mW', '15.4 W'],
    [7200, 's', '2 h'],
    [90, 'min', undefined],
    [5000, 's', undefined],
    [5400, 's', '90 min'],
    [60, 's', undefined],
    [2500, 'kbit/s', undefined],
    [0, '× 64 kbit/s', undefined],
  ])('%i %s are said exactly as %s', (value, unit, words) => {
    const said = quantityMessage(value, unit);
    expect(said && wordsOf(said)).toBe(words);
  });

  it('are read by a field into its own unit, which its range holds for', () => {
    const rate = integer({ label: 'Rate', unit: '× 64 kbit/s', min: 1, max: 15_625 });
    expect(rate.read('10M')).toEqual({ ok: true, value: 156 });
    expect(rate.read('2G').ok).toBe(false);
    expect(integer({ label: 'Hops', min: 1, max: 40 }).read('10M').ok).toBe(false);
  });
});
