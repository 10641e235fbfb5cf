import type { DeviceContext } from '../../../device/feature.ts';
import type { Metric } from '../../../device/metrics/metric.ts';
import { agentMetrics } from './agent-metrics.ts';
import { engineMetrics } from './engine-metrics.ts';
import { hostMetrics } from './host-metrics.ts';
import { portMetrics } from './port-metrics.ts';
import { powerMetrics } from './power-metrics.ts';

/** Measures the switch: everything that a collector is given. */
export async function measure(context: DeviceContext): Promise<readonly Metric[]> {
  const { datapath } = context;
  const [states, counters, limits, environment, attacks, punts, host] = await Promise.all([
    datapath.portStates(),
    datapath.portCounters(),
    datapath.rateDrops(),
    datapath.environment(),
    datapath.attackDrops(),
    datapath.puntDrops(),
    hostMetrics(context),
  ]);
  return [
    ...agentMetrics(context),
    ...host,
    ...portMetrics(context, { states, counters, limits }),
    ...powerMetrics(environment),
    ...engineMetrics(context, { attacks, punts }),
  ];
}
