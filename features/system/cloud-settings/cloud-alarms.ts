import type { ServiceContext } from '../../../device/feature.ts';
import type { LogEntry } from '../../../device/log/log.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { Health, StandingAlarm } from '../../../protocols/cloud/report.ts';
import { HealthState, sysDashboard } from '../../dashboard/objects.ts';
import { cloudCaller } from './remote-calls.ts';
import { afterSaid, type Standing } from './standing-alarms.ts';

/** Milliseconds between two looks at how well the switch is. */
const LOOK = 30_000;

/** Shortages and excesses, by the part of the dashboard that reports them. */
const parts: readonly { readonly part: string; readonly kind: StandingAlarm['kind']; readonly said: Message }[] = [
  { part: 'cpuMemory', kind: 'load', said: say('The processor or memory is nearly exhausted.') },
  { part: 'temp', kind: 'heat', said: say('The switch is too warm.') },
  { part: 'system', kind: 'hardware', said: say('A fan has stopped, or the flash is full.') },
  { part: 'poe', kind: 'power', said: say('The devices use almost all of the PoE power.') },
];

/** Present alarms of this switch for the cloud: all of them each time, so that lost messages do not matter. */
export class CloudAlarms {
  readonly #context: ServiceContext;
  #standing: Standing = new Map();
  #measured: readonly StandingAlarm[] = [];
  #told = '';

  constructor(context: ServiceContext) {
    this.#context = context;
    // Alarms that were raised before the connection count, too.
    for (const entry of [...context.log.entries()].reverse()) this.heard(entry);
    context.clock.every(LOOK, () => void this.#look().catch(() => {}));
  }

  heard({ message }: LogEntry): void {
    this.#standing = afterSaid(this.#standing, message);
  }

  /** The present report; undefined if it was already sent, unless `anew`. */
  news(anew: boolean): Health | undefined {
    const alarms = [...this.#measured, ...this.#standing.values()];
    const worst = Math.min(8, ...alarms.map(({ severity }) => severity));
    const health: Health = { sanity: alarms.length === 0 ? 100 : worst <= 3 ? 50 : 80, alarms };
    const text = JSON.stringify(health);
    if (!anew && text === this.#told) return undefined;
    this.#told = text;
    return health;
  }

  async #look(): Promise<void> {
    const states = await this.#context.management.read(sysDashboard, {}, cloudCaller('cloud'));
    const stateOf = (part: string) => (Array.isArray(states) ? undefined : Object(states)[part]);
    this.#measured = parts.flatMap(({ part, kind, said }): StandingAlarm[] => {
      const state = stateOf(part);
      const isBad = state === HealthState.warning || state === HealthState.critical;
      return isBad ? [{ mark: part, kind, severity: state === HealthState.critical ? 2 : 4, said }] : [];
    });
  }
}
