import type { Environment, PowerState } from '../../../datapath/datapath.ts';
import type { Service, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { say } from '../../../model/values/message.ts';
import { drawn, usedShare } from '../../power-used.ts';
import { pethMainPseEntry } from './main-pse-objects.ts';

/** Milliseconds between two looks at what the ports give. */
const INTERVAL = 5_000;

/** States that an administrator has to take care of; the others were chosen. */
const faults: ReadonlySet<PowerState['status']> = new Set(['Short', 'Overload', 'Power denied', 'Thermal shutdown']);

/** Writes to the log what becomes of the ports' power, and how much of the supply is used. */
export const powerWatch: Service = {
  name: 'PoE states',
  reads: [],
  start(context) {
    let known: ReadonlyMap<number, PowerState['status']> | undefined;
    let isHigh = false;
    context.clock.every(INTERVAL, async () => {
      const { power } = await context.datapath.environment();
      if (!power) return;
      const now = statusesOf(power);
      tellStatuses(context, known, now);
      known = now;
      isHigh = tellUsage(context, power, isHigh);
    });
    return {};
  },
};

function statusesOf({ ports }: NonNullable<Environment['power']>): Map<number, PowerState['status']> {
  return new Map([...ports].map(([port, { status }]) => [port, status]));
}

/** The state at the start is reported only if it is a fault. */
function tellStatuses(
  { log }: ServiceContext,
  known: ReadonlyMap<number, PowerState['status']> | undefined,
  now: ReadonlyMap<number, PowerState['status']>,
): void {
  for (const [port, status] of now) {
    const before = known?.get(port);
    if (before === status) continue;
    if (faults.has(status)) {
      log.write(Severity.warning, say('PoE fault on port {{port}}: {{fault}}.', { port, fault: say(status) }));
      continue;
    }
    if (before !== undefined && faults.has(before))
      log.write(Severity.notice, say('PoE fault on port {{port}} has ended.', { port }));
    if (before !== undefined)
      log.write(Severity.informational, say('PoE of port {{port}}: {{state}}.', { port, state: say(status) }));
  }
}

function tellUsage(context: ServiceContext, power: NonNullable<Environment['power']>, wasHigh: boolean): boolean {
  const row = context.configuration().row(pethMainPseEntry, { pethMainPseGroupIndex: 1 });
  if (!row) return false;
  const { pethMainPseUsageThreshold: percent } = row;
  const isHigh = usedShare(power, power.budget) * 100 >= percent;
  if (isHigh === wasHigh) return isHigh;
  const watts = Math.round(drawn(power) / 1000);
  if (isHigh)
    context.log.write(
      Severity.warning,
      say('PoE uses {{watts}} W, {{percent}} % of the supply or more.', { watts, percent }),
    );
  else
    context.log.write(
      Severity.notice,
      say('PoE uses {{watts}} W, less than {{percent}} % of the supply.', { watts, percent }),
    );
  return isHigh;
}
