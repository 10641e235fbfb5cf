import { useId, useRef, useState } from 'react';
import { Chart } from '../../../console/chart/Chart.tsx';
import type { Series } from '../../../console/chart/series.ts';
import controls from '../../../console/controls/controls.module.css';
import { Card } from '../../../console/elements/Card.tsx';
import { Legend, Swatch } from '../../../console/elements/Legend.tsx';
import { PortCells } from '../../../console/ports/PortCells.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { NO_PORTS, type PortList, portBit, portsOf } from '../../../model/values/port-list.ts';
import { PeriodChoice } from '../../PeriodChoice.tsx';
import { curveOf, type Period, spanOf } from '../../port-samples.ts';
import { usePortSamples } from '../../use-port-samples.ts';
import type { Figure } from './figures.ts';
import { measureText } from './measure-text.ts';
import styles from './statistics.module.css';

/** Tokens of the curves, one a port. */
const colours = ['--accent', '--ok', '--warn', '--bad'] as const;

interface StatisticsChartProps {
  /** Megabits per second of a port's link. */
  readonly speedOf: (port: number) => number;
  /** Milliseconds between two reads. */
  readonly poll: number | false;
  readonly figures: readonly [Figure, ...Figure[]];
  /** The port to begin with, by what is known of all; undefined while nothing is. */
  readonly first: ((figure: Figure) => number) | undefined;
}

/** One figure of one port over time, or of up to four ports for comparison. */
export function StatisticsChart({ speedOf, poll, figures, first }: StatisticsChartProps) {
  const t = useText();
  const id = useId();
  const [key, setKey] = useState(figures[0].key);
  const [picked, setPorts] = useState<PortList>();
  const [period, setPeriod] = useState<Period>('minutes');
  /** The port that a figure was first shown for: the chart does not follow the port with the highest value. */
  const begun = useRef(new Map<string, number>());
  const figure = figures.find((candidate) => candidate.key === key) ?? figures[0];
  if (first && !begun.current.has(figure.key)) begun.current.set(figure.key, first(figure));
  const leading = begun.current.get(figure.key);
  const ports = picked ?? (leading === undefined ? NO_PORTS : portBit(leading));
  const chosen = portsOf(ports).slice(0, colours.length);
  const { samples, times } = usePortSamples(chosen, poll, period);
  const series = samples.flatMap(({ port, growth }, place) =>
    figure.columns.map((column, way): Series => {
      const name = t('Port {{port}}', { port });
      return {
        label: figure.columns.length === 1 ? name : `${name} ${t(way === 0 ? 'in' : 'out')}`,
        colour: colours[place] ?? '--accent',
        dashed: way === 1,
        values: curveOf(growth, column, times.length, speedOf(port)),
      };
    }),
  );
  const label = t(figure.label);
  return (
    <Card title={t('Chart')} actions={<PeriodChoice period={period} onChange={setPeriod} />}>
      <div className={styles.chart}>
        <div className={styles.choice}>
          <label htmlFor={id}>{t('Figure')}</label>
          <select
            id={id}
            className={controls.box}
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          >
            {figures.map((candidate) => (
              <option key={candidate.key} value={candidate.key}>
                {t(candidate.label)}
              </option>
            ))}
          </select>
        </div>
        <div className={styles.choice}>
          <span id={`${id}ports`}>{t('Ports, one or up to four for comparison')}</span>
          <PortCells
            label={t('Ports, one or up to four for comparison')}
            value={ports}
            bulk={false}
            // The ones chosen last stay: a fifth port takes the place of the first.
            onChange={(next) => setPorts(latest(ports, next))}
          />
        </div>
        <Legend
          entries={series.map((curve) => ({
            mark: <Swatch colour={`var(${curve.colour})`} {...(curve.dashed && { dashed: true })} />,
            words: curve.label,
          }))}
        />
        <Chart
          key={period}
          label={
            period === 'minutes'
              ? t('{{figure}} of the chosen ports, last 5 minutes', { figure: label })
              : t('{{figure}} of the chosen ports, last 24 hours', { figure: label })
          }
          times={times}
          span={spanOf(period)}
          series={series}
          format={(value) => measureText(value, figure.unit)}
        />
      </div>
    </Card>
  );
}

/** At most four ports, and at least one: those newly chosen go before those that were. */
function latest(before: bigint, next: bigint): bigint {
  if (next === 0n) return before;
  const added = portsOf(next & ~before);
  const kept = portsOf(next & before).slice(-Math.max(0, colours.length - added.length));
  const room = added.length >= colours.length ? [] : kept;
  return [...room, ...added.slice(0, colours.length)].reduce((list, port) => list | portBit(port), 0n);
}
