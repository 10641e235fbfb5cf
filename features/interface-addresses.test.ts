import { expect, test } from 'vitest';
import { heldAddresses } from '../device/held-addresses.ts';
import type { SlotReader } from '../device/slot.ts';
import { Configuration } from '../model/configuration/configuration.ts';
import { wantedAddresses } from './interface-addresses.ts';
import { ipv4InterfaceEntry } from './system/l3-feature/objects.ts';

/** VLAN 1 at 192.0.2.1/24, VLAN 20 at 10.1.2.1/24. */
const configuration = [
  { ipv4InterfaceIfIndex: 1001, ipIfVlanId: 1, ipAddressAddr: '192.0.2.1', ipAddressMask: '255.255.255.0' },
  { ipv4InterfaceIfIndex: 1020, ipIfVlanId: 20, ipAddressAddr: '10.1.2.1', ipAddressMask: '255.255.255.0' },
].reduce((soFar, row) => soFar.withRow(ipv4InterfaceEntry, row), Configuration.empty);

/** The addresses of VLAN 1 while these of its are held for a change that waits. */
function wanted(...held: readonly { readonly address: string; readonly prefix: number }[]): string[] {
  const slots = {
    get: (slot) =>
      slot === (heldAddresses as unknown) ? held.map((one) => ({ ...one, vlan: 1, leased: false })) : slot.empty,
  } as SlotReader;
  const [row] = configuration.rows(ipv4InterfaceEntry);
  if (!row) throw new Error('no interface');
  return wantedAddresses(row, configuration, slots).map(({ address, prefix }) => `${address}/${prefix}`);
}

test('the former address of an interface is held until a change is decided', () => {
  expect(wanted({ address: '198.51.100.1', prefix: 24 })).toEqual(['192.0.2.1/24', '198.51.100.1/24']);
  expect(wanted({ address: '192.0.2.9', prefix: 24 })).toEqual(['192.0.2.1/24', '192.0.2.9/24']);
  expect(wanted({ address: '192.0.2.1', prefix: 24 })).toEqual(['192.0.2.1/24']);
});

test.each([
  ['by both masks', '10.1.2.9', 24],
  ['by its own, wider mask', '10.1.0.1', 16],
  ['by the mask of the other one', '10.1.2.9', 30],
])('one that is in the network of another interface %s is not held', (_, address, prefix) => {
  expect(wanted({ address, prefix })).toEqual(['192.0.2.1/24']);
});
