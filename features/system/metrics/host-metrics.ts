import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { DeviceContext } from '../../../device/feature.ts';
import { counter, gauge, type Metric, only } from '../../../device/metrics/metric.ts';
import { memoryAvailable, processorTime } from '../../host-measure.ts';

/** Processor, memory and flash of the host, and the agent's share of them. */
export async function hostMetrics({ dataDirectory }: DeviceContext): Promise<readonly Metric[]> {
  const [available, flash] = await Promise.all([memoryAvailable(), statfs(dataDirectory).catch(() => undefined)]);
  const { busy, all } = processorTime();
  const { user, system } = process.cpuUsage();
  const common = { isCommon: true };
  return [
    counter('cpu_seconds_total', 'Time of all processors of the host.', [
      { labels: { mode: 'busy' }, value: busy / 1000 },
      { labels: { mode: 'idle' }, value: (all - busy) / 1000 },
    ]),
    gauge('memory_size_bytes', 'Memory of the host.', only(totalmem())),
    gauge('memory_available_bytes', 'Memory of the host that programs can still use.', only(available)),
    gauge('flash_size_bytes', 'Size of the partition of the configuration.', only(flash && flash.blocks * flash.bsize)),
    gauge('flash_free_bytes', 'Free space on that partition.', only(flash && flash.bavail * flash.bsize)),
    {
      ...counter('process_cpu_seconds_total', 'Processor time of the agent.', only((user + system) / 1e6)),
      ...common,
    },
    {
      ...gauge('process_resident_memory_bytes', 'Memory of the agent.', only(process.memoryUsage.rss())),
      ...common,
    },
  ];
}
