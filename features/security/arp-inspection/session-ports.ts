import { managementStations } from '../../../device/guard/management-stations.ts';
import type { SessionControl } from '../../../device/sessions/session-control.ts';
import type { SlotReader } from '../../../device/slot.ts';
import { parseIp } from '../../../model/values/ip-prefix.ts';
import { withoutZone } from '../../../model/values/ipv6.ts';

/** Whether a station has come past the switch's ports to where it is. */
const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

/** Present sessions, and the known places of their stations. */
interface Surroundings {
  readonly sessions: Pick<SessionControl, 'list'>;
  readonly slots: SlotReader;
}

/** Whether a session may come in by a bridge port: while no station of any is known, one may come in by any. */
export function carriesSession({ sessions, slots }: Surroundings, port: number): boolean {
  const isThrough = (address: string) => parseIp(address) !== undefined && !isLoopback(address);
  if (!sessions.list().some(({ remoteAddress }) => isThrough(withoutZone(remoteAddress)))) return false;
  const stations = slots.get(managementStations);
  return stations.length === 0 || stations.some((one) => one.port === port);
}
