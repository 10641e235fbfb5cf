import { useDraftValue, useFieldMessage, useForm, useSetDraftValue } from '../../../console/form/form-context.ts';
import { MembershipCells } from '../../../console/ports/MembershipCells.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from './objects.ts';
import styles from './vlan.module.css';

const members = 'dot1qVlanStaticEgressPorts';
const untaggedPorts = 'dot1qVlanStaticUntaggedPorts';

/** Each port's membership in the VLAN that the form around edits: untagged, tagged or none. */
export function MembershipField() {
  const t = useText();
  const { disabled } = useForm();
  const membersProblem = useFieldMessage(members);
  const untaggedProblem = useFieldMessage(untaggedPorts);
  const problem = membersProblem ?? untaggedProblem;
  const set = useSetDraftValue();
  const egress = parsePortList(String(useDraftValue(members, dot1qVlanStaticEntry.name))) ?? NO_PORTS;
  const untagged = parsePortList(String(useDraftValue(untaggedPorts, dot1qVlanStaticEntry.name))) ?? NO_PORTS;
  return (
    <div className={styles.field} data-invalid={problem ? true : undefined}>
      <MembershipCells
        label={t('Membership of each port')}
        value={{ untagged, tagged: egress & ~untagged }}
        disabled={disabled}
        onChange={(value) => {
          set(members, formatPortList(value.untagged | value.tagged));
          set(untaggedPorts, formatPortList(value.untagged));
        }}
      />
      <small className={styles.wrong} aria-live="polite">
        {problem}
      </small>
    </div>
  );
}
