import { expect, test } from 'vitest';
import { dnsName } from './name-fields.ts';

const [optional, required] = [dnsName({ label: 'Name' }), dnsName({ label: 'Name', required: true })];

test.each([
  ['as people paste it', ' printer.example\t', 'printer.example'],
  ['with labels of 63 characters', `${'x'.repeat(63)}.example`, `${'x'.repeat(63)}.example`],
  ['with one more', `${'x'.repeat(64)}.example`, undefined],
  ['with an empty label', 'printer..example', undefined],
  ['that is an address', '192.0.2.1', undefined],
  ['that is no text', 7, undefined],
])('reads a name %s', (_what, input, name) => {
  expect(required.read(input)).toMatchObject(name === undefined ? { ok: false } : { ok: true, value: name });
});

test.each(['', '  ', undefined])('needs no name unless one is required: %o', (input) => {
  expect(optional.read(input)).toMatchObject({ ok: true, value: '' });
  expect(required.read(input)).toMatchObject({ ok: false });
});
