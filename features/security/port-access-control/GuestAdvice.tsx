import { useRows } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import { formatVlanList } from '../../../model/values/vlan-list.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { dot1xPortExtEntry } from './objects.ts';

/** Warns if guests reach the switch itself (docs/specification/security.md, "Port Access Control"). */
export function GuestAdvice() {
  const t = useText();
  const { data: ports = [] } = useRows(dot1xPortExtEntry);
  const { data: interfaces = [] } = useRows(ipv4InterfaceEntry);
  const managed = interfaces.filter((row) => row.ipv4InterfaceEnableStatus === Status.enabled);
  const vlans = new Set(managed.map((row) => row.ipIfVlanId));
  const open = ports.filter((row) => row.dot1xPortGuestVlan !== 0 && vlans.has(row.dot1xPortGuestVlan));
  if (open.length === 0) return null;
  return (
    <Notice tone="warn">
      {t('Guests at port {{ports}} reach the switch itself: it has an IP interface in VLAN {{vlans}}.', {
        ports: formatPortList(portListOf(open.map((row) => row.dot1xPaePortNumber))),
        vlans: formatVlanList(open.map((row) => row.dot1xPortGuestVlan)),
      })}
    </Notice>
  );
}
