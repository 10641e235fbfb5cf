import { expect, it } from 'vitest';
import { SlotStore } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { networkFeatures, testHardware } from '../../network/testing.ts';
import { TrunkMode, trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dhcpSnooping } from '../dhcp-snooping/device.ts';
import { dhcpSnoopingStaticBindingEntry } from '../dhcp-snooping/objects.ts';
import { arpInspection } from './device.ts';
import { foreseenInspection } from './foreseen.ts';
import { arpInspVlanEntry } from './objects.ts';

const [MAC, ADDRESS] = ['02-00-00-00-00-0A', '192.0.2.10'];
const objects = [...networkFeatures, dhcpSnooping, arpInspection].flatMap((feature) => feature.objects);
/** Trunk 1 of ports 4 and 5, behind which a station has its address; VLAN 1 is inspected. */
const inspected = factoryConfiguration(objects, testHardware)
  .withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '4-5' })
  .withRow(arpInspVlanEntry, { arpInspVlanId: 1, arpInspVlanStatus: Status.enabled })
  .withRow(dhcpSnoopingStaticBindingEntry, {
    ...{ bindingVlanId: 1, bindingMac: MAC, bindingIp: ADDRESS, bindingPort: 5001 },
  });

const slots = new SlotStore(
  () => undefined,
  (error) => expect.fail(String(error)),
);
const permits = (port: number, address: string | undefined, vlan = 1) =>
  foreseenInspection.compile(inspected, testHardware, slots).arpInspection?.permits({ vlan, port, mac: MAC, address });

it('lets a station behind a trunk ask by every member of it, and by no other port', () => {
  expect([4, 5, 6].map((port) => permits(port, ADDRESS))).toEqual([true, true, false]);
  // By whichever of its addresses.
  expect([4, 5, 6].map((port) => permits(port, undefined))).toEqual([true, true, false]);
});

it('lets nobody ask by another address, and everybody in a VLAN that is not inspected', () => {
  expect(permits(4, '192.0.2.11')).toBe(false);
  expect(permits(6, '192.0.2.11', 20)).toBe(true);
});
