import { useMemo } from 'react';
import { useRows } from '../console/call/use-reads.ts';
import { growthOf, sampleTimes } from './port-samples.ts';
import { portSampleEntry } from './system/statistics/objects.ts';

/** The device's samples of one port in the last minutes. */
interface PortSamples {
  readonly port: number;
  /** By column. */
  readonly growth: ReadonlyMap<string, readonly (number | null)[]>;
}

/** The samples of up to four ports, and when they were taken: milliseconds since 1970, by the browser. */
export function usePortSamples(ports: readonly number[], poll: number | false) {
  const [a, b, c, d] = ports;
  const reads = [useOfPort(a, poll), useOfPort(b, poll), useOfPort(c, poll), useOfPort(d, poll)];
  const data = reads.map((read) => read.data);
  const newest = reads.reduce((last, read) => Math.max(last, read.dataUpdatedAt), 0);
  // The list of what was read is another one on each drawing; what it holds is not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const rows = data.flatMap((read) => read ?? []);
    const count = rows.reduce((most, row) => Math.max(most, growthOf(row).length), 0);
    const age = rows[0]?.portSampleAge ?? 0;
    const samples = ports.map(
      (port): PortSamples => ({
        port,
        growth: new Map(rows.filter((row) => row.ifIndex === port).map((row) => [row.portSampleFigure, growthOf(row)])),
      }),
    );
    return { samples, times: sampleTimes(count, newest - age * 1000) };
  }, [...data, newest, ports.join()]);
}

function useOfPort(port: number | undefined, poll: number | false) {
  return useRows(portSampleEntry, { ifIndex: port ?? 0 }, { poll, enabled: port !== undefined });
}
