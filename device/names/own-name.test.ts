import { expect, test } from 'vitest';
import { hostIn, isOwnName, nameIn } from './own-name.ts';

const names = new Set(['switch', 'core.example.org']);

test.each(['switch', 'core.example.org', 'switch.local', 'switch.lan', 'switch.home.arpa', 'switch.internal'])(
  'the device answers to %s',
  (name) => {
    expect(isOwnName(names, name)).toBe(true);
  },
);

test.each(['switch.example.org', 'switch.evil.lan', 'evil.switch.local', 'core.lan', 'switch.local.com', 'local', ''])(
  'and not to "%s", which may be the name of somebody else',
  (name) => {
    expect(isOwnName(names, name)).toBe(false);
  },
);

test('a host is read without its port, in lower case, and without the dot at its end', () => {
  expect(hostIn('Switch.Local.:8080')).toEqual({ name: 'switch.local' });
  expect(hostIn('[fe80::1]:443')).toEqual({ address: 'fe80::1' });
  expect(hostIn('192.0.2.1')).toEqual({ address: '192.0.2.1' });
  expect([hostIn('[192.0.2.1]'), hostIn('a b'), hostIn(undefined)]).toEqual([undefined, undefined, undefined]);
  expect([nameIn('localhost:80'), nameIn('192.0.2.1'), nameIn('switch')]).toEqual([undefined, undefined, 'switch']);
});
