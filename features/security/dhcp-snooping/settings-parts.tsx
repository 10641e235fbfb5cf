import { setGroup } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { PageActions } from '../../../console/page/PageActions.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry, dhcpSnoopingVlanEntry, SnoopingClear } from './objects.ts';

export default [
  TrustAdvice,
  form(dhcpSnoopingConfig, {
    title: 'Snooping',
    what: 'DHCP snooping',
    fields: [
      ['dhcpSnoopingStatus', 'dhcpSnoopingVerifyMac', 'dhcpSnoopingPassOption82'],
      ['dhcpSnoopingBackupDb', 'dhcpSnoopingDbInterval'],
    ],
  }),
  facts(
    'Bindings and dropped messages',
    [
      fact(dhcpSnoopingConfig, 'dhcpSnoopingBindingCount', 'Bindings now'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedServer'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedMac'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedRelease'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedOption82'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedFull'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedMalformed'),
      fact(dhcpSnoopingConfig, 'dhcpSnoopingDroppedRate'),
    ],
    { poll: 5000 },
  ),
  ClearCounters,
];

/** Without a trusted port no server is heard, and without a VLAN nothing is snooped. */
function TrustAdvice() {
  const t = useText();
  const { data: config } = useGroup(dhcpSnoopingConfig);
  const { data: ports } = useRows(dhcpSnoopingPortEntry);
  const { data: vlans } = useRows(dhcpSnoopingVlanEntry);
  if (!config || !ports || !vlans) return null;
  const isTrusted = ports.some((row) => row.dhcpSnoopingPortTrust === Status.enabled);
  if (!isTrusted) return <Notice tone="warn">{t('No trusted port: DHCP will stop working.')}</Notice>;
  const isOn = config.dhcpSnoopingStatus === Status.enabled;
  if (isOn && vlans.length === 0) return <Notice>{t('No VLAN is listed: nothing is snooped yet.')}</Notice>;
  return null;
}

function ClearCounters() {
  const t = useText();
  const { apply, pending } = useApply();
  const clear = () => apply(setGroup(dhcpSnoopingConfig, { dhcpSnoopingClear: SnoopingClear.counters }));
  return (
    <PageActions>
      <Button busy={pending} onClick={() => void clear()}>
        {t('Clear Counters')}
      </Button>
    </PageActions>
  );
}
