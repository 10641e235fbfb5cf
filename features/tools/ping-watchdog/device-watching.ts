import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { FlashStatus } from '../../../device/flash/flash-control.ts';
import { Severity } from '../../../device/log/log.ts';
import { RebootCause } from '../../../device/power-control.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { say } from '../../../model/values/message.ts';
import {
  beginWatch,
  stepWatch,
  type Watch,
  type WatchEvent,
  type WatchOrder,
  type WatchSettings,
  wakeOf,
} from '../../../protocols/ping-watchdog/watchdog.ts';
import { closePort, closePorts } from '../../network/physical-interface/slots.ts';
import { pingWatchdogEntry, WatchdogAction, WatchdogStatus } from './objects.ts';
import type { Standing } from './slots.ts';
import { standings, unpoweredPorts } from './slots.ts';
import { settingsOf } from './watch-settings.ts';
import { restOf, type WatchedRow, watchedRows } from './watched-rows.ts';

/** Milliseconds that a host has to answer. */
const PATIENCE = 3_000;

/** The switch is restarted neither so soon after its start, nor so soon after it was restarted for a host. */
const BEFORE_RESTART = 10 * 60_000;
const BETWEEN_RESTARTS = 60 * 60_000;

/** Watches the hosts that are enabled, and does what is set when they fall silent. */
export function startWatching(context: ServiceContext): RunningService {
  const watchers = new Map<number, HostWatcher>();
  const configure = () => {
    const rows = new Map(watchedRows(context.configuration()).map((row) => [row.pingWatchdogIndex, row]));
    for (const [number, watcher] of watchers) {
      if (rows.get(number) === watcher.row) continue;
      watcher.end();
      watchers.delete(number);
    }
    const configured = new Set(
      context
        .configuration()
        .rows(pingWatchdogEntry)
        .map((row) => row.pingWatchdogTarget),
    );
    context.slots.update(standings, (present) => new Map([...present].filter(([address]) => configured.has(address))));
    for (const [number, row] of rows) if (!watchers.has(number)) watchers.set(number, new HostWatcher(context, row));
  };
  // A run before this one may have ended by an error: what it shut down is open.
  closePorts(context.slots, 'pingWatchdog', new Set());
  configure();
  const stop = () => {
    for (const watcher of watchers.values()) watcher.end();
  };
  return { changed: configure, stop };
}

/** Asks one host, and does what is set for it. */
class HostWatcher {
  readonly row: WatchedRow;
  readonly #context: ServiceContext;
  readonly #settings: WatchSettings;
  #watch: Watch;
  readonly #wakeAt: (at: number | undefined) => void;
  #isOver = false;

  constructor(context: ServiceContext, row: WatchedRow) {
    this.row = row;
    this.#context = context;
    this.#settings = settingsOf(row);
    this.#wakeAt = wakeLoop(context.clock, () => this.#take('time'));
    this.#watch = beginWatch(this.#settings, context.clock.now());
    this.#settle();
  }

  /** Stops watching it; ports shut down for it are opened. Its counters stay. */
  end(): void {
    this.#isOver = true;
    this.#wakeAt(undefined);
    this.#rest(false);
    this.#note({ status: WatchdogStatus.off, fails: 0 });
  }

  #take(event: WatchEvent): void {
    const { clock } = this.#context;
    const step = stepWatch(this.#settings, this.#watch, event, clock.now(), this.#mayAct());
    this.#watch = step.watch;
    if (event === 'reply') this.#note({ lastReply: this.#context.wallClock.now() });
    for (const order of step.orders) this.#carryOut(order);
    this.#settle();
  }

  /** Shows its state, and sleeps until something is due. */
  #settle(): void {
    this.#note({ status: WatchdogStatus[this.#watch.status], fails: this.#watch.fails });
    this.#wakeAt(wakeOf(this.#watch));
  }

  #carryOut(order: WatchOrder): void {
    const { log } = this.#context;
    const words = { address: this.row.pingWatchdogTarget };
    if (order === 'ask') void this.#ask();
    else if (order === 'act') this.#act();
    else if (order === 'restore') this.#rest(false);
    else if (order === 'returned') log.write(Severity.notice, say('Ping Watchdog: {{address}} responds again.', words));
    else {
      log.write(
        Severity.warning,
        say('Ping Watchdog: {{address}} still does not respond; no further actions until it does.', words),
      );
    }
  }

  async #ask(): Promise<void> {
    const { kind } = await this.#context.datapath.echo(this.row.pingWatchdogTarget, { timeout: PATIENCE });
    if (!this.#isOver) this.#take(kind === 'reply' ? 'reply' : 'silence');
  }

  /** Nothing is done while the switch must not be disturbed, and no restart soon after another one. */
  #mayAct(): boolean {
    const { power, hold, flash, guard } = this.#context;
    const { none, reboot } = WatchdogAction;
    if (this.row.pingWatchdogAction === none || hold.reason) return false;
    if (this.row.pingWatchdogAction !== reboot) return true;
    const isSaving = flash.status === FlashStatus.writing || flash.status === FlashStatus.verifying;
    const least = power.lastCause === RebootCause.watchdog ? BETWEEN_RESTARTS : BEFORE_RESTART;
    return !isSaving && !guard.provisional() && power.upTime() >= least;
  }

  #act(): void {
    const { log, power } = this.#context;
    const { pingWatchdogAction: action, pingWatchdogTarget: address, pingWatchdogPort: port } = this.row;
    this.#note({ actions: (this.#context.slots.get(standings).get(this.row.pingWatchdogTarget)?.actions ?? 0) + 1 });
    if (action === WatchdogAction.notify || action === WatchdogAction.notifyAndPowerCycle)
      log.write(Severity.warning, say('Ping Watchdog: {{address}} does not respond.', { address }));
    if (restOf(action) === 'power') {
      const seconds = this.row.pingWatchdogOffTime;
      log.write(
        Severity.notice,
        say('Ping Watchdog: port {{port}} provides no power for {{seconds}} s.', { port, seconds }),
      );
      this.#rest(true);
    } else if (action === WatchdogAction.linkCycle) {
      log.write(
        Severity.warning,
        say('Ping Watchdog: {{address}} does not respond; port {{port}} is disabled for {{seconds}} s.', {
          address,
          port,
          seconds: this.row.pingWatchdogOffTime,
        }),
      );
      this.#rest(true);
    } else if (action === WatchdogAction.reboot) {
      log.write(
        Severity.warning,
        say('Ping Watchdog: {{address}} does not respond; the switch restarts.', { address }),
      );
      power.reboot(RebootCause.watchdog);
    }
  }

  #rest(begins: boolean): void {
    const { pingWatchdogPort: port, pingWatchdogAction } = this.row;
    const what = restOf(pingWatchdogAction);
    if (what === undefined) return;
    if (what === 'link') {
      closePort(this.#context.slots, 'pingWatchdog', port, begins);
      return;
    }
    this.#context.slots.update(unpoweredPorts, (present) => {
      if (present.has(port) === begins) return present;
      const ports = new Set(present);
      if (begins) ports.add(port);
      else ports.delete(port);
      return ports;
    });
  }

  #note(now: Partial<Standing>): void {
    const address = this.row.pingWatchdogTarget;
    this.#context.slots.update(standings, (present) => {
      const former: Standing = present.get(address) ?? {
        status: WatchdogStatus.off,
        fails: 0,
        actions: 0,
        lastReply: undefined,
      };
      return new Map(present).set(address, { ...former, ...now });
    });
  }
}
