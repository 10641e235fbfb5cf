import type { ForeignChanges } from './openflow/flow-monitor.ts';
import type { ReportedRule } from './openflow/reported-rule.ts';

/** Rules that are kept by name at most: to put more of them right one by one takes as long as to install everything. */
export const MOST_NAMED = 1024;

/** The rules that others changed since they were last put right. */
export class ForeignRules {
  readonly #rules = new Map<string, ReportedRule>();
  #areAll = true;

  add({ rules, areAll }: ForeignChanges): void {
    if (!this.#areAll) return;
    for (const rule of rules) this.#rules.set(keyOf(rule), rule);
    if (!areAll || this.#rules.size > MOST_NAMED) this.addUnknown();
  }

  /** Notes that others changed rules, and not which. */
  addUnknown(): void {
    this.#rules.clear();
    this.#areAll = false;
  }

  /** Returns what was noted, and begins with nothing. Without all of them there are none by name. */
  take(): ForeignChanges {
    const taken = { rules: [...this.#rules.values()], areAll: this.#areAll };
    this.#rules.clear();
    this.#areAll = true;
    return taken;
  }
}

function keyOf({ table, priority, fields }: ReportedRule): string {
  return `${table} ${priority} ${Buffer.from(fields).toString('latin1')}`;
}
