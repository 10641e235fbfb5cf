import { Page } from '../../../console/elements/Page.tsx';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { useHandedRow } from '../../../console/page/handed-row.ts';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { macVlanEntry } from './objects.ts';

const LIST = '/Network/MACVLAN';

/** Network > Modify MAC VLAN: the row that the list was asked to modify; opened otherwise it leads there. */
export default function ModifyMacVlan() {
  const t = useText();
  const navigate = useNavigate();
  const index = useHandedRow(macVlanEntry);
  if (!index) return <Navigate to={LIST} replace />;
  const back = () => void navigate(LIST);
  return (
    <Page>
      <RowForm
        object={macVlanEntry}
        index={index}
        title={t('MAC VLAN of {{address}}', { address: index.macVlanAddress })}
        what="Modify MAC VLAN entry"
        onApplied={back}
        onCancel={back}
      />
    </Page>
  );
}
