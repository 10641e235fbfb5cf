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
import { NO_PORTS, parsePortList, portListOf } from '../../../model/values/port-list.ts';
import { formatVlanList } from '../../../model/values/vlan-list.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
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

/** Without a trusted port in a VLAN no server is heard there, and without a VLAN nothing is snooped. */
function TrustAdvice() {
  const t = useText();
  const { data: config } = useGroup(dhcpSnoopingConfig);
  const { data: ports } = useRows(dhcpSnoopingPortEntry);
  const { data: vlans } = useRows(dhcpSnoopingVlanEntry);
  const { data: members } = useRows(dot1qVlanStaticEntry);
  if (!config || !ports || !vlans || !members) return null;
  const trusting = ports.filter((row) => row.dhcpSnoopingPortTrust === Status.enabled);
  const trusted = portListOf(trusting.map((row) => row.dhcpSnoopingPort));
  if (trusted === NO_PORTS) return <Notice tone="warn">{t('No trusted port: DHCP will stop working.')}</Notice>;
  const snooped = new Set(
    vlans.filter((row) => row.dhcpSnoopingVlanStatus === Status.enabled).map((row) => row.dhcpSnoopingVlanId),
  );
  const deaf = members
    .filter((row) => snooped.has(row.dot1qVlanIndex))
    .filter((row) => ((parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS) & trusted) === NO_PORTS);
  if (deaf.length > 0) {
    const text = t('No trusted port in VLAN {{vlans}}: DHCP will stop working there.', {
      vlans: formatVlanList(deaf.map((row) => row.dot1qVlanIndex)),
    });
    return <Notice tone="warn">{text}</Notice>;
  }
  const isOn = config.dhcpSnoopingStatus === Status.enabled;
  if (isOn && vlans.length === 0) return <Notice>{t('No VLANs are listed: nothing is snooped yet.')}</Notice>;
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
