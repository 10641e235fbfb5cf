import { withoutZone } from '../../model/values/ipv6.ts';
import type { Connection, ForwardingEntry, ManagementPath } from '../datapath.ts';
import type { ForwardingPlan, MacAddress } from '../plan.ts';
import { type AttachedNeighbour, attachedNeighbour } from './attached-neighbour.ts';
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
  const remoteAddress = connection.remoteAddress.replace(MAPPED_IPV4, '');
  const attached = (await attachedNeighbour(remoteAddress)) ?? (await resolvedHop(remoteAddress));
  const through = interfaces.find(({ name }) => name === attached?.device);
  const clientMac = through && attached?.mac;
  if (!clientMac) return undefined;
  const fid = plan.learning.constraint === 'shared' ? 1 : through.vlan;
  const entry = (await entriesOf(clientMac)).find((row) => row.fid === fid);
  return entry && entry.port > 0 ? { port: entry.port, vlan: through.vlan, clientMac } : undefined;
}

/** The station that receives what goes to an address, by the host's routes. */
async function resolvedHop(address: string): Promise<AttachedNeighbour | undefined> {
  const hop = await nextHop(address);
  if (!hop) return undefined;
  const mac = await neighbourMac(hop.device, hop.neighbour);
  return mac === undefined ? undefined : { device: hop.device, mac };
}
