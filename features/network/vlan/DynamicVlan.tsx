import { useState } from 'react';
import { createRow, setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { Link } from '../../../console/router/Link.tsx';
import { DeviceTable } from '../../../console/table/DeviceTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { dot1qStaticUnicastEntry } from '../static-unicast/objects.ts';
import { AddressFilterForm } from './AddressFilterForm.tsx';
import { everyAddress } from './address-filter.ts';
import { dot1qTpFdbEntry, FdbStatus, fdbControl } from './address-table-objects.ts';
import { dot1qVlan, LearningConstraint } from './objects.ts';
import styles from './vlan.module.css';

type Address = RowOf<typeof dot1qTpFdbEntry>;

/** Milliseconds between two reads of the table. */
const poll = 10_000;

/** Network > VLAN > Dynamic: the address table, live (docs/specification/network.md). */
export default function DynamicVlan() {
  const t = useText();
  const [filter, setFilter] = useState(everyAddress);
  const { data: learning } = useGroup(dot1qVlan);
  const { data: capacity } = useGroup(fdbControl, { poll });
  const { apply, pending } = useApply();
  const filtered = filter !== everyAddress;
  const clear = async () => {
    const question = filtered
      ? t('Clear the dynamic addresses found? Their traffic is flooded until they are learned again.')
      : t('Clear all dynamic addresses? Traffic is flooded until they are learned again.');
    if (await confirmDeletion({ text: question })) await apply(setGroup(fdbControl, { ...filter, fdbClear: 1 }));
  };
  // In a shared table an entry does not say which VLAN it was learned in.
  const independent = learning?.dot1qConstraintTypeDefault === LearningConstraint.independent;
  const pin = (row: Address) =>
    independent && row.dot1qTpFdbStatus === FdbStatus.learned ? <PinButton row={row} /> : null;
  return (
    <Page
      actions={
        <>
          <RefreshButton />
          <Button destructive busy={pending} onClick={() => void clear()}>
            {filtered ? t('Clear found') : t('Clear')}
          </Button>
        </>
      }
    >
      <Card title={t('Find addresses')}>
        <AddressFilterForm onFind={setFilter} />
      </Card>
      <DeviceTable
        object={dot1qTpFdbEntry}
        title={t('Addresses')}
        filters={filter}
        poll={poll}
        columns={[
          'dot1qFdbId',
          'dot1qTpFdbAddress',
          {
            name: 'fdbHost',
            draw: ({ fdbHost, dot1qTpFdbAddress }) =>
              fdbHost === '' ? '–' : <Link to={`/Hosts?host=${dot1qTpFdbAddress}`}>{fdbHost}</Link>,
          },
          'fdbVendor',
          'fdbIpv4',
          'dot1qTpFdbPort',
          'dot1qTpFdbStatus',
        ]}
        beside={
          capacity && (
            <span className={styles.count}>
              {t('{{learned}} learned and {{pinned}} static of {{maximum}} possible', {
                learned: capacity.fdbLearned,
                pinned: capacity.fdbStatic,
                maximum: capacity.fdbMaximum,
              })}
            </span>
          )
        }
        empty={filtered ? t('No matches for the filter.') : t('No addresses learned yet.')}
        rowActions={pin}
      />
    </Page>
  );
}

/** Makes a learned address static, where it is now. */
function PinButton({ row }: { row: Address }) {
  const t = useText();
  const { apply, pending } = useApply();
  const pin = () =>
    apply(
      createRow(dot1qStaticUnicastEntry, {
        dot1qVlanIndex: row.dot1qFdbId,
        dot1qStaticUnicastAddress: row.dot1qTpFdbAddress,
        dot1qStaticUnicastAllowedToGoTo: row.dot1qTpFdbPort,
      }),
    );
  return (
    <Button
      look="text"
      busy={pending}
      aria-label={t('Add to static: {{address}}', { address: row.dot1qTpFdbAddress })}
      onClick={() => void pin()}
    >
      {t('Add to static')}
    </Button>
  );
}
