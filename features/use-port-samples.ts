import { useMemo } from 'react';
import { useRows } from '../console/call/use-reads.ts';
import { growthOf, type Period, sampleTimes } from './port-samples.ts';
import { portDayEntry, portSampleEntry } from './system/statistics/objects.ts';

/** The device's samples of one port in the last minutes, or of the last day. */
interface PortSamples {
  readonly port: number;
  /** By column. */
  readonly growth: ReadonlyMap<string, readonly (number | null)[]>;
}

/** Milliseconds between two reads of a day. */
const DAY_POLL = 60_000;

/** The samples of up to four ports, and when they were taken: milliseconds since 1970, by the browser. */
export function usePortSamples(ports: readonly number[], poll: number | false, period: Period = 'minutes') {
  const [a, b, c, d] = ports;
  const reads = [
    useOfPort(a, poll, period),
    useOfPort(b, poll, period),
    useOfPort(c, poll, period),
    useOfPort(d, poll, period),
  ];
  const data = reads.map((read) => read.rows);
  const newest = reads.reduce((last, read) => Math.max(last, read.readAt), 0);
  // The list of what was read is another one on each drawing; what it holds is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const rows = data.flatMap((read) => read ?? []);
    const count = rows.reduce((most, row) => Math.max(most, growthOf(row.growth).length), 0);
    const age = rows[0]?.age ?? 0;
    const samples = ports.map(
      (port): PortSamples => ({
        port,
        growth: new Map(rows.filter((row) => row.port === port).map((row) => [row.figure, growthOf(row.growth)])),
      }),
    );
    return { samples, times: sampleTimes(count, newest - age * 1000, period) };
  }, [...data, newest, ports.join(), period]);
}

function useOfPort(port: number | undefined, poll: number | false, period: Period) {
  const isAsked = port !== undefined;
  const index = { ifIndex: port ?? 0 };
  const minutes = useRows(portSampleEntry, index, { poll, enabled: isAsked && period === 'minutes' });
  const day = useRows(portDayEntry, index, { poll: poll && DAY_POLL, enabled: isAsked && period === 'day' });
  const ofMinutes = useMemo(
    () =>
      minutes.data?.map((row) => ({
        port: row.ifIndex,
        figure: row.portSampleFigure,
        age: row.portSampleAge,
        growth: row.portSampleGrowth,
      })),
    [minutes.data],
  );
  const ofDay = useMemo(
    () =>
      day.data?.map((row) => ({
        port: row.ifIndex,
        figure: row.portDayFigure,
        age: row.portDayAge,
        growth: row.portDayGrowth,
      })),
    [day.data],
  );
  if (period === 'minutes') return { rows: isAsked ? ofMinutes : undefined, readAt: minutes.dataUpdatedAt };
  return { rows: isAsked ? ofDay : undefined, readAt: day.dataUpdatedAt };
}
