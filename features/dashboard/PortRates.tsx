import { useMemo } from 'react';
import { useRow } from '../../console/call/use-reads.ts';
import { Chart } from '../../console/chart/Chart.tsx';
import type { Series } from '../../console/chart/series.ts';
import { useText } from '../../console/translations/use-text.ts';
import { curveOf, SPAN } from '../port-samples.ts';
import { rateWords } from '../rate-words.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import { usePortSamples } from '../use-port-samples.ts';
import styles from './port-workplace.module.css';

/** Pixels of each chart. */
const HEIGHTS = { rate: 104, errors: 104 } as const;

/** The last five minutes of a port: its rates, and its errors a second. */
export function PortRates({ port, poll }: { readonly port: number; readonly poll: number | false }) {
  const t = useText();
  const ports = useMemo(() => [port], [port]);
  const { samples, times } = usePortSamples(ports, poll);
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
    <section className={styles.part} aria-label={t('Last 5 minutes')}>
      <header>
        <h3>{t('Last 5 minutes')}</h3>
        {rates && (
          <span className={styles.muted}>
            {t('{{in}} received · {{out}} sent', { in: rateWords(rates.inRate), out: rateWords(rates.outRate) })}
          </span>
        )}
      </header>
      <Chart
        label={t('Traffic of port {{port}}, last 5 minutes', { port })}
        times={times}
        span={SPAN}
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
        label={t('Errors of port {{port}}, last 5 minutes', { port })}
        times={times}
        span={SPAN}
        series={faults}
        format={(value) => `${Math.round(value * 10) / 10} /s`}
        height={HEIGHTS.errors}
      />
    </section>
  );
}
