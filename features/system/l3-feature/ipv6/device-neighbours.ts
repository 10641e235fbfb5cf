import { neighbourKey } from '../../../../datapath/plan.ts';
import type { AccessContribution, Contribution } from '../../../../device/contribution.ts';
import { type DeviceContext, type LiveOf, operation } from '../../../../device/feature.ts';
import { Severity } from '../../../../device/log/log.ts';
import type { Configuration } from '../../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../../model/configuration/rule.ts';
import { VLAN_INTERFACE_BASE } from '../../../../model/values/interface-index.ts';
import { classOfIpv6, Ipv6Class, ipv6Network, parseIpv6 } from '../../../../model/values/ipv6.ts';
import { say } from '../../../../model/values/message.ts';
import { followsRouters, ipv6AddressObjects, ipv6InForce, setAddresses } from './addresses.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6NeighborCtrl, ipv6NeighborStaticEntry } from './neighbour-objects.ts';
import { ipv6Rows } from './objects.ts';
import { ipv6Interfaces } from './slots.ts';

function saidNeighbours(configuration: Configuration) {
  return configuration.rows(ipv6NeighborStaticEntry).map((row) => ({
    vlan: row.ipNetToPhysicalIfIndex - VLAN_INTERFACE_BASE,
    address: row.ipNetToPhysicalNetAddress,
    mac: row.ipNetToPhysicalPhysAddress,
  }));
}

/** Static neighbors, of interfaces that have an address: without one they cannot have neighbors. */
export const ipv6NeighbourContribution: Contribution = {
  reads: [ipv6NeighborStaticEntry, ...ipv6AddressObjects],
  uses: [ipv6Interfaces],
  compile(configuration, { baseMacAddress }, slots) {
    const said = saidNeighbours(configuration);
    if (said.length === 0) return {};
    const speaking = ipv6Rows(configuration).filter(
      (row) => ipv6InForce(row, configuration, baseMacAddress, slots).length > 0,
    );
    const vlans = new Set(speaking.map(({ ipIfVlanId }) => ipIfVlanId));
    const present = said.filter(({ vlan }) => vlans.has(vlan));
    return { neighbours: new Map(present.map((one) => [neighbourKey(one.vlan, one.address), one])) };
  },
};

/** The same for the guard. */
export const ipv6NeighbourAccess: AccessContribution = {
  reads: [ipv6NeighborStaticEntry],
  compile: (configuration) => ({
    neighbours: new Map(
      saidNeighbours(configuration).map(({ vlan, address, mac }) => [neighbourKey(vlan, address), mac]),
    ),
  }),
};

/** A static neighbor is a station in a network of its interface, and not the switch. */
export const ipv6NeighbourRule: Rule = {
  concerns: [ipv6NeighborStaticEntry, ...ipv6AddressObjects],
  *check({ after, hardware }) {
    for (const row of after.rows(ipv6NeighborStaticEntry)) {
      const { ipNetToPhysicalIfIndex, ipNetToPhysicalNetAddress: address } = row;
      const link = after.row(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: ipNetToPhysicalIfIndex });
      const target = parseIpv6(address);
      if (!link || target === undefined) continue;
      const place = { row, column: 'ipNetToPhysicalNetAddress' };
      const own = setAddresses(link, after, hardware.baseMacAddress);
      if (own.some((one) => one.address === address)) {
        yield conflict(
          ipv6NeighborStaticEntry,
          say('{{address}} is an address of the switch itself.', { address }),
          place,
        );
      }
      const isHere = own.some((one) => {
        const number = parseIpv6(one.address);
        return number !== undefined && ipv6Network(number, one.prefix) === ipv6Network(target, one.prefix);
      });
      // Which networks routers will name is not known beforehand.
      const isAny = classOfIpv6(address) === Ipv6Class.linkLocal || followsRouters(link);
      if (!isHere && !isAny) {
        yield conflict(ipv6NeighborStaticEntry, say('No interface has the subnet of {{address}}.', { address }), place);
      }
      if (row.ipNetToPhysicalPhysAddress === hardware.baseMacAddress) {
        const column = 'ipNetToPhysicalPhysAddress';
        yield conflict(ipv6NeighborStaticEntry, say('Invalid MAC address.'), { row, column });
      }
    }
  },
};

/** Clears learned entries. */
export const ipv6ClearOperation = operation(ipv6NeighborCtrl, {
  async operate({ datapath, log }, { values }) {
    if (values.ipv6NeighborClear === undefined) return;
    const count = await datapath.forgetNeighbours({ version: 6 });
    log.write(Severity.informational, say('{{count}} learned IPv6 neighbors were cleared.', { count }));
  },
});

/** The read-only column of `ipv6NeighborCtrl`. */
export async function liveIpv6Count({ datapath }: DeviceContext): Promise<LiveOf<typeof ipv6NeighborCtrl>> {
  const all = await datapath.neighbours();
  const learnt = all.filter(
    ({ origin, address, mac }) => origin === 'learned' && mac !== undefined && address.includes(':'),
  );
  return { ipv6NeighborDynamicCount: learnt.length };
}
