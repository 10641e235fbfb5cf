import { useMemo } from 'react';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirm } from '../../../console/feedback/dialogs.ts';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Change } from '../../../model/configuration/change.ts';
import { dot1dTp, dot1qVlan, LearningConstraint } from './objects.ts';

const constraint = 'dot1qConstraintTypeDefault';

/** Network > VLAN > Forwarding: how the VLANs learn addresses, and for how long (reference/network.md). */
export default function VlanForwarding() {
  const t = useText();
  const { data: learning } = useGroup(dot1qVlan);
  const { data: ageing } = useGroup(dot1dTp);
  const parts = useMemo(
    () => [
      { object: dot1qVlan, values: learning },
      { object: dot1dTp, values: ageing },
    ],
    [learning, ageing],
  );
  const sure = (changes: readonly Change[]) =>
    !changes.some(({ column }) => column === constraint) ||
    confirm(
      t('Another forwarding table mode empties the whole address table: traffic floods until it is learnt again.'),
    );
  return (
    <Page
      title={t('VLAN Forwarding')}
      sentence={t('Whether each VLAN learns addresses for itself or all share them, and how long an address stays.')}
      actions={<RefreshButton />}
    >
      <ObjectForm parts={parts} title={t('Address learning')} what="VLAN forwarding" sure={sure}>
        <FormFields>
          <FormField name={constraint} />
          <AsymmetricField />
          <FormField name="dot1dTpAgingTime" />
        </FormFields>
      </ObjectForm>
    </Page>
  );
}

/** Asymmetric VLAN can be enabled on shared learning only; it can always be disabled. */
function AsymmetricField() {
  const t = useText();
  const shared = Number(useDraftValue(constraint)) === LearningConstraint.shared;
  const enabled = Number(useDraftValue('asymmetricVlanStatus')) === 1;
  const reason = t('Asymmetric VLAN requires shared VLAN learning to be enabled first.');
  return <FormField name="asymmetricVlanStatus" disabled={!shared && !enabled && reason} />;
}
