import { useNavigate, useParams } from 'react-router';
import { Page } from '../../../console/elements/Page.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { RowForm } from '../../../console/form/object-forms.tsx';
import { portNumbers } from '../../../console/ports/port-numbers.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { EntryGone } from '../EntryGone.tsx';
import { dot1qStaticUnicastEntry } from './objects.ts';
import { indexOfRow } from './row-path.ts';

const list = '/Network/StaticUnicast';

/** Modify Static Unicast Address Table: the port of one entry (reference/network.md). */
export default function ModifyStaticUnicast() {
  const t = useText();
  const navigate = useNavigate();
  const ports = portNumbers();
  const index = indexOfRow(useParams().row ?? '');
  const back = () => void navigate(list);
  return (
    <Page
      title={t('Modify Static Unicast Address')}
      sentence={t('Moves a pinned address to another port in one step.')}
    >
      {index ? (
        <RowForm
          object={dot1qStaticUnicastEntry}
          index={index}
          title={t('Static unicast address')}
          what="Modify static unicast address"
          onApplied={back}
          onCancel={back}
        >
          <FormFields>
            <FormField name="dot1qVlanIndex" />
            <FormField name="dot1qStaticUnicastAddress" />
            <FormField name="dot1qStaticUnicastAllowedToGoTo" choices={ports} />
          </FormFields>
        </RowForm>
      ) : (
        <EntryGone list={list} />
      )}
    </Page>
  );
}
