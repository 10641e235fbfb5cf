import { lazy, Suspense, useState } from 'react';
import { device } from '../../console/boot/device.ts';
import { useGroup } from '../../console/call/use-reads.ts';
import { Grid } from '../../console/elements/Grid.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { AttentionCard } from '../AttentionCard.tsx';
import { sysSystemCtrl, system } from '../system/system-management/objects.ts';
import { FeaturesCard } from './FeaturesCard.tsx';
import { HealthCards } from './HealthCards.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { IntervalSelect } from './IntervalSelect.tsx';
import { PanelCard } from './PanelCard.tsx';
import { TrafficCard } from './TrafficCard.tsx';
import { useAddresses } from './use-addresses.ts';
import { WarningsCard } from './WarningsCard.tsx';
import { WhenSeen } from './WhenSeen.tsx';

const LatelyCards = lazy(() => import('./LatelyCards.tsx'));

/** Seconds between two reads; 0 is off (docs/specification/system.md, "Dashboard"). */
const defaultInterval = 10;

/** One page overview: identity, health, ports, power, traffic, last warnings. */
export default function Dashboard() {
  const t = useText();
  const [interval, setInterval] = useState(defaultInterval);
  const poll = interval === 0 ? false : interval * 1000;
  const name = useGroup(system, { poll }).data;
  const identity = useGroup(sysSystemCtrl).data;
  const address = useAddresses(poll)?.[0];
  const facts = [
    // A switch without a name is called by its model.
    name?.sysName && identity?.modelName,
    identity?.systemSwitchBaseMacAddress,
    address?.replace(/\/.*$/, ''),
    name && t('up {{time}}', { time: withoutSeconds(system.fields.sysUpTime.show(name.sysUpTime)) }),
  ];
  return (
    <Page
      title={name?.sysName || device().modelName}
      sentence={facts.filter(Boolean).join(' · ') || '…'}
      actions={
        <>
          <IntervalSelect seconds={interval} onChange={setInterval} />
          <RefreshButton />
        </>
      }
    >
      <AttentionCard isLive={poll !== false} />
      <PanelCard poll={poll} />
      <HealthCards poll={poll} />
      <Grid columns="2-1">
        <TrafficCard poll={poll} />
        <WarningsCard poll={poll} />
      </Grid>
      <WhenSeen height={240}>
        <Suspense>
          <LatelyCards poll={poll} />
        </Suspense>
      </WhenSeen>
      <IdentityCard poll={poll} />
      <FeaturesCard poll={poll} />
    </Page>
  );
}

/** A duration without its seconds, where it is longer than a minute. */
function withoutSeconds(words: string): string {
  return words.replace(/(?<=min) \d+ s$/, '');
}
