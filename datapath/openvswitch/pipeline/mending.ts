import type { Flow } from '../openflow/flow.ts';
import { plainName, type ReportedRule, reportedName } from '../openflow/reported-rule.ts';
import type { CompiledFlows } from './compile-flows.ts';

/** What puts single rules right. */
export interface Mending {
  /** Rules that are to be there, whatever is there under their names. */
  readonly add: readonly Flow[];
  readonly remove: readonly ReportedRule[];
}

/** What puts rules right that others changed: those of the plan come back as they are to be, the others go. Pure. */
export function mendingOf({ families }: CompiledFlows, changed: readonly ReportedRule[]): Mending {
  const names = new Set(changed.map(reportedName));
  const places = new Set(changed.map(placeOf));
  const add = new Map<string, Flow>();
  for (const { sections } of families.values()) {
    for (const { flows } of sections.values()) {
      for (const flow of flows) {
        // Names are made only of rules that may be meant.
        if (!places.has(placeOf(flow))) continue;
        const name = plainName(flow);
        if (names.has(name)) add.set(name, flow);
      }
    }
  }
  const remove = changed.filter((rule) => {
    const name = reportedName(rule);
    return name === undefined || !add.has(name);
  });
  return { add: [...add.values()], remove };
}

/** Table and priority as one number. */
function placeOf({ table, priority }: Pick<Flow, 'table' | 'priority'>): number {
  return (table << 16) | priority;
}
