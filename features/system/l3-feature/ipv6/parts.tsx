import { useState } from 'react';
import { deleteRow } from '../../../../console/call/object-calls.ts';
import { useApply } from '../../../../console/call/use-apply.ts';
import { useRows } from '../../../../console/call/use-reads.ts';
import { Button } from '../../../../console/elements/Button.tsx';
import { Tag } from '../../../../console/elements/Tag.tsx';
import { confirmDeletion } from '../../../../console/feedback/dialogs.ts';
import { form } from '../../../../console/page/form.tsx';
import { PageActions } from '../../../../console/page/PageActions.tsx';
import { useNavigate } from '../../../../console/router/router-context.ts';
import { DeleteButton } from '../../../../console/table/DeleteButton.tsx';
import { ObjectTable } from '../../../../console/table/ObjectTable.tsx';
import { useText } from '../../../../console/translations/use-text.ts';
import type { RowOf } from '../../../../model/schema/object.ts';
import { INTERFACES } from '../objects.ts';
import { AddIpv6Interface } from './AddIpv6Interface.tsx';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6ConfigurationPath } from './interface-path.ts';
import { ipv6Ctrl, ipv6IfAddressEntry } from './objects.ts';

type Row = RowOf<typeof ipv6InterfaceEntry>;

export default [
  form(ipv6Ctrl, {
    title: 'IPv6',
    fields: [{ name: 'ipv6GlobalState', help: 'While disabled, no interface uses IPv6; the settings are kept.' }],
  }),
  Interfaces,
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
      {adding && <AddIpv6Interface onDone={() => setAdding(false)} />}
      <InterfaceList />
    </>
  );
}

function InterfaceList() {
  const t = useText();
  const navigate = useNavigate();
  const { apply } = useApply();
  const { data: addresses = [] } = useRows(ipv6IfAddressEntry);
  const remove = async (row: Row) => {
    if (!(await confirmDeletion({ text: t('Delete {{name}}?', { name: row.ifName }) }))) return;
    const own = addresses.filter(({ ifIndex }) => ifIndex === row.ipv6InterfaceIfIndex);
    await apply(
      [
        ...own.map(({ ifIndex, ipv6Address }) => deleteRow(ipv6IfAddressEntry, { ifIndex, ipv6Address })),
        deleteRow(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: row.ipv6InterfaceIfIndex }),
      ],
      { what: 'Delete IPv6 interface' },
    );
  };
  return (
    <ObjectTable
      object={ipv6InterfaceEntry}
      title={t('IPv6 interfaces')}
      poll={10_000}
      filter="Filter by VLAN or address"
      count={(total) => t('{{total}} of {{maximum}}', { total, maximum: INTERFACES })}
      columns={[
        'ifName',
        { name: 'ipIfVlanId', title: 'VLAN' },
        'ipv6InterfaceEnableStatus',
        { name: 'ifOperStatus', draw: (row) => <LinkTag row={row} /> },
        { name: 'linkLocalInUse', title: 'Link-local', draw: (row) => row.linkLocalInUse || t('None') },
        { name: 'globalAddresses', draw: (row) => <Addresses row={row} /> },
        { name: 'ipv6AcceptRa', title: 'SLAAC' },
        { name: 'dhcpv6State', title: 'DHCPv6' },
        'ifPhysAddress',
      ]}
      kept={false}
      empty={t('No VLAN has an IPv6 interface.')}
      rowActions={(row) => (
        <>
          <Button
            look="text"
            aria-label={`${t('Edit')} ${row.ifName}`}
            onClick={() => void navigate(ipv6ConfigurationPath(row.ipv6InterfaceIfIndex))}
          >
            {t('Edit')}
          </Button>
          <DeleteButton aria-label={`${t('Delete')} ${row.ifName}`} onClick={() => void remove(row)}>
            {t('Delete')}
          </DeleteButton>
        </>
      )}
    />
  );
}

function LinkTag({ row }: { row: Row }) {
  const t = useText();
  return row.ifOperStatus === 1 ? <Tag tone="ok">{t('Up')}</Tag> : <Tag>{t('Down')}</Tag>;
}

/** Each address on a line of its own. */
function Addresses({ row }: { row: Row }) {
  const t = useText();
  if (row.globalAddresses === '') return t('None');
  return row.globalAddresses.split(', ').map((address) => <div key={address}>{address}</div>);
}
