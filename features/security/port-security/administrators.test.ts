import { expect, test } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import { managementStations } from '../../../device/guard/management-stations.ts';
import { SlotStore } from '../../../device/slot.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { testHardware } from '../../network/testing.ts';
import { vlan } from '../../network/vlan/device.ts';
import { dot1qPortVlanEntry } from '../../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { portDecisions } from '../port-access-control/slots.ts';
import { administrators } from './settings.ts';

/** Port 3 is a member of VLANs 1 and 20. */
const configuration = factoryConfiguration(vlan.objects ?? [], testHardware)
  .withRow(dot1qVlanStaticEntry, {
    dot1qVlanIndex: 20,
    dot1qVlanStaticEgressPorts: '3',
    dot1qVlanStaticUntaggedPorts: '',
  })
  .withRow(dot1qPortVlanEntry, { dot1dBasePort: 3, dot1qPvid: 1 });

/** VLANs in which an administrator at port 3 goes first, of these. */
function wherePreferred(vlans: readonly number[], assigned: number | undefined): readonly number[] {
  const slots = new SlotStore(
    () => undefined,
    (error) => {
      throw error;
    },
  );
  const path = (id: number): ManagementPath => ({ port: 3, vlan: id, clientMac: `02-00-00-00-00-${10 + (id % 90)}` });
  slots.update(managementStations, () => vlans.map(path));
  const decision = {
    mode: 'port',
    admits: 'everybody',
    vlan: assigned,
    stationVlans: new Map(),
    isGuest: false,
  } as const;
  slots.update(portDecisions, () => new Map([[3, decision]]));
  return administrators(configuration, slots).map((place) => place.vlan);
}

test('an administrator goes first in the VLAN that authentication has put his port into, and in those of its memberships', () => {
  expect(wherePreferred([30, 20, 1], 30)).toEqual([30, 20, 1]);
});

test('an administrator goes first no more in a VLAN that his port was moved out of', () => {
  expect(wherePreferred([30, 20, 1], undefined)).toEqual([20, 1]);
  expect(wherePreferred([30, 20, 1], 40)).toEqual([20, 1]);
});
