import { useId } from 'react';
import { Skeleton } from '../../../console/elements/Skeleton.tsx';
import {
  findField,
  useDraftValue,
  useFieldMessage,
  useForm,
  useSetDraftValue,
} from '../../../console/form/form-context.ts';
import { useMergedPorts } from '../../../console/form/use-merged-ports.ts';
import { MembershipCells } from '../../../console/ports/MembershipCells.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, portsOf } from '../../../model/values/port-list.ts';
import { alikeInTrunks, useFollowerReason, useTrunks } from '../../use-trunks.ts';
import { portsIn } from '../port-choice.tsx';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import styles from './vlan.module.css';

const members = 'dot1qVlanStaticEgressPorts';
const untaggedPorts = 'dot1qVlanStaticUntaggedPorts';

/** Each port's membership in the VLAN that the form around edits: untagged, tagged or none. */
export function MembershipField() {
  const t = useText();
  const id = useId();
  const { parts, disabled } = useForm();
  const membersProblem = useFieldMessage(members);
  const untaggedProblem = useFieldMessage(untaggedPorts);
  const problem = membersProblem ?? untaggedProblem;
  const set = useSetDraftValue();
  useMergedPorts(members);
  useMergedPorts(untaggedPorts);
  const egress = portsIn(useDraftValue(members, dot1qVlanStaticEntry.name));
  const untagged = portsIn(useDraftValue(untaggedPorts, dot1qVlanStaticEntry.name));
  const forbidden = portsIn(useDraftValue('dot1qVlanForbiddenEgressPorts', dot1qVlanStaticEntry.name));
  const trunks = useTrunks();
  const follows = useFollowerReason();
  const unusable = new Map(
    portsOf(forbidden).map((port) => [port, t('Port {{port}} is forbidden for the VLAN.', { port })]),
  );
  for (const port of portNumbers()) {
    const why = follows(port);
    if (why !== undefined) unusable.set(port, why);
  }
  if (!findField(parts, members).part.values) return <Skeleton width="100%" height={96} />;
  return (
    <div className={styles.field} data-invalid={problem ? true : undefined}>
      <MembershipCells
        label={t('Membership of each port')}
        value={{ untagged: alikeInTrunks(untagged, trunks), tagged: alikeInTrunks(egress & ~untagged, trunks) }}
        unusable={unusable}
        disabled={disabled}
        describedBy={id}
        onChange={(value) => {
          set(members, formatPortList(alikeInTrunks(value.untagged | value.tagged, trunks)));
          set(untaggedPorts, formatPortList(alikeInTrunks(value.untagged, trunks)));
        }}
      />
      <small id={id} className={styles.wrong} aria-live="polite">
        {problem}
      </small>
    </div>
  );
}
