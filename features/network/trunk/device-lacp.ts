import type { PortState } from '../../../datapath/datapath.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { followedLinks } from '../../../device/followed-links.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { NO_PORTS, portBit, portsOf } from '../../../model/values/port-list.ts';
import { sameColumns } from '../../../model/values/same-columns.ts';
import { type LacpEvent, stepLacp } from '../../../protocols/lacp/aggregation.ts';
import { idleLacp, type LacpPortSettings, type LacpSettings } from '../../../protocols/lacp/state.ts';
import { type TrunkView, viewOfTrunk } from '../../../protocols/lacp/trunk-view.ts';
import { configuredTrunks } from '../../bridge-ports.ts';
import { dot3adAggPortEntry, SYSTEM_PRIORITY } from './lacp-objects.ts';
import { LacpTimeout, speaksLacp, TRUNK_MEMBERS_MAXIMUM, TrunkMode } from './objects.ts';
import { lacpReader, SLOW_FRAMES, trunksLost, trunkViews } from './slots.ts';
import { TrunkWatch } from './trunk-watch.ts';

/** Agrees with partners on links, and says what becomes of trunks. */
export async function startAggregation(context: ServiceContext): Promise<RunningService> {
  const { clock, datapath, hardware, log, slots } = context;
  const links = await followedLinks(context);
  let settings = settingsOf(context.configuration(), links.states, hardware.baseMacAddress);
  let state = idleLacp;
  const wakeAt = wakeLoop(clock, () => tell({ kind: 'wake' }));
  const watch = new TrunkWatch((severity, message) => log.write(severity, message));

  const tell = (event: LacpEvent): void => {
    const step = stepLacp(settings, state, event, clock.now());
    state = step.state;
    const configuration = context.configuration();
    const before = slots.get(trunkViews);
    slots.update(trunkViews, (present) => viewsOf(configuration, present));
    forgetStations(configuration, trunksLost(before, slots.get(trunkViews)));
    watch.look(configuration, links.states, state, slots.get(trunkViews));
    for (const { port, frame } of step.send) datapath.transmit(port, frame);
    wakeAt(state.wakeAt);
  };

  function forgetStations(configuration: Configuration, lost: readonly number[]): void {
    const ports = configuredTrunks(configuration)
      .filter(({ number }) => lost.includes(number))
      .reduce((all, { representative }) => all | portBit(representative), NO_PORTS);
    // While the datapath is on its way back it has nothing learned.
    if (ports !== NO_PORTS) void datapath.flush({ ports }).catch(() => undefined);
  }

  function configure(): void {
    settings = settingsOf(context.configuration(), links.states, hardware.baseMacAddress);
    tell({ kind: 'configure' });
  }

  /** The views of every LACP trunk; an unchanged one is the same object. */
  function viewsOf(configuration: Configuration, present: ReadonlyMap<number, TrunkView>) {
    const views = new Map<number, TrunkView>();
    for (const { number, trunk, row } of configuredTrunks(configuration)) {
      if (!speaksLacp(row.trunkMode)) continue;
      const view = viewOfTrunk(state, trunk);
      const before = present.get(number);
      views.set(number, before && sameColumns(before, view) ? before : view);
    }
    const same = views.size === present.size && [...views].every(([number, view]) => present.get(number) === view);
    return same ? present : views;
  }

  context.offer(lacpReader, () => state);
  context.onFrame([SLOW_FRAMES], ({ port, frame }) => tell({ kind: 'frame', port, octets: frame }));
  links.follow(configure);
  configure();
  return { changed: configure, leaving: () => tell({ kind: 'leave' }) };
}

function settingsOf(configuration: Configuration, links: ReadonlyMap<number, PortState>, system: string): LacpSettings {
  const ports = new Map<number, LacpPortSettings>();
  for (const { trunk, members, row } of configuredTrunks(configuration)) {
    if (!speaksLacp(row.trunkMode)) continue;
    for (const port of portsOf(members)) {
      const index = { dot3adAggPortIndex: port };
      ports.set(port, {
        trunk,
        active: row.trunkMode === TrunkMode.active,
        shortTimeout: row.lacpTimeout === LacpTimeout.short,
        priority: configuration.row(dot3adAggPortEntry, index)?.dot3adAggPortActorPortPriority ?? SYSTEM_PRIORITY,
        speed: speedOf(links.get(port)),
      });
    }
  }
  return { system, systemPriority: SYSTEM_PRIORITY, places: TRUNK_MEMBERS_MAXIMUM, ports };
}

/** Megabits per second of a link at full duplex; 1 if its speed is unknown. */
function speedOf(link: PortState | undefined): number {
  if (link?.link !== 'up' || link.duplex === 'half') return 0;
  return Math.max(1, link.speed);
}
