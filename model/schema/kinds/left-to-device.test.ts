import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../values/message.ts';
import type { Value } from '../../wire/call.ts';
import { type Field, valueToSend } from '../field.ts';
import { dateTime } from './date-time.ts';
import { integer } from './integer.ts';
import { ipv4 } from './ipv4.ts';
import { ipv4Mask } from './ipv4-mask.ts';
import { ipv6 } from './ipv6.ts';

const label = 'Field';

describe('what the console lets pass for the device to refuse', () => {
  test.each<[string, Field, Value, string]>([
    ['hour 24', integer({ label, min: 0, max: 23, controlMax: 24 }), 24, 'Please enter an integer between 0 ~ 23'],
    ['IPv4 prefix length 33', ipv4({ label, prefix: true }), '192.0.2.1/33', 'Invalid IPv4 address.'],
    ['IPv6 prefix length 129', ipv6({ label, prefix: true }), '2001:db8::1/129', 'Invalid IPv6 address.'],
    ['24 o’clock', dateTime({ label }), '2026-02-28 24:00:00', 'The date does not exist.'],
    ['minute 60', dateTime({ label }), '2026-02-28 00:60:00', 'The date does not exist.'],
    ['second 60', dateTime({ label }), '2026-02-28 00:00:60', 'The date does not exist.'],
  ])('%s', (_name, field, value, sentence) => {
    const reading = field.read(value);
    expect(valueToSend(reading)).toBe(value);
    expect(reading.ok).toBe(false);
    expect(reading.ok || wordsOf(reading.message)).toBe(sentence);
  });

  test.each<[string, Field, readonly Value[]]>([
    ['a number', integer({ label, min: 0, max: 23, controlMax: 24 }), [25, -1, '24.5', '']],
    ['a number without such a control', integer({ label, min: 0, max: 23 }), [24, 25]],
    ['an IPv4 address', ipv4({ label, prefix: true }), ['192.0.2.1/34', '127.0.0.1/33', '192.0.2/33', '192.0.2.1/']],
    ['an IPv4 address without prefix', ipv4({ label }), ['192.0.2.1/33']],
    ['an IPv6 address', ipv6({ label, prefix: true }), ['2001:db8::1/130', '::1/129', '1::2::3/129']],
    ['an IPv6 address without prefix', ipv6({ label }), ['2001:db8::1/129']],
    ['a moment', dateTime({ label }), ['2026-02-30 00:00:00', '2026-02-28 25:00:00', '2026-02-28 00:61:00']],
    ['a moment with wrong seconds', dateTime({ label }), ['2026-02-28 00:00:61', '2026-02-30 24:00:00']],
  ])('nothing else of %s', (_name, field, values) => {
    for (const value of values) expect([value, valueToSend(field.read(value))]).toEqual([value, undefined]);
  });

  test('what is taken is sent in its canonical form', () => {
    expect(valueToSend(integer({ label, min: 0, max: 23, controlMax: 24 }).read('023'))).toBe(23);
  });
});

test('every prefix length is read, 0 to 32 and 0 to 128, and all 33 masks', () => {
  for (let prefix = 0; prefix <= 128; prefix += 1) {
    expect(ipv6({ label, prefix: true }).read(`2001:db8::1/${prefix}`).ok).toBe(true);
    expect(ipv4({ label, prefix: true }).read(`192.0.2.1/${prefix}`).ok).toBe(prefix <= 32);
    expect(ipv4Mask({ label }).read(`/${prefix}`).ok).toBe(prefix <= 32);
  }
});
