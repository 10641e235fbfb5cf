import { describe, expect, test } from 'vitest';
import { isPermitted, type PermittedSource } from './permitted-sources.ts';

const source = (address: string, prefix: number): PermittedSource => ({ address, prefix, services: ['https', 'snmp'] });

describe('a source is permitted', () => {
  test.each([
    ['192.0.2.5', [source('192.0.2.5', 32)], true],
    ['192.0.2.4', [source('192.0.2.5', 32)], false],
    ['192.0.2.6', [source('10.0.0.0', 8), source('192.0.2.4', 31)], false],
    ['192.0.2.5', [source('10.0.0.0', 8), source('192.0.2.4', 31)], true],
    ['::ffff:192.0.2.5', [source('192.0.2.0', 24)], true],
    ['192.0.2.5', [], false],
    ['2001:db8::1', [source('128.0.0.0', 1), source('64.0.0.0', 2)], false],
    ['2001:db8:0:1::9', [source('2001:db8:0:1::', 64)], true],
    ['2001:db8:0:2::9', [source('2001:db8:0:1::', 64)], false],
    ['fe80::9%vlan1', [source('fe80::', 10)], true],
    ['192.0.2.5', [source('8000::', 1)], false],
    ['not an address', [source('128.0.0.0', 1)], false],
  ])('%s among %j: %s', (address, sources, permitted) => {
    expect(isPermitted(sources, 'https', address)).toBe(permitted);
  });

  test('for the services of its row alone, and for every one where there is no list', () => {
    expect(isPermitted([source('10.0.0.0', 8)], 'snmp', '10.1.2.3')).toBe(true);
    expect(isPermitted([source('10.0.0.0', 8)], 'ssh', '10.1.2.3')).toBe(false);
    expect(isPermitted(undefined, 'ssh', '10.1.2.3')).toBe(true);
  });
});
