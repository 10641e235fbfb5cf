import type { ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { say } from '../../../model/values/message.ts';
import type { Binding } from '../../../protocols/dhcp-snooping/state.ts';
import { hasBackup } from './backed-up.ts';
import { type KeptBinding, keptBindings } from './kept-bindings.ts';

/** Learned bindings on flash, if the configuration asks for it. */
export class BackedUpBindings {
  readonly #context: ServiceContext;
  #isFailing = false;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** The stored bindings that have not expired, their ends by the monotonic clock. Never rejects. */
  async load(configuration: Configuration): Promise<readonly Binding[]> {
    if (!hasBackup(configuration)) return [];
    const { clock, wallClock, log } = this.#context;
    const [now, date] = [clock.now(), wallClock.now()];
    const kept = (await this.#context.keep(keptBindings).load()) ?? [];
    const bindings = kept.flatMap((one) => bindingOf(one, now, date) ?? []);
    if (bindings.length > 0) {
      const { length: count } = bindings;
      log.write(Severity.informational, say('{{count}} DHCP bindings were restored after the start.', { count }));
    }
    return bindings;
  }

  /** Puts these in the place of what is kept; where nothing is to be kept, nothing is afterwards. Never rejects. */
  async save(bindings: readonly Binding[]): Promise<void> {
    const { clock, wallClock, log } = this.#context;
    const file = this.#context.keep(keptBindings);
    const [now, date] = [clock.now(), wallClock.now()];
    try {
      if (hasBackup(this.#context.configuration())) {
        await file.save(bindings.map((binding) => keptOf(binding, now, date)));
      } else await file.remove();
      this.#isFailing = false;
    } catch {
      if (!this.#isFailing) log.write(Severity.error, say('The DHCP bindings could not be written to flash.'));
      this.#isFailing = true;
    }
  }
}

function keptOf({ leaseTime, expiresAt, ...binding }: Binding, now: number, date: number): KeptBinding {
  const isEndless = !Number.isFinite(expiresAt);
  return {
    ...binding,
    leaseTime: isEndless ? null : leaseTime,
    ends: isEndless ? null : Math.round(date + (expiresAt - now)),
  };
}

/** Undefined for one that has ended. A date that was set back lengthens no lease. */
function bindingOf({ leaseTime, ends, ...binding }: KeptBinding, now: number, date: number): Binding | undefined {
  if (leaseTime === null || ends === null) {
    return { ...binding, leaseTime: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };
  }
  const left = Math.min(ends - date, leaseTime * 1000);
  return left > 0 ? { ...binding, leaseTime, expiresAt: now + left } : undefined;
}
