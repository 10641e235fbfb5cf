import { useMemo, useState } from 'react';
import { useRows } from '../../console/call/use-reads.ts';
import { Chart } from '../../console/chart/Chart.tsx';
import type { Series } from '../../console/chart/series.ts';
import { Card } from '../../console/elements/Card.tsx';
import { Legend, Swatch } from '../../console/elements/Legend.tsx';
import { portNumbers } from '../../console/ports/port-numbers.ts';
import { useText } from '../../console/translations/use-text.ts';
import { rateWords } from '../rate-words.ts';
import styles from './dashboard.module.css';
import { portTrafficEntry, trafficEntry, trafficSamples } from './objects.ts';

const span = (trafficSamples.count - 1) * trafficSamples.interval * 1000;

/** In the place of a port's number. */
const ALL_PORTS = 0;

/** The traffic of all ports together, or of one that is chosen, in the last five minutes. */
export function TrafficCard({ poll }: { poll: number | false }) {
  const t = useText();
  const [port, choose] = useState(ALL_PORTS);
  const ofAll = useRows(trafficEntry, {}, { poll, enabled: port === ALL_PORTS });
  const ofPort = useRows(portTrafficEntry, { ifIndex: port }, { poll, enabled: port !== ALL_PORTS });
  const { data, dataUpdatedAt } = port === ALL_PORTS ? ofAll : ofPort;
  const received = t('received');
  const sent = t('sent');
  const series = useMemo(
    (): readonly Series[] => [
      { label: received, colour: '--accent', filled: true, values: data?.map((row) => row.trafficInRate) ?? [] },
      { label: sent, colour: '--ok', dashed: true, values: data?.map((row) => row.trafficOutRate) ?? [] },
    ],
    [data, received, sent],
  );
  const times = useMemo(
    () => data?.map(({ trafficAge }) => dataUpdatedAt - trafficAge * 1000) ?? [],
    [data, dataUpdatedAt],
  );
  return (
    <Card
      title={t('Traffic')}
      beside={
        <select
          className={styles.port}
          value={port}
          aria-label={t('Traffic of')}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        >
          <option value={ALL_PORTS}>{t('All ports')}</option>
          {portNumbers().map((number) => (
            <option key={number} value={number}>
              {t('Port {{port}}', { port: number })}
            </option>
          ))}
        </select>
      }
      actions={
        <Legend
          entries={[
            { mark: <Swatch colour="var(--accent)" />, words: received },
            { mark: <Swatch colour="var(--ok)" dashed />, words: sent },
          ]}
        />
      }
    >
      <Chart
        label={
          port === ALL_PORTS
            ? t('Traffic of all ports, last 5 minutes')
            : t('Traffic of port {{port}}, last 5 minutes', { port })
        }
        times={times}
        span={span}
        series={series}
        format={rateWords}
        height={268}
      />
    </Card>
  );
}
