import { createRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { bitsControl } from '../../../console/controls/bits-control.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { ipNetwork, isInIpNetwork, parseIp } from '../../../model/values/ip-prefix.ts';
import styles from './access-list.module.css';
import { ipAccessListCtrl, ipAccessListEntry, serviceNames } from './objects.ts';

const services = { name: 'ipAccessServices', control: bitsControl(serviceNames), wide: true };
const ports = { name: 'ipAccessPortList', wide: true };

export default [
  form(ipAccessListCtrl, { title: 'Access', what: 'IP access list', fields: ['ipAccessListState'] }),
  list(ipAccessListEntry, {
    title: 'Permitted addresses',
    filter: 'Address',
    empty: 'No permitted addresses yet.',
    notice: OwnAddress,
    add: {
      title: 'New permitted address',
      what: 'Add permitted address',
      button: 'Add address',
      fields: [['ipAccessAddr', 'ipAccessPrefixLength'], services, ports],
    },
    modify: {
      title: ({ ipAccessAddr, ipAccessPrefixLength: prefix }, t) =>
        t('Permitted address {{address}}', { address: `${ipAccessAddr}/${prefix}` }),
      what: 'Modify permitted address',
      fields: [services, ports],
    },
    deleteAll: true,
  }),
];

/** Whether the list contains the user's own address, and an action to add it. */
function OwnAddress({ rows }: { readonly rows: readonly RowOf<typeof ipAccessListEntry>[] | undefined }) {
  const t = useText();
  const { data } = useGroup(ipAccessListCtrl);
  const { apply, pending } = useApply();
  const address = data?.ipAccessClient ?? '';
  const own = parseIp(address);
  if (!rows || !own) return null;
  const isNamed = rows.some((row) => {
    const network = ipNetwork(row.ipAccessAddr, row.ipAccessPrefixLength);
    return network !== undefined && isInIpNetwork(network, own);
  });
  if (isNamed) return null;
  const row = { ipAccessAddr: address, ipAccessPrefixLength: own.width };
  return (
    <Notice tone="warn">
      <span className={styles.own}>
        {t('Your own address {{address}} is not among them.', { address })}
        <Button look="outlined" busy={pending} onClick={() => void apply(createRow(ipAccessListEntry, row))}>
          {t('Add my address')}
        </Button>
      </span>
    </Notice>
  );
}
