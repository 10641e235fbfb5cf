import { useDraftValue, useForm, useSetDraftValue } from '../../../console/form/form-context.ts';
import { MembershipCells } from '../../../console/ports/MembershipCells.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from './objects.ts';

const members = 'dot1qVlanStaticEgressPorts';
const untaggedPorts = 'dot1qVlanStaticUntaggedPorts';

/** Each port's membership in the VLAN that the form around edits: untagged, tagged or none. */
export function MembershipField() {
  const t = useText();
  const { disabled } = useForm();
  const set = useSetDraftValue();
  const egress = parsePortList(String(useDraftValue(members, dot1qVlanStaticEntry.name))) ?? NO_PORTS;
  const untagged = parsePortList(String(useDraftValue(untaggedPorts, dot1qVlanStaticEntry.name))) ?? NO_PORTS;
  return (
    <MembershipCells
      label={t('Membership of each port')}
      value={{ untagged, tagged: egress & ~untagged }}
      disabled={disabled}
      onChange={(value) => {
        set(members, formatPortList(value.untagged | value.tagged));
        set(untaggedPorts, formatPortList(value.untagged));
      }}
    />
  );
}
