import { beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { ManualClock } from '../clock.ts';
import { emptyPlan } from '../plan.ts';
import type { Connections } from './connections.ts';
import type { HostSide } from './host-side.ts';
import type { ReportedRule } from './openflow/reported-rule.ts';
import type { PlanInForce } from './plan-in-force.ts';
import { UpkeepRounds } from './upkeep-rounds.ts';

const rule = (priority: number): ReportedRule => ({ table: 1, priority, fields: new Uint8Array(0) });
const REPAIRED = 'Rules of the bridge had been changed. It was repaired.';

describe('rules that others change', () => {
  let clock: ManualClock;
  let rounds: UpkeepRounds;
  /** What was done at the bridge, in order: the priorities of rules that were put right, or a word. */
  let done: (readonly number[] | 'compared' | 'installed')[];
  let reports: string[];
  let failure: Error | undefined;
  /** Whether rules are missing when they are counted. */
  let areMissing: boolean;

  beforeEach(() => {
    clock = new ManualClock();
    done = [];
    reports = [];
    failure = undefined;
    areMissing = false;
    const inForce = {
      given: emptyPlan,
      plan: emptyPlan,
      ruleCount: 1,
      async renew() {},
      async mend(changed: readonly ReportedRule[]) {
        done.push(changed.map(({ priority }) => priority));
        if (failure) throw failure;
      },
      async install() {
        done.push('installed');
        areMissing = false;
      },
      async installRules() {},
    } as unknown as PlanInForce;
    const host = {
      changedByHost: async () => [],
      missingInterfaces: () => [],
      async takePorts() {},
    } as unknown as HostSide;
    const open = {
      async differences() {
        done.push('compared');
        return { missing: [], foreign: [], renumbered: [], muted: [], isAsSet: true };
      },
      flows: { isChangedByOthers: async () => areMissing },
    } as unknown as Connections;
    rounds = new UpkeepRounds({
      host,
      inForce,
      devices: new Map(),
      forwardingDatabaseSize: 100,
      clock,
      open: () => open,
      change: (work) => work(),
      report: (_level, message) => reports.push(wordsOf(message)),
      complain: (what) => reports.push(wordsOf(what)),
    });
  });

  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('are put right together in a moment, and nothing else is looked at for that', async () => {
    rounds.rulesChanged({ rules: [rule(1)], areAll: true });
    await pass(100);
    rounds.rulesChanged({ rules: [rule(2), rule(1)], areAll: true });
    expect(done).toEqual([]);
    await pass(100);
    expect(done).toEqual([[1, 2]]);
    await pass(1000);
    expect([done, reports]).toEqual([[[1, 2]], [REPAIRED]]);
    rounds.rulesChanged({ rules: [rule(3)], areAll: true });
    await pass(200);
    expect(done).toEqual([[1, 2], [3]]);
  });

  it('do not keep a round from looking at everything', async () => {
    rounds.rulesChanged({ rules: [rule(1)], areAll: true });
    rounds.keepUp();
    await pass(0);
    expect([done, reports]).toEqual([[[1], 'compared'], [REPAIRED]]);
  });

  it('are installed with all others where more is missing, and told once', async () => {
    areMissing = true;
    rounds.rulesChanged({ rules: [rule(1)], areAll: true });
    rounds.keepUp();
    await pass(0);
    expect([done, reports]).toEqual([[[1], 'compared', 'installed', 'compared'], [REPAIRED]]);
  });

  it('are installed with all others where some went unreported, and where the bridge refuses them', async () => {
    rounds.rulesChanged({ rules: [rule(1)], areAll: false });
    await pass(200);
    expect(done).toEqual(['compared', 'installed', 'compared']);
    failure = new Error('Its group is gone.');
    rounds.rulesChanged({ rules: [rule(2)], areAll: true });
    await pass(200);
    expect(done.slice(3)).toEqual([[2], 'compared', 'installed', 'compared']);
    expect(reports).toEqual([REPAIRED, REPAIRED]);
  });
});
