import { type AccessRulePlan, accessOrder, sameMatch } from '../../../model/access-control/access-rule.ts';

/** How a rule of the access control list is represented in the bridge. */
export interface AccessNumber {
  readonly plan: AccessRulePlan;
  /** Of its OpenFlow rules: rules that are asked first have the higher ones. */
  readonly priority: number;
  /** The key of the counters of its OpenFlow rules; changed as soon as they are recreated. */
  readonly serial: number;
  /** The meter that keeps its rate, from 1; 0 where it has none. */
  readonly meter: number;
}

/** The numbers of the rules in force. */
export interface AccessNumbers {
  readonly rules: ReadonlyMap<number, AccessNumber>;
  /** The highest serial that was given so far. */
  readonly lastSerial: number;
}

/** No rules. */
export const noAccessNumbers: AccessNumbers = { rules: new Map(), lastSerial: 0 };

const LOWEST = 1;
const HIGHEST = 0xfff0;

/**
 * Numbers the rules of a plan. An existing rule keeps its priority, so that adding or deleting one changes no other; if
 * there is no room left between two neighbors, all are renumbered.
 */
export function accessNumbers(rules: ReadonlyMap<number, AccessRulePlan>, previous: AccessNumbers): AccessNumbers {
  if (rules.size === 0 && previous.rules.size === 0) return previous;
  const order = accessOrder(rules);
  const keys = order.map(([key]) => key);
  const kept = new Map([...previous.rules].map(([key, { priority }]): [number, number] => [key, priority]));
  const priorities = prioritiesFor(keys, kept) ?? prioritiesFor(keys, new Map()) ?? [];
  const meters = metersFor(order, previous);
  let { lastSerial } = previous;
  const numbers = order.map(([key, plan], place): [number, AccessNumber] => {
    const priority = priorities[place] ?? LOWEST;
    const meter = meters.get(key) ?? 0;
    const before = previous.rules.get(key);
    if (before?.plan === plan && before.priority === priority && before.meter === meter) return [key, before];
    const stays =
      before && before.priority === priority && before.plan.ports === plan.ports && sameMatch(before.plan, plan);
    if (!stays) lastSerial += 1;
    return [key, { plan, priority, meter, serial: stays ? before.serial : lastSerial }];
  });
  return { rules: new Map(numbers), lastSerial };
}

/** Descending priorities, those of `kept` among them, the others evenly between; undefined where one does not fit. */
function prioritiesFor(keys: readonly number[], kept: ReadonlyMap<number, number>): number[] | undefined {
  const priorities: number[] = [];
  let above = HIGHEST + 1;
  for (let from = 0; from < keys.length; ) {
    let to = from;
    while (to < keys.length && !kept.has(keys[to] ?? 0)) to += 1;
    const below = kept.get(keys[to] ?? 0) ?? LOWEST - 1;
    const count = to - from;
    if (above - below - 1 < count) return undefined;
    const step = (above - below) / (count + 1);
    for (let one = 1; one <= count; one += 1) priorities.push(Math.floor(above - one * step));
    if (to < keys.length) priorities.push(below);
    above = below;
    from = to + 1;
  }
  return priorities;
}

/** A rule with a rate keeps its meter; others get the lowest that is free. */
function metersFor(
  order: readonly (readonly [number, AccessRulePlan])[],
  previous: AccessNumbers,
): ReadonlyMap<number, number> {
  const limited = order.filter(([, { rateKilobits }]) => rateKilobits !== undefined).map(([key]) => key);
  const meters = new Map<number, number>();
  for (const key of limited) {
    const before = previous.rules.get(key)?.meter ?? 0;
    if (before !== 0) meters.set(key, before);
  }
  const taken = new Set(meters.values());
  let next = 1;
  for (const key of limited) {
    if (meters.has(key)) continue;
    while (taken.has(next)) next += 1;
    taken.add(next);
    meters.set(key, next);
  }
  return meters;
}
