import { expect, it } from 'vitest';
import type { HostDevice } from './host-network.ts';
import { usageOf } from './port-use.ts';

const card: HostDevice = {
  name: 'eth1',
  up: true,
  mtu: 1500,
  largestMtu: 9000,
  addresses: [],
  master: undefined,
  linkType: 'ether',
  kind: undefined,
  isWireless: false,
  lower: undefined,
};

const said = (device: Partial<HostDevice>, isKnown = false) =>
  usageOf({ ...card, ...device }, { isDefaultRoute: false, upper: undefined, isKnown });

it('refuses interfaces that make poor ports, unless they were taken before, and what is no Ethernet interface at any time', () => {
  expect(said({})).toBeUndefined();
  const vlan = { name: 'eth0.7', kind: 'vlan', lower: 'eth0' };
  const wireless = { name: 'wlan0', isWireless: true };
  expect(said(vlan)).toMatch(/^Interface eth0\.7 is a VLAN of eth0, .*; --take-ports takes it all the same\.$/);
  expect(said(wireless)).toMatch(/^Interface wlan0 is wireless, .*; --take-ports takes it all the same\.$/);
  expect([said(vlan, true), said(wireless, true)]).toEqual([undefined, undefined]);
  const loopback = { name: 'lo', linkType: 'loopback' };
  expect(said(loopback)).toBe('Interface lo cannot be a port: it is not an Ethernet interface.');
  expect(said(loopback, true)).toBe(said(loopback));
});
