import type { Change } from '../../../model/configuration/change.ts';
import { parsePortList, portBit } from '../../../model/values/port-list.ts';
import type { SessionPath } from '../use-session-path.ts';

/**
 * Whether drawing a VLAN touches the way that this session comes in: its port's membership in its VLAN, or in another one
 * that the port then moves to.
 */
export function touchesSession(changes: readonly Change[], path: SessionPath | undefined, setPvid: boolean): boolean {
  if (!path) return false;
  const bit = portBit(path.port);
  const holds = (value: unknown) => ((parsePortList(String(value ?? '')) ?? 0n) & bit) !== 0n;
  return changes.some(({ kind, row, column, from, to }) => {
    if (kind === 'rowAdded') return setPvid && holds(row?.dot1qVlanStaticUntaggedPorts);
    if (column === 'dot1qVlanStaticName' || holds(from) === holds(to)) return false;
    return row?.dot1qVlanIndex === path.vlan || (setPvid && holds(to));
  });
}
