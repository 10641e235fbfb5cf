import { expect, test } from 'vitest';
import { keptBindings } from './kept-bindings.ts';

const whole = { vlan: 10, mac: '02-00-00-00-00-09', address: '192.168.10.255', port: 3, leaseTime: 3600, ends: 1e12 };

test.each([
  ['for a time', whole],
  ['for ever', { ...whole, leaseTime: null, ends: null }],
  ['at a trunk of the last VLAN', { ...whole, port: 5001, vlan: 4094 }],
])('a binding that was kept comes back as it was: %s', (_what, binding) => {
  expect(keptBindings.read(JSON.parse(JSON.stringify([binding])), 1)).toEqual([binding]);
});

test.each([
  ['a VLAN above 4094', { vlan: 4095 }],
  ['no VLAN', { vlan: 0 }],
  ['a VLAN that is no whole number', { vlan: 1.5 }],
  ['a VLAN in words', { vlan: '10' }],
  ['a port that no switch has', { port: 65 }],
  ['a trunk that no switch has', { port: 5999 }],
  ['another way of writing a station', { mac: '02:00:00:00:00:09' }],
  ['no address', { address: '192.168.10' }],
  ['a lease without an end, but for ever', { leaseTime: 2 ** 32 }],
  ['a lease of less than nothing', { leaseTime: -1 }],
  ['an end at no date', { ends: 1e300 }],
])('what can be none of a switch is left out, and costs the others nothing: %s', (_what, wrong) => {
  expect(keptBindings.read([whole, { ...whole, ...wrong }, null, 5], 1)).toEqual([whole]);
});

test.each([[{}], [null], [Array.from({ length: 513 }, () => whole)]])('what is no list of them is none', (json) => {
  expect(keptBindings.read(json, 1)).toBeUndefined();
});
