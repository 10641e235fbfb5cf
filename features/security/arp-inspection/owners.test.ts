import { expect, it } from 'vitest';
import type { Slot } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { testHardware } from '../../network/testing.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dhcpSnooping } from '../dhcp-snooping/device.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry, dhcpSnoopingVlanEntry } from '../dhcp-snooping/objects.ts';
import { bindingKey, dhcpBindings } from '../dhcp-snooping/slots.ts';
import { ownersUnder } from './owners.ts';

const [MAC, ADDRESS] = ['02-00-00-00-00-0A', '192.0.2.10'];
const snooping = factoryConfiguration([...dhcpSnooping.objects, trunkGroupEntry], testHardware)
  .withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: Status.enabled })
  .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 10 });
const learnt: typeof dhcpBindings.empty = {
  fixed: new Map(),
  learnt: new Map([
    [
      bindingKey(10, ADDRESS),
      { ...{ vlan: 10, mac: MAC, address: ADDRESS, port: 2 }, leaseTime: 3600, expiresAt: 3_600_000 },
    ],
  ]),
};
const slots = {
  // A value read by this very slot is of its type.
  get: <Value>(slot: Slot<Value>) => (slot === (dhcpBindings as unknown) ? (learnt as Value) : slot.empty),
};

it.each([
  ['where its VLAN is snooped', snooping, { mac: MAC, port: 2 }],
  [
    'not where its port is trusted',
    snooping.withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 2, dhcpSnoopingPortTrust: Status.enabled }),
    undefined,
  ],
  [
    'not where its VLAN is snooped no more',
    snooping.withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 10, dhcpSnoopingVlanStatus: Status.disabled }),
    undefined,
  ],
  [
    'not where nothing is snooped',
    snooping.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: Status.disabled }),
    undefined,
  ],
])('a binding that was learnt says whose an address is, %s', (_, configuration, owner) => {
  expect(ownersUnder(configuration, testHardware, slots).ownerOf(10, ADDRESS)).toEqual(owner);
});
