import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { AlarmSampling } from './alarm-sampling.ts';
import { EventDesk } from './event-desk.ts';
import { HistorySampling } from './history-sampling.ts';
import { isRmonOn } from './settings.ts';
import { freezeStatistics, keepStatistics } from './statistics-groups.ts';

/** Counts and samples what is configured, until RMON is disabled. */
export async function startRmon(context: ServiceContext): Promise<RunningService> {
  const histories = new HistorySampling(context);
  const alarms = new AlarmSampling(context, new EventDesk(context));
  let isOver = false;
  const follow = async () => {
    const counters = await context.datapath.portCounters();
    if (isOver || !isRmonOn(context.configuration())) return;
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
      freezeStatistics(context, await context.datapath.portCounters());
    },
  };
}
