import type { DeviceContext } from '../../../device/feature.ts';
import { parseIp } from '../../../model/values/ip-prefix.ts';
import { withoutZone } from '../../../model/values/ipv6.ts';

/** Whether a station has come past the switch's ports to where it is. */
const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

/** Whether a session may come in by a bridge port: one whose station is not found anywhere may come in by any. */
export async function carriesSession({ sessions, datapath }: DeviceContext, port: number): Promise<boolean> {
  const remote = sessions
    .list()
    .map(({ remoteAddress }) => withoutZone(remoteAddress).replace(/^::ffff:(?=\d+\.)/i, ''));
  const through = remote.filter((address) => parseIp(address) !== undefined && !isLoopback(address));
  if (through.length === 0) return false;
  const [neighbours, learnt] = await Promise.all([datapath.neighbours(), datapath.forwardingDatabase()]);
  return through.some((address) => {
    const macs = new Set(neighbours.filter((one) => one.address === address).map(({ mac }) => mac));
    const places = learnt.filter((entry) => macs.has(entry.address));
    return places.length === 0 || places.some((entry) => entry.port === port);
  });
}
