import type { PortNumber, RatePlan } from '../../plan.ts';
import { ingressBurst } from '../../rate-burst.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Match } from '../openflow/match.ts';
import type { Meter } from '../openflow/meter.ts';
import { Table, type TableName } from './layout.ts';
import { cameBy } from './port-flows.ts';
import { BROADCAST, rule, TO_GROUP } from './rule.ts';

/** The limits that meters keep; what leaves is shaped by the host's device. */
export type MeteredLimit = Exclude<keyof RatePlan, 'egressKilobits'>;

const METERED: readonly MeteredLimit[] = ['ingressKilobits', 'broadcasts', 'multicasts', 'unknownUnicasts'];

/** Above the meters of punt classes, which have 16 bits. */
export const FIRST_RATE_METER = 0x1_0000;

/** The number of the meter that keeps a limit of a port; it has no other use. */
function meterNumber(port: PortNumber, limit: MeteredLimit): number {
  return FIRST_RATE_METER + port * METERED.length + METERED.indexOf(limit);
}

/** The port and the limit that a meter keeps; undefined for one of another kind. */
export function limitOfMeter(number: number): { readonly port: PortNumber; readonly limit: MeteredLimit } | undefined {
  const at = number - FIRST_RATE_METER;
  const limit = METERED[at % METERED.length];
  return at < 0 || limit === undefined ? undefined : { port: Math.floor(at / METERED.length), limit };
}

/** The table of each limit, and where frames within it continue. */
const places: Readonly<
  Record<
    MeteredLimit,
    { readonly table: TableName; readonly next: TableName; readonly priority: number; readonly of: Match }
  >
> = {
  ingressKilobits: { table: 'rateLimit', next: 'storm', priority: 100, of: [] },
  broadcasts: { table: 'storm', next: 'classification', priority: 200, of: [BROADCAST] },
  multicasts: { table: 'storm', next: 'classification', priority: 100, of: [TO_GROUP] },
  unknownUnicasts: { table: 'unknownUnicast', next: 'flood', priority: 100, of: [] },
};

/** Holds what comes in by a port against its limits. */
export function rateFlows(port: PortNumber, plan: RatePlan): Flow[] {
  const of = METERED.filter((limit) => plan[limit] !== undefined);
  const flows = of.map((limit) => {
    const { table, next, priority, of: frames } = places[limit];
    const actions = [Do.meter(meterNumber(port, limit)), Do.gotoTable(Table[next])];
    return rule(table, priority, [...cameBy(port), ...frames], actions);
  });
  // A group's frames are those of its own limit: broadcasts without one are no multicasts.
  const isApart = plan.multicasts !== undefined && plan.broadcasts === undefined;
  return isApart
    ? [...flows, rule('storm', 200, [...cameBy(port), BROADCAST], [Do.gotoTable(Table.classification)])]
    : flows;
}

/** The meters that the rules of a port name. A storm has a second's worth at once, all frames together less (`ingressBurst`). */
export function rateMeters(port: PortNumber, plan: RatePlan, maximumFrame: number): Meter[] {
  return METERED.flatMap((limit): Meter[] => {
    const rate = plan[limit];
    if (rate === undefined) return [];
    const number = meterNumber(port, limit);
    if (limit !== 'ingressKilobits') return [{ number, unit: 'packets', rate, burst: rate }];
    const burst = Math.ceil((ingressBurst(rate, maximumFrame) * 8) / 1000);
    return [{ number, unit: 'kilobits', rate, burst }];
  });
}
