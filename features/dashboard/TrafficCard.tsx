import { useMemo } from 'react';
import { useRows } from '../../console/call/use-reads.ts';
import { Chart } from '../../console/chart/Chart.tsx';
import type { Series } from '../../console/chart/series.ts';
import { Card } from '../../console/elements/Card.tsx';
import { Legend, Swatch } from '../../console/elements/Legend.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { trafficEntry, trafficSamples } from './objects.ts';
import { rateWords } from './rate-words.ts';

const span = (trafficSamples.count - 1) * trafficSamples.interval * 1000;

/** The traffic of all ports in the last five minutes. */
export function TrafficCard({ poll }: { poll: number | false }) {
  const t = useText();
  const { data, dataUpdatedAt } = useRows(trafficEntry, {}, { poll });
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
      title={t('Traffic, all ports')}
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
        label={t('Traffic of all ports, last 5 minutes')}
        times={times}
        span={span}
        series={series}
        format={rateWords}
        height={268}
      />
    </Card>
  );
}
