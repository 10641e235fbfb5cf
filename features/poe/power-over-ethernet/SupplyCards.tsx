import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Grid } from '../../../console/elements/Grid.tsx';
import { Stat } from '../../../console/elements/Stat.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { pethMainPseEntry, SupplyStatus } from './main-pse-objects.ts';
import { poeSystemConfig } from './objects.ts';
import { PowerStatus, poePortState } from './port-state-objects.ts';

const POLL = 5000;

/** How much of the supply is used, what is left, and how many devices have their power. */
export function SupplyCards() {
  const t = useText();
  const [supply] = useRows(pethMainPseEntry, {}, { poll: POLL }).data ?? [];
  const { data: system } = useGroup(poeSystemConfig, { poll: POLL });
  const ports = useRows(poePortState, {}, { poll: POLL }).data ?? [];
  if (!supply || !system) return null;
  const main = pethMainPseEntry.fields;
  const watts = (milliwatts: number) => valueText(t, main.pethMainPsePower, milliwatts);
  const share = system.poeUsageRatio / 10;
  const isHigh = share >= supply.pethMainPseUsageThreshold;
  const denied = ports.filter(({ poePortStatus }) => poePortStatus === PowerStatus['Power denied']).length;
  const limit = Math.min(supply.pethMainPsePower, system.poePowerThreshold || supply.pethMainPsePower);
  return (
    <Grid columns="4">
      <Stat
        title={t('PoE used')}
        value={valueText(t, main.pethMainPseConsumptionPower, supply.pethMainPseConsumptionPower)}
        unit={t('of {{watts}} W', { watts: watts(limit) })}
        meter={{ percent: share, tone: isHigh ? 'warn' : 'ok' }}
        words={t('{{percent}} % of the usable power', {
          percent: valueText(t, poeSystemConfig.fields.poeUsageRatio, system.poeUsageRatio),
        })}
      />
      <Stat
        title={t('Power left')}
        value={valueText(t, poeSystemConfig.fields.poePowerLeft, system.poePowerLeft)}
        unit="W"
        words={
          limit < supply.pethMainPsePower
            ? t('The threshold reserves {{watts}} W', { watts: watts(supply.pethMainPsePower - limit) })
            : t('The whole supply may be used')
        }
      />
      <Stat
        title={t('Devices powered')}
        value={supply.pethPsePortsPowered}
        words={denied === 0 ? t('No device is denied') : t('{{number}} denied', { number: denied })}
      />
      <Stat
        title={t('Supply status')}
        value={t(main.pethMainPseOperStatus.show(supply.pethMainPseOperStatus))}
        words={
          supply.pethMainPseOperStatus === SupplyStatus.on
            ? t('{{watts}} W in all', { watts: watts(supply.pethMainPsePower) })
            : t('No port provides power')
        }
      />
    </Grid>
  );
}
