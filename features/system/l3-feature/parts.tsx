import { useState } from 'react';
import { deleteRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { useNavigate } from '../../../console/router/router-context.ts';
import { DeleteButton } from '../../../console/table/DeleteButton.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { AddInterface } from './AddInterface.tsx';
import { ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { configurationPath } from './interface-path.ts';
import { BUILT_IN_VLAN, INTERFACES, ipv4InterfaceEntry } from './objects.ts';

type Row = RowOf<typeof ipv4InterfaceEntry>;

export default [
  Interfaces,
  form(ipDefaultRouter, {
    title: 'Default gateway',
    fields: [{ name: 'ipDefaultRouterAddress', help: 'Empty: none.' }, 'ipDefaultRouterInUse'],
  }),
];

/** The interfaces, and adding one. */
function Interfaces() {
  const t = useText();
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageActions>
        <Button look={adding ? 'outlined' : 'primary'} aria-expanded={adding} onClick={() => setAdding(!adding)}>
          {t('Add interface')}
        </Button>
      </PageActions>
      {adding && <AddInterface onDone={() => setAdding(false)} />}
      <InterfaceList />
    </>
  );
}

function InterfaceList() {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const { data: secondary = [] } = useRows(ipIfSecondaryEntry);
  const remove = async (row: Row) => {
    if (!(await confirmDeletion({ text: t('Delete {{name}}?', { name: row.ifName }) }))) return;
    const own = secondary.filter(({ ifIndex }) => ifIndex === row.ipv4InterfaceIfIndex);
    await apply(
      [
        ...own.map(({ ifIndex, secondaryAddr }) => deleteRow(ipIfSecondaryEntry, { ifIndex, secondaryAddr })),
        deleteRow(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: row.ipv4InterfaceIfIndex }),
      ],
      { what: 'Delete IPv4 interface' },
    );
  };
  return (
    <ObjectTable
      object={ipv4InterfaceEntry}
      title={t('IPv4 interfaces')}
      poll={10_000}
      filter="Filter by VLAN or address"
      count={(total) => t('{{total}} of {{maximum}}', { total, maximum: INTERFACES })}
      columns={[
        { name: 'ifName', title: 'Name' },
        { name: 'ipIfVlanId', title: 'VLAN' },
        'ipv4InterfaceEnableStatus',
        { name: 'ifOperStatus', draw: (row) => <LinkTag row={row} /> },
        { name: 'ipAddrCfgMode', title: 'Origin' },
        { name: 'ipAddressInUse', title: 'IP address', draw: (row) => <AddressCell row={row} /> },
        { name: 'ipAddressMaskInUse', title: 'Subnet mask' },
        'ifPhysAddress',
      ]}
      kept={false}
      rowActions={(row) => (
        <>
          <Button
            look="text"
            aria-label={`${t('Edit')} ${row.ifName}`}
            onClick={() => void navigate(configurationPath(row.ipv4InterfaceIfIndex))}
          >
            {t('Edit')}
          </Button>
          {row.ipIfVlanId === BUILT_IN_VLAN ? (
            <Tag tone="plain">{t('built in')}</Tag>
          ) : (
            <DeleteButton aria-label={`${t('Delete')} ${row.ifName}`} onClick={() => void remove(row)}>
              {t('Delete')}
            </DeleteButton>
          )}
        </>
      )}
    />
  );
}

function LinkTag({ row }: { row: Row }) {
  const t = useText();
  return row.ifOperStatus === 1 ? <Tag tone="ok">{t('Up')}</Tag> : <Tag>{t('Down')}</Tag>;
}

/** The address in use; where there is none, why. */
function AddressCell({ row }: { row: Row }) {
  const t = useText();
  const { ipAddressInUse: address, ipIfSecondaryCount: number } = row;
  if (address !== '') return number > 0 ? t('{{address}} and {{number}} more', { address, number }) : address;
  const { ipAddressStatus } = ipv4InterfaceEntry.fields;
  return <Tag tone="warn">{t(ipAddressStatus.show(row.ipAddressStatus))}</Tag>;
}
