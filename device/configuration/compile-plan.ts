import { defaultPortPlan, type ForwardingPlan, type PortPlan } from '../../datapath/plan.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import { firstPorts } from '../../model/values/port-list.ts';
import type { Contribution, Learnt, PlanPart } from '../contribution.ts';

/** A plan with what it was made from, so that the next one need not be made whole. */
export interface Compiled {
  readonly plan: ForwardingPlan;
  readonly parts: readonly MadePart[];
}

interface MadePart {
  readonly inputs: readonly unknown[];
  readonly part: PlanPart;
}

/**
 * Puts the features' parts together. A contribution is asked again only after something that it reads changed, and
 * whatever comes out the same keeps its identity from `previous`, so that a driver sees at a glance what is new.
 */
export function compilePlan(
  contributions: readonly Contribution[],
  hardware: Hardware,
  configuration: Configuration,
  learnt: Learnt,
  previous?: Compiled,
): Compiled {
  const parts = contributions.map((contribution, at): MadePart => {
    const inputs = [
      ...contribution.reads.map((object) => configuration.part(object)),
      learnt.leases,
      learnt.duplicates,
    ];
    const made = previous?.parts[at];
    if (made && sameItems(made.inputs, inputs)) return made;
    return { inputs, part: contribution.compile(configuration, hardware, learnt) };
  });
  if (previous && sameItems(previous.parts, parts)) return previous;
  const all = parts.map(({ part }) => part);
  const before = previous?.parts.map(({ part }) => part);
  const merged = <K, V>(
    pick: (part: PlanPart) => ReadonlyMap<K, V> | undefined,
    present: ReadonlyMap<K, V> | undefined,
  ): ReadonlyMap<K, V> => mergeMaps(given(all, pick), before && given(before, pick), present);
  const was = previous?.plan;
  const plan: ForwardingPlan = {
    ports: mergePorts(all, hardware, was?.ports),
    vlans: merged((part) => part.vlans, was?.vlans),
    learning: sameOr(was?.learning, {
      constraint: 'independent',
      ageingTime: 300,
      ...Object.assign({}, ...all.map((part) => part.learning)),
    }),
    staticUnicast: merged((part) => part.staticUnicast, was?.staticUnicast),
    mirrors: merged((part) => part.mirrors, was?.mirrors),
    interfaces: merged((part) => part.interfaces, was?.interfaces),
    defaultGateway: all.findLast((part) => part.defaultGateway !== undefined)?.defaultGateway,
  };
  return { plan: sameOr(was, plan), parts };
}

function given<T>(parts: readonly PlanPart[], pick: (part: PlanPart) => T | undefined): readonly T[] {
  return parts.map(pick).filter((one) => one !== undefined);
}

function mergeMaps<K, V>(
  maps: readonly ReadonlyMap<K, V>[],
  before: readonly ReadonlyMap<K, V>[] | undefined,
  present: ReadonlyMap<K, V> | undefined,
): ReadonlyMap<K, V> {
  if (present && before && sameItems(before, maps)) return present;
  const [only] = maps;
  const merged = maps.length === 1 && only ? only : new Map(maps.flatMap((map) => [...map]));
  return present && sameEntries(present, merged) ? present : merged;
}

function mergePorts(
  parts: readonly PlanPart[],
  hardware: Hardware,
  present: ReadonlyMap<number, PortPlan> | undefined,
): ReadonlyMap<number, PortPlan> {
  const everyPort = firstPorts(hardware.portCount);
  const merged = new Map<number, PortPlan>();
  for (const number of hardware.ports.keys()) {
    const whole: PortPlan = Object.assign(defaultPortPlan(everyPort), ...parts.map((part) => part.ports?.get(number)));
    merged.set(number, sameOr(present?.get(number), whole));
  }
  return present && sameEntries(present, merged) ? present : merged;
}

/** `present` where it says the same as `next`, column by column. */
function sameOr<T extends object>(present: T | undefined, next: T): T {
  if (!present) return next;
  const entries = Object.entries(next);
  const before = new Map(Object.entries(present));
  return entries.length === before.size && entries.every(([name, value]) => before.get(name) === value)
    ? present
    : next;
}

function sameEntries<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of b) if (a.get(key) !== value) return false;
  return true;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
