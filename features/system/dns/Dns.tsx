import { useMemo, useState } from 'react';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { NameLookup } from './NameLookup.tsx';
import { DnsOrigin, dnsHostEntry, dnsResolverCtrl, dnsServerEntry, STATIC_HOSTS, serverLabels } from './objects.ts';

const partOf = (index: number) => `server ${index}`;

/** System > DNS: how the switch resolves the names that it uses itself (reference). */
export default function Dns() {
  const t = useText();
  const { data: resolver } = useGroup(dnsResolverCtrl);
  const { data: servers } = useRows(dnsServerEntry);
  const parts = useMemo(
    () => [
      { object: dnsResolverCtrl, values: resolver },
      ...serverLabels.map((_, at) => ({
        object: dnsServerEntry,
        key: partOf(at + 1),
        values: servers?.find(({ dnsServerIndex }) => dnsServerIndex === at + 1),
      })),
    ],
    [resolver, servers],
  );
  return (
    <Page
      title={t('DNS')}
      sentence={t('How the switch finds the addresses of the names that it uses itself: time and log servers.')}
      actions={<RefreshButton />}
    >
      <ObjectForm parts={parts} title={t('Resolver')} what="DNS">
        <FormFields>
          <FormField name="dnsResolverState" />
          <FormField name="dnsOrigin" />
          <FormField name="dnsDomainName" />
          <FormField name="dnsTimeout" />
          <ServerFields />
        </FormFields>
      </ObjectForm>
      <NameLookup />
      <StaticHosts />
    </Page>
  );
}

/** The servers that are set, or those that came by DHCP. */
function ServerFields() {
  const t = useText();
  const dynamic = Number(useDraftValue('dnsOrigin')) === DnsOrigin.dynamic;
  return (
    <>
      {serverLabels.map((label, at) => (
        <FormField
          key={label}
          object={partOf(at + 1)}
          name="dnsServerAddr"
          label={t(label)}
          disabled={dynamic && t('The servers come from DHCP.')}
        />
      ))}
      <FormField name="dnsServerInUse" />
    </>
  );
}

function StaticHosts() {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const done = () => setAdding(false);
  return (
    <>
      {adding && (
        <CreateForm
          object={dnsHostEntry}
          title={t('New static host')}
          what="Add static host"
          onApplied={done}
          onCancel={done}
        />
      )}
      <ObjectTable
        object={dnsHostEntry}
        title={t('Static hosts')}
        count={(total) => t('{{total}} of {{maximum}}', { total, maximum: STATIC_HOSTS })}
        empty={t('No name has an address of its own here yet.')}
        deleteAll
        actions={
          !adding && (
            <Button look="text" onClick={() => setAdding(true)}>
              {t('Add static host')}
            </Button>
          )
        }
      />
    </>
  );
}
