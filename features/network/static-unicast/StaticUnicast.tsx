import { useNavigate } from 'react-router';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { dot1qStaticUnicastEntry, STATIC_UNICAST_MAXIMUM } from './objects.ts';
import { modifyPath } from './row-path.ts';

/** Network > Static Unicast: addresses pinned to a port (reference/network.md). */
export default function StaticUnicast() {
  const t = useText();
  const navigate = useNavigate();
  const ports = portNumbers();
  return (
    <Page
      title={t('Static Unicast')}
      sentence={t('Pins an address to a port, so that it neither ages nor moves.')}
      actions={<RefreshButton />}
    >
      <CreateForm object={dot1qStaticUnicastEntry} title={t('New static address')} what="Add static unicast address">
        <FormFields>
          <FormField name="dot1qVlanIndex" />
          <FormField name="dot1qStaticUnicastAddress" />
          <FormField name="dot1qStaticUnicastAllowedToGoTo" choices={ports} />
        </FormFields>
      </CreateForm>
      <ObjectTable
        object={dot1qStaticUnicastEntry}
        title={t('Static unicast addresses')}
        filter="VLAN, address or port"
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: STATIC_UNICAST_MAXIMUM })}
        columns={[
          { name: 'dot1qVlanIndex', title: 'VLAN ID' },
          'dot1qStaticUnicastAddress',
          'dot1qStaticUnicastAllowedToGoTo',
        ]}
        empty={t('No address is pinned. Add one above.')}
        onModify={(row) => void navigate(modifyPath(row))}
        deleteAll
      />
    </Page>
  );
}
