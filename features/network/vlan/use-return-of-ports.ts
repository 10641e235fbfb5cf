import type { WayOut } from '../../../console/table/use-deletion.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, NO_PORTS, portListOf } from '../../../model/values/port-list.ts';
import type { Values } from '../../../model/wire/call.ts';
import { useSureSince, useVlans } from '../../use-vlans.ts';
import { alongWith } from '../../vlan-changes.ts';
import { withVlan } from '../../vlan-edit.ts';
import { dot1qPortVlanEntry } from './objects.ts';

/**
 * Way to remove a VLAN that is the PVID of ports: they return to another VLAN in which they are untagged, or to the
 * default VLAN. Undefined for a VLAN that is no port's PVID.
 */
export function useReturnOfPorts(): (row: Values) => WayOut | undefined {
  const t = useText();
  const present = useVlans();
  const sure = useSureSince(present);
  return ({ dot1qVlanIndex }) => {
    const vlan = Number(dot1qVlanIndex);
    const ports = present?.rows(dot1qPortVlanEntry).filter(({ dot1qPvid }) => dot1qPvid === vlan) ?? [];
    if (!present || ports.length === 0) return undefined;
    const empty = { vlan, name: '', untagged: NO_PORTS, tagged: NO_PORTS, setPvid: true };
    const after = withVlan(present, empty);
    const homes = new Map<number, number[]>();
    for (const port of ports) {
      const home = after.row(dot1qPortVlanEntry, port)?.dot1qPvid ?? vlan;
      homes.set(home, [...(homes.get(home) ?? []), port.dot1dBasePort]);
    }
    const words = [...homes].map(([home, moved]) => {
      const list = formatPortList(portListOf(moved));
      return moved.length === 1
        ? t('Return port {{ports}} to VLAN {{vlan}}', { ports: list, vlan: home })
        : t('Return ports {{ports}} to VLAN {{vlan}}', { ports: list, vlan: home });
    });
    return { words: words.join('; '), calls: alongWith(vlan, present, after).calls, sure };
  };
}
