import { useMemo } from 'react';
import { isRowGone } from '../../../../console/call/failure.ts';
import { setRow } from '../../../../console/call/object-calls.ts';
import { useApply } from '../../../../console/call/use-apply.ts';
import { useRow } from '../../../../console/call/use-reads.ts';
import { Button } from '../../../../console/elements/Button.tsx';
import { Card } from '../../../../console/elements/Card.tsx';
import { FactList } from '../../../../console/elements/FactList.tsx';
import { Notice } from '../../../../console/elements/Notice.tsx';
import { Page } from '../../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../../console/elements/RefreshButton.tsx';
import { FormField } from '../../../../console/form/FormField.tsx';
import { FormFields } from '../../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../../console/form/form-context.ts';
import { ObjectForm } from '../../../../console/form/ObjectForm.tsx';
import { useNavigate, useSearchParams } from '../../../../console/router/router-context.ts';
import { useText } from '../../../../console/translations/use-text.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../../model/schema/object.ts';
import { interfaceName } from '../../../../model/values/interface-index.ts';
import { interfaceOf } from '../interface-path.ts';
import { Ipv6Addresses } from './Ipv6Addresses.tsx';
import { Dhcpv6ClientAction, ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6InterfaceList } from './interface-path.ts';

type Row = RowOf<typeof ipv6InterfaceEntry>;

/** System > L3 Feature > IPv6 Interface Configuration: one interface (docs/specification/system.md). */
export default function Ipv6InterfaceConfiguration() {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const index = interfaceOf(search);
  const { data: row, error } = useRow(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: index }, { poll: 5_000 });
  const parts = useMemo(() => [{ object: ipv6InterfaceEntry, values: row }], [row]);
  return (
    <Page
      title={t('IPv6 Interface {{name}}', { name: interfaceName(index) })}
      actions={
        <>
          <RefreshButton />
          <Button onClick={() => void navigate(ipv6InterfaceList)}>{t('Back')}</Button>
        </>
      }
    >
      {isRowGone(error) ? (
        <Notice tone="warn" live>
          {t('{{name}} has no IPv6 interface.', { name: interfaceName(index) })}
        </Notice>
      ) : (
        <>
          <ObjectForm parts={parts} failure={error} title={t('Settings')} what="IPv6 Interface Configuration">
            <FormFields>
              <FormField name="ipv6InterfaceEnableStatus" label={t('State')} />
              <FormField name="ipv6AutoLinkLocal" />
              <LinkLocalField />
              <FormField name="ipv6AcceptRa" />
              <FormField name="dhcpv6State" />
              <RapidCommitField />
              <FormField name="ipv6NsRetransmitTime" />
            </FormFields>
          </ObjectForm>
          {row && <InterfaceState row={row} />}
          <Ipv6Addresses index={index} />
        </>
      )}
    </Page>
  );
}

/** The link-local address, which is set where the interface does not make it itself. */
function LinkLocalField() {
  const t = useText();
  const automatic = Number(useDraftValue('ipv6AutoLinkLocal')) === Status.enabled;
  return (
    <FormField name="linkLocalAddress" disabled={automatic && t('The interface generates its link-local address.')} />
  );
}

function RapidCommitField() {
  const t = useText();
  const isOn = Number(useDraftValue('dhcpv6State')) === Status.enabled;
  return <FormField name="dhcpv6RapidCommit" disabled={!isOn && t('The DHCPv6 client is disabled.')} />;
}

function InterfaceState({ row }: { row: Row }) {
  const t = useText();
  const { apply, pending } = useApply();
  const { ipv6InterfaceIfIndex, dhcpv6LeaseServer, dhcpv6LeaseRemaining } = row;
  const hasClient = row.dhcpv6State === Status.enabled;
  const renew = () =>
    apply(setRow(ipv6InterfaceEntry, { ipv6InterfaceIfIndex, dhcpv6ClientAction: Dhcpv6ClientAction.renew }));
  return (
    <Card
      title={t('State')}
      actions={
        hasClient && (
          <Button busy={pending} onClick={() => void renew()}>
            {t('Renew')}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          { name: t('Link'), value: t(ipv6InterfaceEntry.fields.ifOperStatus.show(row.ifOperStatus)) },
          { name: t('Link-local address in use'), value: row.linkLocalInUse || t('None') },
          { name: t('MAC address'), value: row.ifPhysAddress },
          ...(hasClient
            ? [
                { name: t('DHCPv6 identifier (DUID)'), value: row.dhcpv6Identifier },
                { name: t('DHCPv6 server (DUID)'), value: dhcpv6LeaseServer || t('None') },
                { name: t('Lease remaining'), value: dhcpv6LeaseServer === '' ? '' : `${dhcpv6LeaseRemaining} s` },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
