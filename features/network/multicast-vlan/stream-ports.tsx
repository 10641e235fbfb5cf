import { useId } from 'react';
import { Skeleton } from '../../../console/elements/Skeleton.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import {
  findField,
  useDraftValue,
  useFieldMessage,
  useForm,
  useSetDraftValue,
} from '../../../console/form/form-context.ts';
import { RowForm } from '../../../console/form/object-forms.tsx';
import type { Part } from '../../../console/navigation/menu-entry.ts';
import { type EditorProps, list } from '../../../console/page/list.tsx';
import { MembershipCells, MembershipLegend } from '../../../console/ports/MembershipCells.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { formatPortList, hasPort } from '../../../model/values/port-list.ts';
import { alikeInTrunks, useFollowerReason, useTrunks } from '../../use-trunks.ts';
import { portsIn } from '../port-choice.tsx';
import { multicastVlanEntry } from './objects.ts';
import styles from './stream-ports.module.css';

type Column =
  | 'multicastVlanReceiverUntagged'
  | 'multicastVlanReceiverTagged'
  | 'multicastVlanSourceUntagged'
  | 'multicastVlanSourceTagged';

/** The ports of one side of a multicast VLAN. Texts are source texts. */
interface Side {
  readonly title: string;
  /** The name of the cells. */
  readonly label: string;
  /** In the device's log. */
  readonly what: string;
  readonly untagged: Column;
  readonly tagged: Column;
  /** The lists of the other side. */
  readonly others: readonly [Column, Column];
  /** Why a port of the other side cannot be chosen. */
  readonly taken: string;
}

/** The part of a page that chooses the ports of one side of a multicast VLAN. */
export function streamPorts(side: Side): Part {
  function Editor({ index, onDone }: EditorProps<typeof multicastVlanEntry>) {
    const t = useText();
    if (!index) return null;
    return (
      <RowForm
        object={multicastVlanEntry}
        index={index}
        title={t('Multicast VLAN {{vlan}}', { vlan: index.multicastVlanId })}
        actions={<MembershipLegend />}
        what={side.what}
        onApplied={onDone}
        onCancel={onDone}
      >
        <FormFields>
          <FormField name="multicastVlanId" />
          <FormField name="multicastVlanName" />
        </FormFields>
        <Ports side={side} />
      </RowForm>
    );
  }
  return list(multicastVlanEntry, { title: side.title, editor: Editor });
}

function Ports({ side }: { readonly side: Side }) {
  const t = useText();
  const id = useId();
  const { parts, disabled } = useForm();
  const set = useSetDraftValue();
  const trunks = useTrunks();
  const follows = useFollowerReason();
  const untagged = portsIn(useDraftValue(side.untagged));
  const tagged = portsIn(useDraftValue(side.tagged));
  const others = portsIn(useDraftValue(side.others[0])) | portsIn(useDraftValue(side.others[1]));
  const problems = [useFieldMessage(side.untagged), useFieldMessage(side.tagged)];
  const problem = problems.find((one) => one !== undefined);
  const unusable = new Map<number, string>();
  for (const port of portNumbers()) {
    const why = hasPort(others, port) ? t(side.taken, { port }) : follows(port);
    if (why !== undefined) unusable.set(port, why);
  }
  if (!findField(parts, side.untagged).part.values) return <Skeleton width="100%" height={96} />;
  const { fields } = multicastVlanEntry;
  const helps = [
    { state: t('untagged'), help: fields[side.untagged].help },
    { state: t('tagged'), help: fields[side.tagged].help },
  ];
  return (
    <div className={styles.field} data-invalid={problem ? true : undefined}>
      <MembershipCells
        label={t(side.label)}
        value={{ untagged: alikeInTrunks(untagged, trunks), tagged: alikeInTrunks(tagged, trunks) }}
        unusable={unusable}
        disabled={disabled}
        describedBy={id}
        onChange={(value) => {
          set(side.untagged, formatPortList(alikeInTrunks(value.untagged, trunks)));
          set(side.tagged, formatPortList(alikeInTrunks(value.tagged, trunks)));
        }}
      />
      <small id={id} className={problem ? styles.wrong : undefined} aria-live="polite">
        {problem ??
          helps.map(
            ({ state, help }) =>
              help && (
                <span key={state}>
                  <b>{state}</b>: {t(help)}
                </span>
              ),
          )}
      </small>
    </div>
  );
}
