import type { Cancel } from '../../../datapath/clock.ts';
import type { RunningService, Service, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { stormCtrlEntry } from './objects.ts';
import { storms } from './slots.ts';
import {
  placesAt,
  type StormKind,
  type StormNews,
  type StormPlace,
  type StormWatch,
  stormsIn,
  watchStorms,
} from './storms.ts';

/** Milliseconds from one look at what was dropped to the next. */
const LOOK = 1000;

/** The column that limits each kind. */
const columnOf = {
  broadcasts: 'stormCtrlBroadcast',
  multicasts: 'stormCtrlMulticast',
  unknownUnicasts: 'stormCtrlDlf',
} as const satisfies Readonly<Record<StormKind, string>>;

/** Reports the beginnings and ends of storms; the datapath limits them by itself. */
export const stormWatch: Service = {
  name: 'storm control',
  reads: [stormCtrlEntry],
  decides: [storms],
  start: startWatch,
};

function startWatch(context: ServiceContext): RunningService {
  const { clock, datapath, log, slots } = context;
  let places = placesLimited(context.configuration());
  let watch: StormWatch = new Map();
  let sleep: Cancel = () => undefined;

  const take = (step: ReturnType<typeof watchStorms>): void => {
    const changed = step.news.length > 0 || stormsIn(step.watch).length !== stormsIn(watch).length;
    watch = step.watch;
    if (changed) slots.update(storms, () => stormsIn(watch));
    for (const news of step.news) log.write(...entryOf(news));
  };
  const look = async (): Promise<void> => {
    // While the datapath is on its way back there is nothing to be read, and nothing is forwarded.
    const drops = await datapath.rateDrops().catch(() => undefined);
    if (drops) take(watchStorms(watch, drops, places, clock.now()));
  };
  const rest = (): void => {
    sleep();
    if (places.length === 0) take(watchStorms(watch, new Map(), [], clock.now()));
    else sleep = clock.after(LOOK, () => void look().then(rest));
  };

  void look().then(rest);
  return {
    changed() {
      places = placesLimited(context.configuration());
      rest();
    },
  };
}

function placesLimited(configuration: Configuration): readonly StormPlace[] {
  return configuration
    .rows(stormCtrlEntry)
    .flatMap((row) => placesAt(row.ifIndex, (kind) => row[columnOf[kind]] === Status.enabled));
}

function entryOf({ place: { port, kind }, kind: what, dropped }: StormNews): [Severity, Message] {
  const frames = {
    broadcasts: say('broadcasts'),
    multicasts: say('multicasts'),
    unknownUnicasts: say('frames to unknown addresses'),
  }[kind];
  if (what === 'began') {
    const text = say('Port {{port}}: a storm of {{frames}} is limited to its threshold.', { port, frames });
    return [Severity.warning, text];
  }
  const values = { port, frames, dropped: String(dropped) };
  return [Severity.notice, say('Port {{port}}: the storm of {{frames}} is over, {{dropped}} were dropped.', values)];
}
