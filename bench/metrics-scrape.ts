import { hostFiles } from '../device/flash/flash-files.ts';
import { formatMetrics } from '../device/metrics/metric.ts';
import { measure } from '../features/system/metrics/measure.ts';
import { startTestAgent } from '../tests/agent/test-agent.ts';
import type { Figure } from './table.ts';

/** Milliseconds of the switch's thread that one scrape may take (52 ports). */
const BUDGET = 3;

const [WARM_UP, SCRAPES] = [50, 300];

/** Processor time of one scrape of a switch of 52 ports, once its code is warm. */
export async function metricsScrape(): Promise<Figure[]> {
  const agent = await startTestAgent({ model: 'TPE-5240WS', files: hostFiles, scenario: 'office' });
  try {
    const { context } = agent.running;
    let octets = 0;
    const scrape = async () => {
      octets = Buffer.byteLength(formatMetrics(await measure(context)));
    };
    for (let round = 0; round < WARM_UP; round += 1) await scrape();
    const before = process.cpuUsage();
    for (let round = 0; round < SCRAPES; round += 1) await scrape();
    const { user, system } = process.cpuUsage(before);
    const each = (user + system) / 1000 / SCRAPES;
    return [
      {
        what: `processor time of a scrape of /metrics, 52 ports, ${Math.round(octets / 1000)} kB`,
        measured: `${each.toFixed(1)} ms`,
        budget: `${BUDGET} ms`,
        holds: each <= BUDGET,
      },
    ];
  } finally {
    await agent.close();
  }
}
