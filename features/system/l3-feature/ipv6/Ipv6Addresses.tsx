import { useState } from 'react';
import { deleteRow } from '../../../../console/call/object-calls.ts';
import { useApply } from '../../../../console/call/use-apply.ts';
import { useRows } from '../../../../console/call/use-reads.ts';
import { Button } from '../../../../console/elements/Button.tsx';
import { Tag } from '../../../../console/elements/Tag.tsx';
import { FormField } from '../../../../console/form/FormField.tsx';
import { FormFields } from '../../../../console/form/FormFields.tsx';
import { CreateForm } from '../../../../console/form/object-forms.tsx';
import { DeleteButton } from '../../../../console/table/DeleteButton.tsx';
import { ObjectTable } from '../../../../console/table/ObjectTable.tsx';
import { useText } from '../../../../console/translations/use-text.ts';
import type { RowOf } from '../../../../model/schema/object.ts';
import { ipAddressEntry } from '../address-objects.ts';
import { AddressStatus } from '../objects.ts';
import { IPV6_ADDRESSES, ipv6IfAddressEntry } from './objects.ts';

type SetRow = RowOf<typeof ipv6IfAddressEntry>;
type LiveRow = RowOf<typeof ipAddressEntry>;

/** The addresses of one interface: those that are set, with adding and deleting, and all that it has. */
export function Ipv6Addresses({ index }: { index: number }) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const { data: set } = useRows(ipv6IfAddressEntry);
  const { data: live } = useRows(ipAddressEntry, {}, { poll: 5_000 });
  const done = () => setAdding(false);
  return (
    <>
      <ObjectTable
        object={ipAddressEntry}
        rows={live?.filter((row) => row.ipAddressAddrType === 2 && row.ipAddressIfIndex === index)}
        title={t('Addresses in use')}
        filter={false}
        columns={[
          { name: 'ipAddressAddr', title: 'Address' },
          'ipAddressPrefixLength',
          'ipAddressType',
          'ipAddressOrigin',
          { name: 'ipAddressStatus', draw: (row) => <StatusTag row={row} /> },
        ]}
        kept={false}
        empty={t('The interface has no address yet.')}
      />
      {adding && (
        <CreateForm
          object={ipv6IfAddressEntry}
          initial={{ ifIndex: index }}
          title={t('New address')}
          what="Add IPv6 address"
          onApplied={done}
          onCancel={done}
        >
          <FormFields>
            <FormField name="ipv6Address" />
            <FormField name="ipv6AddressPrefixLength" />
            <FormField name="ipv6AddressType" />
            <FormField name="ipv6Eui64" />
          </FormFields>
        </CreateForm>
      )}
      <ObjectTable
        object={ipv6IfAddressEntry}
        rows={set?.filter(({ ifIndex }) => ifIndex === index)}
        title={t('Addresses set')}
        filter={false}
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: IPV6_ADDRESSES })}
        columns={['ipv6Address', 'ipv6AddressPrefixLength', 'ipv6AddressType', 'ipv6Eui64']}
        kept={false}
        empty={t('No addresses are set on this interface.')}
        rowActions={(row) => <DeleteAddress row={row} />}
        actions={
          <Button look="text" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t('Add address')}
          </Button>
        }
      />
    </>
  );
}

function DeleteAddress({ row }: { row: SetRow }) {
  const t = useText();
  const { apply } = useApply();
  const { ifIndex, ipv6Address } = row;
  const remove = async () => {
    await apply(deleteRow(ipv6IfAddressEntry, { ifIndex, ipv6Address }), {
      what: 'Delete IPv6 address',
      ask: { text: t('Delete {{name}}?', { name: ipv6Address }), destructive: true },
    });
  };
  return (
    <DeleteButton aria-label={`${t('Delete')} ${ipv6Address}`} onClick={() => void remove()}>
      {t('Delete')}
    </DeleteButton>
  );
}

function StatusTag({ row }: { row: LiveRow }) {
  const t = useText();
  const words = t(ipAddressEntry.fields.ipAddressStatus.show(row.ipAddressStatus));
  if (row.ipAddressStatus === AddressStatus.duplicate) return <Tag tone="bad">{words}</Tag>;
  return row.ipAddressStatus === AddressStatus.preferred ? <Tag tone="ok">{words}</Tag> : <Tag>{words}</Tag>;
}
