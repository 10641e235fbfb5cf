import { neighbourKey } from '../../../datapath/plan.ts';
import type { AccessContribution, Contribution } from '../../../device/contribution.ts';
import { type DeviceContext, type LiveOf, type LiveRowOf, operation } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { compareRows } from '../../../model/schema/object.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { ipNetwork, isInIpNetwork, parseIp } from '../../../model/values/ip-prefix.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { isHostInIpv4Subnet } from '../../../model/values/ipv4-mask.ts';
import { say } from '../../../model/values/message.ts';
import { hostNames } from '../../hosts/slots.ts';
import { ipIfSecondaryEntry } from './address-objects.ts';
import {
  ipArpCtrl,
  ipArpIfEntry,
  ipArpStaticEntry,
  ipNetToPhysicalEntry,
  NeighbourState,
  NeighbourType,
} from './arp-objects.ts';
import { routedLinks } from './device-routes.ts';
import { AddressMode, ipv4InterfaceEntry } from './objects.ts';
import { ownAddresses } from './own-addresses.ts';

const vlanOf = (index: number) => index - VLAN_INTERFACE_BASE;

const SECOND = 1000;

/** Aging time of the neighbors of each interface, in seconds by VLAN. */
export const ageingContribution: Contribution = {
  reads: [ipArpCtrl, ipArpIfEntry],
  compile(configuration) {
    const usual = millisecondsIn(ipArpCtrl, configuration.group(ipArpCtrl))('ipArpAgingTime');
    const rows = configuration.rows(ipArpIfEntry);
    return {
      arpAgeing: new Map(
        rows.map((row) => [
          vlanOf(row.ifIndex),
          (millisecondsIn(ipArpIfEntry, row)('ipArpIfAgingTime') || usual) / SECOND,
        ]),
      ),
    };
  },
};

function saidNeighbours(configuration: Configuration) {
  return configuration.rows(ipArpStaticEntry).map((row) => ({
    vlan: vlanOf(row.ipNetToPhysicalIfIndex),
    address: row.ipNetToPhysicalNetAddress,
    mac: row.ipNetToPhysicalPhysAddress,
  }));
}

/** Static neighbors. */
export const neighbourContribution: Contribution = {
  reads: [ipArpStaticEntry],
  compile: (configuration) => ({
    neighbours: new Map(saidNeighbours(configuration).map((one) => [neighbourKey(one.vlan, one.address), one])),
  }),
};

/** The same for the guard. */
export const neighbourAccess: AccessContribution = {
  reads: [ipArpStaticEntry],
  compile: (configuration) => ({
    neighbours: new Map(
      saidNeighbours(configuration).map(({ vlan, address, mac }) => [neighbourKey(vlan, address), mac]),
    ),
  }),
};

/** A static neighbor is a station in a subnet of its interface, and not the switch. */
const staticRule: Rule = {
  concerns: [ipArpStaticEntry, ipv4InterfaceEntry, ipIfSecondaryEntry],
  *check({ after, hardware }) {
    const rows = after.rows(ipArpStaticEntry);
    if (rows.length === 0) return;
    const own = ownAddresses(after);
    for (const row of rows) {
      const { ipNetToPhysicalNetAddress: address, ipNetToPhysicalIfIndex: index } = row;
      const place = { row, column: 'ipNetToPhysicalNetAddress' };
      if (own.some((one) => one.address === address)) {
        yield conflict(ipArpStaticEntry, say('{{address}} is an address of the switch itself.', { address }), place);
      }
      const target = parseIp(address);
      const subnet = own.find((one) => {
        const network = one.vlan === vlanOf(index) ? ipNetwork(one.address, one.prefix) : undefined;
        return network !== undefined && target !== undefined && isInIpNetwork(network, target);
      });
      const asksDhcp =
        after.row(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: index })?.ipAddrCfgMode === AddressMode.dynamic;
      const isHost = subnet && isHostInIpv4Subnet(parseIpv4(address) ?? 0, subnet.prefix);
      if (subnet ? !isHost : !asksDhcp) {
        yield conflict(ipArpStaticEntry, say('No interface has the subnet of {{address}}.', { address }), place);
      }
      if (row.ipNetToPhysicalPhysAddress === hardware.baseMacAddress) {
        const column = 'ipNetToPhysicalPhysAddress';
        yield conflict(ipArpStaticEntry, say('Invalid MAC address.'), { row, column });
      }
    }
  },
};

/** Rules of the ARP table. */
export const arpRules: readonly Rule[] = [staticRule];

/** Clears learned entries. */
export const clearOperation = operation(ipArpCtrl, {
  async operate({ datapath, log }, { values }) {
    if (values.ipArpClear === undefined) return;
    const count = await datapath.forgetNeighbours({ version: 4 });
    log.write(Severity.informational, say('{{count}} learned ARP entries were cleared.', { count }));
  },
});

/** The read-only column of `ipArpCtrl`. */
export async function liveAgeing({ datapath }: DeviceContext): Promise<LiveOf<typeof ipArpCtrl>> {
  const all = await datapath.neighbours();
  const learnt = all.filter(
    ({ origin, address, mac }) => origin === 'learned' && mac !== undefined && !isIpv6(address),
  );
  return { ipArpDynamicCount: learnt.length };
}

const isIpv6 = (address: string) => address.includes(':');

/** The rows of `ipNetToPhysicalEntry`: the switch's own addresses, and its neighbors, with the port of each. */
export async function liveNeighbours(
  context: DeviceContext,
): Promise<readonly LiveRowOf<typeof ipNetToPhysicalEntry>[]> {
  const { datapath, hardware, slots } = context;
  const neighbours = await datapath.neighbours();
  // The port of an unknown MAC address is not looked up among thousands of addresses.
  const learnt = neighbours.length === 0 ? [] : await datapath.forwardingDatabase();
  const names = neighbours.length === 0 ? undefined : await slots.get(hostNames)?.read();
  const ports = new Map(learnt.map(({ address, port }) => [address, port]));
  const row = (
    vlan: number,
    address: string,
    columns: Pick<
      LiveRowOf<typeof ipNetToPhysicalEntry>,
      'ipNetToPhysicalPhysAddress' | 'ipNetToPhysicalType' | 'ipNetToPhysicalState'
    > &
      Partial<Pick<LiveRowOf<typeof ipNetToPhysicalEntry>, 'arpPort' | 'arpAge' | 'arpHost'>>,
  ): LiveRowOf<typeof ipNetToPhysicalEntry> => ({
    ipNetToPhysicalIfIndex: VLAN_INTERFACE_BASE + vlan,
    ipNetToPhysicalNetAddressType: isIpv6(address) ? 2 : 1,
    ipNetToPhysicalNetAddress: address,
    ipNetToPhysicalRowStatus: 1,
    arpPort: 0,
    arpAge: 0,
    arpHost: '',
    ...columns,
  });
  const own = routedLinks(context.configuration(), hardware, slots).flatMap(({ vlan, addresses }) =>
    addresses.map(({ address }) =>
      row(vlan, address, {
        ipNetToPhysicalPhysAddress: hardware.baseMacAddress,
        ipNetToPhysicalType: NeighbourType.local,
        ipNetToPhysicalState: NeighbourState.reachable,
      }),
    ),
  );
  const others = neighbours.map(({ vlan, address, mac = '', origin, state, age }) =>
    row(vlan, address, {
      ipNetToPhysicalPhysAddress: mac,
      ipNetToPhysicalType: origin === 'static' ? NeighbourType.static : NeighbourType.dynamic,
      ipNetToPhysicalState: origin === 'static' ? NeighbourState.unknown : NeighbourState[state],
      arpPort: ports.get(mac) ?? 0,
      arpAge: age,
      arpHost: names?.get(mac)?.name ?? '',
    }),
  );
  return [...own, ...others].sort((a, b) => compareRows(ipNetToPhysicalEntry, a, b));
}
