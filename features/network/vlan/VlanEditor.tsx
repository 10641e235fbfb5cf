import { useState } from 'react';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { type Draft, draftKey, type FormPart } from '../../../console/form/form-part.ts';
import type { Accompanying } from '../../../console/form/object-form-props.ts';
import { CreateForm, RowForm } from '../../../console/form/object-forms.tsx';
import type { EditorProps } from '../../../console/page/list.tsx';
import { MembershipLegend } from '../../../console/ports/MembershipCells.tsx';
import { useLocation } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { Change } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { outOfRange } from '../../../model/configuration/message.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import { useSureOfVlans, useVlans } from '../../use-vlans.ts';
import { alongWith } from '../../vlan-changes.ts';
import { withVlan } from '../../vlan-edit.ts';
import { ForbiddenPorts } from './ForbiddenPorts.tsx';
import { MembershipField } from './MembershipField.tsx';
import { DEFAULT_VLAN, dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import styles from './vlan.module.css';

/** Adds or modifies a VLAN: its name, and how each port belongs to it. */
export function VlanEditor({ index, onDone }: EditorProps<typeof dot1qVlanStaticEntry>) {
  const t = useText();
  const [setPvid, choose] = useState(true);
  const present = useVlans();
  const sureOfVlans = useSureOfVlans();
  // The page's address may ask for one: "?add=30".
  const wanted = Number(new URLSearchParams(useLocation().search).get('add'));
  const vlan = index?.dot1qVlanIndex;
  const create = vlan === undefined;
  const row = create ? undefined : present?.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  const name = row?.dot1qVlanStaticName;
  const form = {
    title: create ? t('New VLAN') : name ? `VLAN ${vlan} · ${name}` : `VLAN ${vlan}`,
    actions: <MembershipLegend />,
    what: create ? 'Add VLAN' : 'Modify VLAN',
    onApplied: onDone,
    onCancel: onDone,
    check: (draft: Draft) => (create ? takenOf(draft, t) : {}),
    sure: async (changes: readonly Change[], draft: Draft) =>
      sureOfVlans([...changes, ...accompanyingOf(draft, create, setPvid, present).changes]),
    accompanying: (draft: Draft) => accompanyingOf(draft, create, setPvid, present),
    choice: (
      <label className={styles.choice}>
        <input type="checkbox" checked={setPvid} onChange={(event) => choose(event.target.checked)} />
        {t('Also set the PVID: untagged ports leave their previous untagged VLAN')}
      </label>
    ),
    children: (
      <>
        <FormFields>
          <FormField name="dot1qVlanIndex" />
          <FormField
            name="dot1qVlanStaticName"
            disabled={vlan === DEFAULT_VLAN && t('The name of the default VLAN cannot be changed.')}
          />
        </FormFields>
        <MembershipField />
        <ForbiddenPorts />
      </>
    ),
  };
  return create ? (
    <CreateForm object={dot1qVlanStaticEntry} initial={{ dot1qVlanIndex: wanted || firstFree(present) }} {...form} />
  ) : (
    <RowForm object={dot1qVlanStaticEntry} index={{ dot1qVlanIndex: vlan }} {...form} />
  );
}

/** The default VLAN is always there: what may be added begins after it. */
function takenOf(draft: Draft, t: Translate): Record<string, string> {
  const typed = draft[draftKey({ object: dot1qVlanStaticEntry, values: undefined, create: true }, 'dot1qVlanIndex')];
  return Number(typed) === DEFAULT_VLAN
    ? { dot1qVlanIndex: wordsOf(outOfRange(DEFAULT_VLAN + 1, VLAN_ID_MAXIMUM), t) }
    : {};
}

/** The lowest VLAN ID that is not taken. */
function firstFree(present: Configuration | undefined): number {
  let free = DEFAULT_VLAN + 1;
  while (present?.row(dot1qVlanStaticEntry, { dot1qVlanIndex: free })) free += 1;
  return free;
}

const nothing: Accompanying = { calls: [], changes: [] };

/** Changes of other VLANs and of the ports that the drawn membership requires. */
function accompanyingOf(draft: Draft, create: boolean, setPvid: boolean, present: Configuration | undefined) {
  const part: FormPart = { object: dot1qVlanStaticEntry, values: undefined, create };
  const typed = (column: string) => draft[draftKey(part, column)];
  const index = dot1qVlanStaticEntry.fields.dot1qVlanIndex.read(typed('dot1qVlanIndex'));
  if (!present || !index.ok) return nothing;
  const exists = present.row(dot1qVlanStaticEntry, { dot1qVlanIndex: index.value }) !== undefined;
  // The device refuses to add what is there; nothing goes along with that.
  if (exists === create) return nothing;
  const ports = (column: string) => parsePortList(String(typed(column) ?? '')) ?? NO_PORTS;
  const untagged = ports('dot1qVlanStaticUntaggedPorts');
  const tagged = ports('dot1qVlanStaticEgressPorts') & ~untagged;
  const name = String(typed('dot1qVlanStaticName') ?? '');
  return alongWith(index.value, present, withVlan(present, { vlan: index.value, name, untagged, tagged, setPvid }));
}
