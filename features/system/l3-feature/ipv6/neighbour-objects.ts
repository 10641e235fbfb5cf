import { enumeration } from '../../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../../model/schema/kinds/gauge.ts';
import { mac } from '../../../../model/schema/kinds/mac.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { interfaceName } from '../../../../model/values/interface-index.ts';
import { say } from '../../../../model/values/message.ts';
import { STATIC_IPV6_NEIGHBOURS } from '../arp-objects.ts';
import { interfaceIndex } from '../objects.ts';
import { stationAddress } from './interface-address.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';

const page = '/System/L3Feature/IPv6Neighbor';

/** Learned IPv6 neighbors. */
export const ipv6NeighborCtrl = group('ipv6NeighborCtrl', {
  title: 'IPv6 neighbors',
  page,
  fields: {
    ipv6NeighborDynamicCount: gauge({
      label: 'Learned entries now',
      help: 'Number of entries that were learned by neighbor discovery.',
    }),
    ipv6NeighborClear: enumeration({
      label: 'Learned entries',
      choices: { clear: [1, 'Clear'] },
      access: 'action',
      help: 'Deletes the learned entries; they are resolved again when needed.',
    }),
  },
  privateMib: { number: 140, columns: ['ipv6NeighborDynamicCount', 'ipv6NeighborClear'] },
});

/** Static IPv6 neighbors (docs/specification/system.md, "IPv6 Neighbor"). */
export const ipv6NeighborStaticEntry = table('ipv6NeighborStaticEntry', {
  title: 'Static IPv6 neighbor',
  page,
  index: {
    ipNetToPhysicalIfIndex: { ...interfaceIndex('create'), references: { table: ipv6InterfaceEntry } },
    ipNetToPhysicalNetAddress: stationAddress({ label: 'IPv6 address', access: 'create' }),
  },
  columns: {
    ipNetToPhysicalPhysAddress: mac({
      label: 'MAC address',
      addresses: 'unicast',
      help: 'The IP address is never resolved: packets to it always go to this station.',
    }),
  },
  rows: { max: STATIC_IPV6_NEIGHBOURS },
  rowName: (row) =>
    say('static IPv6 neighbor {{address}} of {{name}}', {
      address: row.ipNetToPhysicalNetAddress,
      name: interfaceName(row.ipNetToPhysicalIfIndex),
    }),
  privateMib: {
    number: 141,
    columns: [
      'ipNetToPhysicalIfIndex retired',
      'ipNetToPhysicalNetAddress retired',
      'ipNetToPhysicalPhysAddress',
      'RowStatus',
    ],
  },
});
