import { useMemo, useState } from 'react';
import { useRow } from '../../console/call/use-reads.ts';
import { Chart } from '../../console/chart/Chart.tsx';
import type { Series } from '../../console/chart/series.ts';
import { useText } from '../../console/translations/use-text.ts';
import { PeriodChoice } from '../PeriodChoice.tsx';
import { curveOf, type Period, spanOf } from '../port-samples.ts';
import { rateWords } from '../rate-words.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import { usePortSamples } from '../use-port-samples.ts';
import styles from './port-workplace.module.css';

/** Pixels of each chart. */
const HEIGHTS = { rate: 104, errors: 104 } as const;

/** The last five minutes of a port, or its last 24 hours: its rates, and its errors a second. */
export function PortRates({ port, poll }: { readonly port: number; readonly poll: number | false }) {
  const t = useText();
  const ports = useMemo(() => [port], [port]);
  const [period, setPeriod] = useState<Period>('minutes');
  const { samples, times } = usePortSamples(ports, poll, period);
  const rates = useRow(ifXEntry, { ifIndex: port }, { poll }).data;
  const errors = useRow(dot3StatsEntry, { dot3StatsIndex: port }, { poll }).data;
  const growth = samples[0]?.growth;
  const curve = (column: string) => (growth ? curveOf(growth, column, times.length, 0) : []);
  const damaged = curve('ifInErrors');
  const unsent = curve('ifOutErrors');
  const [received, sent, wrong] = [t('received'), t('sent'), t('Errors')];
  const traffic: readonly Series[] = [
    { label: received, colour: '--accent', filled: true, values: curve('inRate') },
    { label: sent, colour: '--ok', dashed: true, values: curve('outRate') },
  ];
  const faults: readonly Series[] = [
    {
      label: wrong,
      colour: '--bad',
      filled: true,
      values: damaged.map((value, place) => {
        const other = unsent[place];
        return value === null || other === null || other === undefined ? null : value + other;
      }),
    },
  ];
  return (
    <section className={styles.part} aria-label={t('Traffic')}>
      <header>
        <h3>{t('Traffic')}</h3>
        <PeriodChoice period={period} onChange={setPeriod} />
        {rates && (
          <span className={styles.muted}>
            {t('{{in}} received · {{out}} sent', { in: rateWords(rates.inRate), out: rateWords(rates.outRate) })}
          </span>
        )}
      </header>
      <Chart
        key={`${period} traffic`}
        label={
          period === 'minutes'
            ? t('Traffic of port {{port}}, last 5 minutes', { port })
            : t('Traffic of port {{port}}, last 24 hours', { port })
        }
        times={times}
        span={spanOf(period)}
        series={traffic}
        format={rateWords}
        height={HEIGHTS.rate}
      />
      <header>
        <h3>{wrong}</h3>
        {errors && (
          <span className={styles.muted}>
            {t('{{crc}} CRC · {{in}} received · {{out}} sent', {
              crc: errors.dot3StatsFCSErrors,
              in: errors.ifInErrors,
              out: errors.ifOutErrors,
            })}
          </span>
        )}
      </header>
      <Chart
        key={`${period} errors`}
        label={
          period === 'minutes'
            ? t('Errors of port {{port}}, last 5 minutes', { port })
            : t('Errors of port {{port}}, last 24 hours', { port })
        }
        times={times}
        span={spanOf(period)}
        series={faults}
        format={(value) => `${Math.round(value * 10) / 10} /s`}
        height={HEIGHTS.errors}
      />
    </section>
  );
}
