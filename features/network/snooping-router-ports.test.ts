import { expect, test } from 'vitest';
import { igsVlanRouterEntry } from './igmp-snooping/objects.ts';
import { mldsVlanRouterEntry } from './mld-snooping/objects.ts';
import { factory, messagesOf, problemsOf } from './testing.ts';
import { dot1qVlanStaticEntry } from './vlan/static-vlan-objects.ts';

const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '4-5' };
const igmp = (ports: string) => ({ igsVlanRouterVlanId: 20, igsVlanStaticRouterPorts: ports });
const mld = (ports: string) => ({ mldsVlanRouterVlanId: 20, mldsVlanStaticRouterPorts: ports });
const before = factory()
  .withRow(dot1qVlanStaticEntry, vlan)
  .withRow(igsVlanRouterEntry, igmp(''))
  .withRow(mldsVlanRouterEntry, mld(''));
/** The rows of routers go with their VLAN. */
const withoutVlan = before
  .withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 })
  .withoutRow(igsVlanRouterEntry, { igsVlanRouterVlanId: 20 })
  .withoutRow(mldsVlanRouterEntry, { mldsVlanRouterVlanId: 20 });

test.each([
  ['IGMP', before.withRow(igsVlanRouterEntry, igmp('4'))],
  ['MLD', before.withRow(mldsVlanRouterEntry, mld('4'))],
])('a VLAN with static %s router ports is not deleted', (family, used) => {
  expect(problemsOf(used, withoutVlan)).toMatchObject([
    { message: `VLAN 20 is in use by static ${family} router ports.`, row: { dot1qVlanIndex: 20 } },
  ]);
  expect(messagesOf(before, withoutVlan)).toEqual([]);
});
