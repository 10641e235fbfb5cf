import type { PuntPlan } from '../../punt.ts';
import type { PuntClass } from './punt-flows.ts';

/** The classes of a plan. */
export interface PuntClasses {
  readonly numbers: ReadonlyMap<string, number>;
  /** By kind. */
  readonly inOrder: readonly (PuntClass & { readonly kind: string })[];
}

/** Numbers classes from 1. One that was there keeps its number: frames of it may be on their way to the agent. */
export function classNumbers(punts: ReadonlyMap<string, PuntPlan>, previous: ReadonlyMap<string, number>): PuntClasses {
  const numbers = new Map([...previous].filter(([kind]) => punts.has(kind)));
  const taken = new Set(previous.values());
  let next = 1;
  const kinds = [...punts.keys()].sort();
  for (const kind of kinds) {
    if (numbers.has(kind)) continue;
    while (taken.has(next)) next += 1;
    numbers.set(kind, next);
    taken.add(next);
  }
  return {
    numbers,
    inOrder: [...punts]
      .map(([kind, plan]) => ({ kind, plan, number: numbers.get(kind) ?? 0, place: kinds.indexOf(kind) }))
      .sort((a, b) => a.place - b.place),
  };
}
