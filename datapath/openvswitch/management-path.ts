import { withoutZone } from '../../model/values/ipv6.ts';
import type { Connection, ForwardingEntry, ManagementPath } from '../datapath.ts';
import type { ForwardingPlan, MacAddress } from '../plan.ts';
import { neighbourMac, nextHop } from './host-network.ts';

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** The way that a connection to the switch comes in: through the VLAN interface that its answers leave by. */
export async function locateConnection(
  connection: Connection,
  plan: ForwardingPlan,
  entriesOf: (address: MacAddress) => Promise<readonly ForwardingEntry[]>,
): Promise<ManagementPath | undefined> {
  const localAddress = withoutZone(connection.localAddress).replace(MAPPED_IPV4, '');
  const interfaces = [...plan.interfaces.values()];
  if (!interfaces.some(({ addresses }) => addresses.some(({ address }) => address === localAddress))) return undefined;
  const hop = await nextHop(connection.remoteAddress.replace(MAPPED_IPV4, ''));
  const through = interfaces.find(({ name }) => name === hop?.device);
  const clientMac = hop && through && (await neighbourMac(hop.device, hop.neighbour));
  if (!clientMac) return undefined;
  const fid = plan.learning.constraint === 'shared' ? 1 : through.vlan;
  const entry = (await entriesOf(clientMac)).find((row) => row.fid === fid);
  return entry && entry.port > 0 ? { port: entry.port, vlan: through.vlan, clientMac } : undefined;
}
