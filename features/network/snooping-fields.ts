import { enumeration, status } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { oneForEach } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../model/values/vlan-list.ts';
import { dot1qVlanStaticEntry } from './vlan/static-vlan-objects.ts';

/**
 * Declarations common to the objects of IGMP and of MLD snooping; each gives the names of its own family
 * (docs/specification/network.md, "IGMP Snooping > Settings" and "MLD Snooping > Settings").
 */
export const snoopingFields = {
  querier: status({
    label: 'Querier',
    help: 'Sends queries unless a router or switch with a lower address does. Without a querier, groups expire.',
  }),
  robustness: integer({
    label: 'Robustness Variable',
    min: 2,
    max: 255,
    default: 2,
    help: 'Number of times a message is sent in case one is lost.',
  }),
  queryInterval: integer({
    label: 'Query Interval',
    unit: 's',
    min: 60,
    max: 600,
    default: 125,
    help: 'Interval between general queries of the querier. The timeouts of hosts and routers should follow it.',
  }),
  maxResponse: integer({
    label: 'Max Response Time',
    unit: 's',
    min: 10,
    max: 25,
    default: 10,
    help: 'Time over which hosts spread their reports after a general query.',
  }),
  hostTimeout: integer({
    label: 'Host Timeout',
    unit: 's',
    min: 130,
    max: 153025,
    default: 260,
    help: 'Time that a port stays in a group without a report: robustness times query interval plus response time.',
  }),
  routerTimeout: integer({
    label: 'Router Timeout',
    unit: 's',
    min: 120,
    max: 1200,
    default: 250,
    help: 'Time after which a router or another querier expires without a message: two query intervals.',
  }),
  clear: integer({
    label: 'Clear groups',
    access: 'action',
    min: 1,
    max: 1,
    help: 'Removes all learned groups. Listeners are learned again from their next reports.',
  }),
  snooped: status({ label: 'Snooping', default: 1, help: 'Takes effect while snooping is enabled for the switch.' }),
  querierState: enumeration({
    label: 'Querier State',
    access: 'ro',
    choices: { off: [0, 'Off'], querier: [1, 'Querier'], nonQuerier: [2, 'Non-querier'] },
    default: 0,
    help: 'Non-querier: another router or switch with a lower address sends the queries.',
  }),
  expiry: gauge({
    label: 'Expires',
    unit: 's',
    words: { 0: '–' },
    help: 'Time until the first of the dynamic ports expires without a message.',
  }),
  memberPorts: portList({ label: 'Member Ports', access: 'ro', help: 'Ports with listeners.' }),
  age: gauge({ label: 'Expires', unit: 's', help: 'Time until the first of the ports expires without a report.' }),
} as const;

/** How long an answer is waited for when a host leaves a group, under the name that the family has for it. */
export const lastMemberInterval = (label: string) =>
  integer({
    label,
    unit: 's',
    min: 1,
    max: 25,
    default: 1,
    help: 'Time to wait for an answer when a host leaves a group.',
  });

/** The ports that are set to lead to routers; `row` is the column that names the VLAN, `keptAs` what they keep it as. */
export const staticRouterPorts = <Row extends string>(row: Row, keptAs: Message) =>
  portList({
    label: 'Static Router Port',
    memberOf: { table: dot1qVlanStaticEntry, list: 'dot1qVlanStaticEgressPorts', row, keptAs },
    help: 'Receives every report and every group of the VLAN, with or without a detected router.',
  });

/** The rows of a table with one for each VLAN; `column` is its index column. */
export const oneForEachVlan = (column: string) => ({
  max: VLAN_ID_MAXIMUM,
  of: oneForEach(dot1qVlanStaticEntry, { [column]: 'dot1qVlanIndex' }),
});
