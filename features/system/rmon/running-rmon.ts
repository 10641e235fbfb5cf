import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { AlarmSampling } from './alarm-sampling.ts';
import { EventDesk } from './event-desk.ts';
import { HistorySampling } from './history-sampling.ts';
import { isRmonOn } from './settings.ts';
import { freezeStatistics, keepStatistics } from './statistics-groups.ts';

/** Milliseconds after which the counters are asked for again where they could not be read. */
const RETRY = 1000;

/** Counts and samples what is configured, until RMON is disabled. */
export async function startRmon(context: ServiceContext): Promise<RunningService> {
  const histories = new HistorySampling(context);
  const alarms = new AlarmSampling(context, new EventDesk(context));
  let isOver = false;
  const follow = async () => {
    const counters = await context.datapath.portCounters().catch(() => undefined);
    if (isOver || !isRmonOn(context.configuration())) return;
    if (!counters) {
      context.clock.after(RETRY, () => void follow());
      return;
    }
    keepStatistics(context, counters);
    histories.configure();
    alarms.configure();
  };
  await follow();
  return {
    changed: () => void follow(),
    async stop() {
      isOver = true;
      histories.stop();
      alarms.stop();
      const counters = await context.datapath.portCounters().catch(() => undefined);
      if (counters) freezeStatistics(context, counters);
    },
  };
}
