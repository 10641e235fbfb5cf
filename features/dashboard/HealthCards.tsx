import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Grid } from '../../console/elements/Grid.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Stat } from '../../console/elements/Stat.tsx';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { pethMainPseEntry } from '../poe/power-over-ethernet/main-pse-objects.ts';
import { configChangeEntry, sysConfig } from '../save/objects.ts';
import { type Causes, percentOf } from './causes.ts';
import { fanEntry, HealthState, sysDashboard, sysHealth } from './objects.ts';
import { useCauses } from './use-causes.ts';

const tones = { 1: 'ok', 2: 'warn', 3: 'bad', 4: 'ok' } as const;

/** Health in figures; what the switch does not have is not shown. */
export function HealthCards({ poll }: { poll: number | false }) {
  const t = useText();
  const state = useGroup(sysDashboard, { poll }).data;
  const health = useGroup(sysHealth, { poll }).data;
  const fans = useRows(fanEntry, {}, { poll }).data ?? [];
  const [supply] = useRows(pethMainPseEntry, {}, { poll }).data ?? [];
  const causes = useCauses(poll);
  const { fields } = sysDashboard;
  const fanWords = fans.map(({ fanIndex, fanStatus }) =>
    t('fan {{number}} {{status}}', { number: fanIndex, status: t(fanEntry.fields.fanStatus.show(fanStatus)) }),
  );
  if (!state || !health) {
    return (
      <Grid columns="4">
        {['CPU and memory', 'Temperature', 'PoE power', 'Configuration'].map((title) => (
          <Stat key={title} title={t(title)} value={<Skeleton width="60px" height={18} />} words={<Skeleton />} />
        ))}
      </Grid>
    );
  }
  /** The state, and in a warning its causes. */
  const words = (name: keyof Causes) =>
    [t(fields[name].show(state[name])), causes?.[name].join(', ')].filter(Boolean).join(': ');
  const flash = t('flash {{percent}} % full', { percent: health.flashUtilization });
  return (
    <Grid columns="4">
      <Stat
        title={t('CPU and memory')}
        value={health.cpuUtilization}
        unit={t('% · {{memory}} % memory', { memory: health.memoryUtilization })}
        meter={{ percent: Math.max(health.cpuUtilization, 0), tone: tones[state.cpuMemory] }}
        words={`${words('cpuMemory')} · ${causes?.system.includes(flash) ? `${t(fields.system.show(state.system))}: ${flash}` : flash}`}
      />
      {(state.temp !== HealthState.notPresent || fans.length > 0) && (
        <Stat
          title={t('Temperature')}
          value={state.temp === HealthState.notPresent ? '–' : health.temperature}
          unit="°C"
          {...(state.temp !== HealthState.notPresent && {
            meter: { percent: health.temperature, tone: tones[state.temp] },
          })}
          words={[words('temp'), fanWords.join(', ')].filter(Boolean).join(' · ')}
        />
      )}
      {state.poe !== HealthState.notPresent && supply && (
        <Stat
          title={t('PoE power')}
          value={valueText(t, pethMainPseEntry.fields.pethMainPseConsumptionPower, supply.pethMainPseConsumptionPower)}
          unit={t('of {{watts}} W', {
            watts: valueText(t, pethMainPseEntry.fields.pethMainPsePower, supply.pethMainPsePower),
          })}
          meter={{
            percent: percentOf(supply),
            tone: tones[state.poe],
          }}
          words={[
            state.poe !== HealthState.normal && words('poe'),
            supply.pethPsePortsPowered === 1
              ? t('1 device powered')
              : t('{{number}} devices powered', { number: supply.pethPsePortsPowered }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
      <ConfigurationCard poll={poll} />
    </Grid>
  );
}

/** Changes that a restart would lose, and when the configuration was last saved. */
function ConfigurationCard({ poll }: { poll: number | false }) {
  const t = useText();
  const changes = useRows(configChangeEntry, {}, { poll }).data;
  const saved = useGroup(sysConfig, { poll }).data?.configSavedTime;
  const count = changes?.length;
  return (
    <Stat
      title={t('Configuration')}
      value={count ?? <Skeleton width="24px" height={18} />}
      unit={count !== undefined && (count === 1 ? t('unsaved change') : t('unsaved changes'))}
      words={
        saved === undefined ? (
          <Skeleton />
        ) : (
          <Link to="/Save">{saved ? t('Last saved {{time}}', { time: saved }) : t('Never saved')}</Link>
        )
      }
    />
  );
}
