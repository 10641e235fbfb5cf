import { useRef } from 'react';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { type Fact, FactList } from '../../console/elements/FactList.tsx';
import { useNavigate } from '../../console/router/router-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { dnsResolverCtrl } from '../system/dns/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { AddressMode, ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { TimeSource } from '../system/system-time/objects.ts';
import { managementInterface } from './address.ts';
import { checkTime } from './checks.ts';
import { withSaving } from './daylight-saving.ts';
import { clockWasSetAt } from './entries.ts';
import { ruleHere } from './rule-here.ts';
import { backStep, nextStep } from './steps.ts';
import { TimeFields } from './TimeFields.tsx';
import { usePresent } from './use-present.ts';
import { useWizardState } from './use-wizard-state.ts';
import { WizardForm } from './WizardForm.tsx';
import { pathOf, WizardFrame } from './WizardFrame.tsx';
import { Management } from './wizard-entries.ts';
import { zoneOfThisComputer } from './zone-offered.ts';

/** Milliseconds between two looks at the lease. */
const LEASE_POLL = 2_000;

/**
 * Clock of the cloud branch, and where the automatic login lands (docs/specification/system.md, "Wizard > setup3timeLocalCloud").
 */
export default function Setup3TimeLocalCloud() {
  const t = useText();
  const navigate = useNavigate();
  const present = usePresent();
  const state = useWizardState();
  const filledAt = useRef(clockWasSetAt());
  const lease = useLease();
  const stop = !state().hasCloud
    ? t('This device has no cloud.')
    : lease.isAwaited
      ? t('No DHCP server has assigned an address yet.')
      : undefined;
  return (
    <WizardFrame
      step="setup3timeLocalCloud"
      title={t('Clock')}
      sentence={t('A secure connection to the cloud needs the correct time.')}
    >
      {present && (
        <WizardForm
          step="setup3timeLocalCloud"
          present={withSaving(present.values, ruleHere())}
          offered={{ ...zoneOfThisComputer(present), sysTimeSource: TimeSource.sntp }}
          back={backStep('setup3timeLocalCloud', state())}
          next={nextStep('setup3timeLocalCloud', state()) ?? 'setup4DNS'}
          check={checkTime}
          clockSet={() => filledAt.current}
          {...(stop !== undefined && { stop })}
          actions={
            <Button
              onClick={() => {
                wizardDraft.change({ switchManagement: String(Management.local), username: '', password: '' });
                void navigate(
                  pathOf(nextStep('setup2SelectManagement', { ...state(), management: 'local' }) ?? 'WizardApply'),
                );
              }}
            >
              {t('Manage locally')}
            </Button>
          }
        >
          <FactList facts={lease.facts} />
          <TimeFields present={withSaving(present.values, ruleHere()).daylightSaving} filledAt={filledAt} />
        </WizardForm>
      )}
    </WizardFrame>
  );
}

/** The address that the cloud is reached from: set by hand, from DHCP, or not there yet. */
function useLease(): { readonly isAwaited: boolean; readonly facts: readonly Fact[] } {
  const t = useText();
  const { data: interfaces } = useRows(ipv4InterfaceEntry, {}, { poll: LEASE_POLL });
  const { data: router } = useGroup(ipDefaultRouter);
  const { data: dns } = useGroup(dnsResolverCtrl);
  const management = interfaces?.find(({ ipv4InterfaceIfIndex }) => ipv4InterfaceIfIndex === managementInterface);
  if (!management) return { isAwaited: false, facts: [] };
  const dhcp = management.ipAddrCfgMode === AddressMode.dynamic;
  const leased = management.dhcpLeaseServer !== '';
  const isAwaited = dhcp && !leased;
  const address = `${management.ipAddressInUse} / ${management.ipAddressMaskInUse}`;
  return {
    isAwaited,
    facts: [
      { name: dhcp ? t('Address from DHCP') : t('IP address'), value: isAwaited ? t('none yet') : address },
      { name: t('Default gateway'), value: router?.ipDefaultRouterInUse },
      { name: t('DNS server'), value: dns?.dnsServerInUse },
      ...(dhcp
        ? [
            { name: t('DHCP server'), value: management.dhcpLeaseServer },
            { name: t('Lease'), value: leased ? `${management.dhcpLeaseTime} s` : '' },
          ]
        : []),
    ],
  };
}
