import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { devicesRestarted } from '../slots.ts';
import { pdAliveConfig, pdAliveEntry } from './objects.ts';
import { type AliveRecord, aliveRecords } from './slots.ts';
import { asksNow, beginVigil, heard, passTime, type Vigil, type VigilStep, withoutPower } from './vigil.ts';
import { settingsOf, type VigilRow } from './vigil-settings.ts';

/** Milliseconds that a device has to answer (docs/specification/security.md 2, "PD Alive"). */
const REPLY_TIME = 1000;

/** A device under watch. */
interface Watched {
  readonly row: VigilRow;
  vigil: Vigil;
  readonly wakeAt: (at: number | undefined) => void;
}

const neverSeen: AliveRecord = { phase: 'idle', resets: 0, lastFailure: undefined };

/** The rows of devices that are to be watched. */
export function watchedRows(configuration: Configuration): VigilRow[] {
  if (configuration.group(pdAliveConfig).pdAliveGlobalState !== Status.enabled) return [];
  return configuration
    .rows(pdAliveEntry)
    .filter((row) => row.pdAliveState === Status.enabled && row.pdAliveIpAddress !== '');
}

/** Watches every device that is to be watched, each in its own time. */
export function startVigils(context: ServiceContext): RunningService {
  const watched = new Map<number, Watched>();
  const { clock, slots, datapath } = context;

  const record = (port: number, change: Partial<AliveRecord>) =>
    slots.update(aliveRecords, (present) =>
      new Map(present).set(port, { ...(present.get(port) ?? neverSeen), ...change }),
    );
  const hold = (port: number, isHeld: boolean) =>
    slots.update(devicesRestarted, (present) => {
      if (present.has(port) === isHeld) return present;
      const next = new Set(present);
      if (isHeld) next.add(port);
      else next.delete(port);
      return next;
    });
  const take = (one: Watched, { vigil, fails, holdsPower }: VigilStep) => {
    const { pethPsePortIndex: port, pdAliveIpAddress: address } = one.row;
    one.vigil = vigil;
    if (fails && settingsOf(one.row).notifies) {
      context.log.write(
        Severity.warning,
        say('PD Alive: {{address}} on port {{port}} does not respond.', { address, port }),
      );
    }
    record(port, {
      phase: vigil.phase,
      ...(fails && { lastFailure: context.wallClock.now() }),
      ...(holdsPower && { resets: (slots.get(aliveRecords).get(port)?.resets ?? 0) + 1 }),
    });
    if (holdsPower)
      context.log.write(Severity.notice, say('PD Alive: the device on port {{port}} is restarted.', { port }));
    hold(port, holdsPower);
    one.wakeAt(vigil.due);
  };
  const look = async (one: Watched) => {
    const settings = settingsOf(one.row);
    if (!asksNow(one.vigil)) return take(one, passTime(settings, clock.now()));
    const { power } = await datapath.environment();
    if (watched.get(one.row.pethPsePortIndex) !== one) return;
    if (power?.ports.get(one.row.pethPsePortIndex)?.status !== 'POWER ON')
      return take(one, withoutPower(settings, clock.now()));
    const { kind } = await datapath.echo(one.row.pdAliveIpAddress, { timeout: REPLY_TIME });
    if (watched.get(one.row.pethPsePortIndex) !== one) return;
    take(one, heard(one.vigil, kind === 'reply', settings, clock.now()));
  };
  const end = (port: number) => {
    watched.get(port)?.wakeAt(undefined);
    watched.delete(port);
    hold(port, false);
    if (slots.get(aliveRecords).has(port)) record(port, { phase: 'idle' });
  };
  const configure = () => {
    const rows = new Map(watchedRows(context.configuration()).map((row) => [row.pethPsePortIndex, row]));
    for (const [port, { row }] of [...watched]) if (rows.get(port) !== row) end(port);
    for (const [port, row] of rows) {
      if (watched.has(port)) continue;
      const one: Watched = {
        row,
        vigil: beginVigil(settingsOf(row), clock.now()),
        wakeAt: wakeLoop(clock, () => look(one)),
      };
      watched.set(port, one);
      one.wakeAt(one.vigil.due);
    }
  };
  configure();
  return {
    changed: configure,
    stop: () => {
      for (const port of [...watched.keys()]) end(port);
    },
  };
}
