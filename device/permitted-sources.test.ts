import { describe, expect, test } from 'vitest';
import { isPermitted, isPermittedBy, type PermittedSource } from './permitted-sources.ts';

const network = (address: string, prefix: number) => ({ address, prefix, services: ['https', 'snmp'] as const });
const source = (address: string, prefix: number): PermittedSource => ({ ...network(address, prefix), ports: 0n });

describe('a source is permitted', () => {
  test.each([
    ['192.0.2.5', [network('192.0.2.5', 32)], true],
    ['192.0.2.4', [network('192.0.2.5', 32)], false],
    ['192.0.2.6', [network('10.0.0.0', 8), network('192.0.2.4', 31)], false],
    ['192.0.2.5', [network('10.0.0.0', 8), network('192.0.2.4', 31)], true],
    ['::ffff:192.0.2.5', [network('192.0.2.0', 24)], true],
    ['192.0.2.5', [], false],
    ['2001:db8::1', [network('128.0.0.0', 1), network('64.0.0.0', 2)], false],
    ['2001:db8:0:1::9', [network('2001:db8:0:1::', 64)], true],
    ['2001:db8:0:2::9', [network('2001:db8:0:1::', 64)], false],
    ['fe80::9%vlan1', [network('fe80::', 10)], true],
    ['192.0.2.5', [network('8000::', 1)], false],
    ['not an address', [network('128.0.0.0', 1)], false],
  ])('%s among %j: %s', (address, networks, permitted) => {
    const sources = networks.map((one) => ({ ...one, ports: 0n }));
    expect(isPermitted(sources, 'https', address)).toBe(permitted);
  });

  test('for the services of its row alone, and for every one where there is no list', () => {
    expect(isPermitted([source('10.0.0.0', 8)], 'snmp', '10.1.2.3')).toBe(true);
    expect(isPermitted([source('10.0.0.0', 8)], 'ssh', '10.1.2.3')).toBe(false);
    expect(isPermitted(undefined, 'ssh', '10.1.2.3')).toBe(true);
  });

  test('behind a port that any of its rows names, or that names none', () => {
    const hosts = { ...source('192.0.2.0', 24), ports: 0b0011n };
    const host = { ...source('192.0.2.5', 32), ports: 0b0100n };
    expect([1, 2, 3, 4].map((port) => isPermittedBy([hosts, host], 'https', '192.0.2.5', port))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isPermittedBy([hosts, host], 'https', '192.0.2.6', 3)).toBe(false);
    expect(isPermittedBy([hosts, host], 'ssh', '192.0.2.5', 3)).toBe(false);
    expect(isPermittedBy([source('192.0.2.0', 24)], 'https', '192.0.2.5', 9)).toBe(true);
    expect(isPermittedBy(undefined, 'ssh', '192.0.2.5', 9)).toBe(true);
    // Services do not see where somebody came in.
    expect(isPermitted([hosts], 'https', '192.0.2.6')).toBe(true);
  });
});
