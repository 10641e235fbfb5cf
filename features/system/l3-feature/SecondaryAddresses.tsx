import { useState } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { ipIfSecondaryEntry } from './address-objects.ts';
import { SECONDARY_ADDRESSES } from './objects.ts';

/** The further addresses of one interface: list, adding, deleting. */
export function SecondaryAddresses({ index }: { index: number }) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const { data } = useRows(ipIfSecondaryEntry);
  const rows = data?.filter(({ ifIndex }) => ifIndex === index);
  const done = () => setAdding(false);
  return (
    <>
      {adding && (
        <CreateForm
          object={ipIfSecondaryEntry}
          initial={{ ifIndex: index }}
          title={t('New secondary address')}
          what="Add secondary address"
          onApplied={done}
          onCancel={done}
        >
          <FormFields>
            <FormField name="secondaryAddr" />
            <FormField name="secondaryMask" />
          </FormFields>
        </CreateForm>
      )}
      <ObjectTable
        object={ipIfSecondaryEntry}
        rows={rows}
        title={t('Secondary addresses')}
        filter={false}
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: SECONDARY_ADDRESSES })}
        columns={['secondaryAddr', 'secondaryMask']}
        empty={t('This interface has no secondary address.')}
        actions={
          <Button look="text" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t('Add secondary address')}
          </Button>
        }
      />
    </>
  );
}
