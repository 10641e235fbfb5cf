import { useRef } from 'react';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { useObservable } from '../../console/feedback/use-observable.ts';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { useNavigate } from '../../console/router/router-context.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { useText } from '../../console/translations/use-text.ts';
import { dnsResolverCtrl } from '../system/dns/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { TimeSource } from '../system/system-time/objects.ts';
import { checkTime } from './checks.ts';
import { clockWasSetAt, isPassed } from './entries.ts';
import { Management, managementInterface } from './plan.ts';
import { TimeFields } from './TimeFields.tsx';
import { usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { pathOf, WizardFrame } from './WizardFrame.tsx';

/** Clock of the cloud branch, and where the automatic login lands (reference: Wizard setup3timeLocalCloud). */
export default function Setup3TimeLocalCloud() {
  const t = useText();
  const navigate = useNavigate();
  const present = usePresent();
  const cloud = useObservable(cloudMode);
  const filledAt = useRef(clockWasSetAt());
  return (
    <WizardFrame
      step="setup3timeLocalCloud"
      title={t('Clock')}
      sentence={t('A secure connection to the cloud needs a right clock.')}
    >
      {present && (
        <WizardForm
          step="setup3timeLocalCloud"
          present={{ ...present.values, sysTimeSource: TimeSource.sntp }}
          {...(isPassed('setup2SelectManagement') && { back: 'setup2SelectManagement' as const })}
          next="setup4DNS"
          check={checkTime}
          clockSet={() => filledAt.current}
          {...(!cloud && { stop: t('This device has no cloud to sign in to.') })}
          actions={
            <Button
              onClick={() => {
                wizardDraft.change({ switchManagement: String(Management.local), username: '', password: '' });
                void navigate(pathOf('setup3timeLocal'));
              }}
            >
              {t('Manage locally')}
            </Button>
          }
        >
          <Lease />
          <TimeFields filledAt={filledAt} />
        </WizardForm>
      )}
    </WizardFrame>
  );
}

/** The address that came from DHCP, or why there is none. */
function Lease() {
  const t = useText();
  const { data: interfaces } = useRows(ipv4InterfaceEntry);
  const { data: router } = useGroup(ipDefaultRouter);
  const { data: dns } = useGroup(dnsResolverCtrl);
  const management = interfaces?.find(({ ipv4InterfaceIfIndex }) => ipv4InterfaceIfIndex === managementInterface);
  if (!management) return null;
  const leased = management.dhcpLeaseServer !== '';
  return (
    <FactList
      facts={[
        {
          name: t('Address from DHCP'),
          value: leased
            ? `${management.ipAddressInUse} / ${management.ipAddressMaskInUse}`
            : t('none: no DHCP server has answered'),
        },
        { name: t('Default gateway'), value: router?.ipDefaultRouterInUse },
        { name: t('DNS server'), value: dns?.dnsServerInUse },
        { name: t('DHCP server'), value: management.dhcpLeaseServer },
        { name: t('Lease'), value: leased ? `${management.dhcpLeaseTime} s` : '' },
      ]}
    />
  );
}
