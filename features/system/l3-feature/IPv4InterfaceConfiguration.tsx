import { useMemo } from 'react';
import { isRowGone } from '../../../console/call/failure.ts';
import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRow } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import type { Draft } from '../../../console/form/form-part.ts';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { useNavigate, useSearchParams } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import type { Change } from '../../../model/configuration/change.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { ipDefaultRouter } from './address-objects.ts';
import { interfaceList, interfaceListName, interfaceOf } from './interface-path.ts';
import { AddressMode, DhcpClientAction, ipv4InterfaceEntry } from './objects.ts';
import { SecondaryAddresses } from './SecondaryAddresses.tsx';

type Row = RowOf<typeof ipv4InterfaceEntry>;

/** Columns whose change moves or ends the interface. */
const moving: ReadonlySet<string> = new Set([
  'ipv4InterfaceEnableStatus',
  'ipAddrCfgMode',
  'ipAddressAddr',
  'ipAddressMask',
]);

const isMoving = (changes: readonly Change[]) => changes.some(({ column }) => moving.has(column ?? ''));

/** System > L3 Feature > IPv4 Interface Configuration: one interface (docs/specification/system.md). */
export default function IPv4InterfaceConfiguration() {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const index = interfaceOf(search);
  const back = () => void navigate(interfaceList);
  const { data: row, error } = useRow(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: index }, { poll: 5_000 });
  const { data: gateway, error: gatewayError } = useGroup(ipDefaultRouter);
  const parts = useMemo(
    () => [
      { object: ipv4InterfaceEntry, values: row },
      { object: ipDefaultRouter, values: gateway },
    ],
    [row, gateway],
  );
  const move = (changes: readonly Change[], draft: Draft) =>
    isMoving(changes) ? { words: t(movedWords(draft)), url: newUrl(draft), goTo: interfaceListName } : undefined;
  return (
    <Page
      title={t('IPv4 Interface {{name}}', { name: interfaceName(index) })}
      actions={
        <>
          <RefreshButton />
          <Button onClick={back}>{t('Back')}</Button>
        </>
      }
    >
      {isRowGone(error) ? (
        <Notice tone="warn" live>
          {t('The entry no longer exists.')}
        </Notice>
      ) : (
        <>
          <ObjectForm
            parts={parts}
            failure={error ?? gatewayError}
            title={t('Address')}
            what="IPv4 Interface Configuration"
            move={move}
          >
            <FormFields>
              <FormField name="ipv4InterfaceEnableStatus" label={t('State')} />
              <FormField name="ifAlias" />
              <FormField name="ipAddrCfgMode" />
              <AddressFields />
              <FormField name="ipDefaultRouterAddress" help={t('Empty: none.')} />
            </FormFields>
          </ObjectForm>
          {row && <AddressState row={row} />}
          <SecondaryAddresses index={index} />
        </>
      )}
    </Page>
  );
}

/** The question to the administrator before the interface moves; the text is translated when it is shown. */
function movedWords(draft: Draft): string {
  const key = (column: string) => draft[`${ipv4InterfaceEntry.name}/${column}`];
  if (Number(key('ipv4InterfaceEnableStatus')) !== 1) return 'The switch is no longer reachable over this interface.';
  return Number(key('ipAddrCfgMode')) === AddressMode.dynamic
    ? 'The switch is reached at the address that the DHCP server gives it.'
    : 'The switch will then be reachable at another address:';
}

/** The console's address after the change; undefined where it is not known beforehand. */
function newUrl(draft: Draft): string | undefined {
  const key = (column: string) => draft[`${ipv4InterfaceEntry.name}/${column}`];
  const address = String(key('ipAddressAddr') ?? '');
  const isOn = Number(key('ipv4InterfaceEnableStatus')) === 1;
  if (!isOn || Number(key('ipAddrCfgMode')) === AddressMode.dynamic || address === '') return undefined;
  return `${window.location.protocol}//${address}${window.location.port === '' ? '' : `:${window.location.port}`}/`;
}

/** The manual address, and what a DHCP client sends. */
function AddressFields() {
  const t = useText();
  const dynamic = Number(useDraftValue('ipAddrCfgMode')) === AddressMode.dynamic;
  const named = Number(useDraftValue('dhcpOption12State')) === 1;
  const help = dynamic ? t('Used while no DHCP server answers.') : undefined;
  return (
    <>
      <FormField name="ipAddressAddr" {...(help && { help })} />
      <FormField name="ipAddressMask" />
      {dynamic && (
        <>
          <FormField name="dhcpOption12State" />
          <FormField name="dhcpOption12HostName" disabled={!named && t('Send host name is disabled.')} />
          <FormField name="dhcpRetryTimes" />
        </>
      )}
    </>
  );
}

function AddressState({ row }: { row: Row }) {
  const t = useText();
  const { apply, pending } = useApply();
  const { ipAddressOrigin, ipAddressStatus, ifOperStatus } = ipv4InterfaceEntry.fields;
  const dynamic = row.ipAddrCfgMode === AddressMode.dynamic;
  const act = (dhcpClientAction: 1 | 2) =>
    void apply(setRow(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: row.ipv4InterfaceIfIndex, dhcpClientAction }));
  return (
    <Card
      title={t('State')}
      actions={
        dynamic && (
          <>
            <Button busy={pending} onClick={() => act(DhcpClientAction.renew)}>
              {t('Renew')}
            </Button>
            <Button busy={pending} onClick={() => act(DhcpClientAction.release)}>
              {t('Release')}
            </Button>
          </>
        )
      }
    >
      <FactList
        facts={[
          { name: t('Link'), value: t(ifOperStatus.show(row.ifOperStatus)) },
          { name: t('Address in use'), value: row.ipAddressInUse },
          { name: t('Mask in use'), value: row.ipAddressMaskInUse },
          { name: t('Origin'), value: t(ipAddressOrigin.show(row.ipAddressOrigin)) },
          { name: t('Status'), value: t(ipAddressStatus.show(row.ipAddressStatus)) },
          { name: t('MAC address'), value: row.ifPhysAddress },
          ...(dynamic
            ? [
                { name: t('DHCP server'), value: row.dhcpLeaseServer },
                { name: t('Lease'), value: row.dhcpLeaseTime > 0 ? `${row.dhcpLeaseTime} s` : '' },
                { name: t('Remaining'), value: row.dhcpLeaseTime > 0 ? `${row.dhcpLeaseRemaining} s` : '' },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
