import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeBridge, type FakeBridge } from '../../tests/openvswitch/fake-bridge.ts';
import { FlowTable, type RuleChange } from './flow-table.ts';
import type { LearnedRow } from './learned-rows.ts';
import type { Flow } from './openflow/flow.ts';
import { OpenFlowVersion } from './openflow/message.ts';
import { OpenFlowConnection } from './openflow/openflow-connection.ts';
import { OpenFlowError } from './openflow/openflow-error.ts';
import { Table } from './pipeline/layout.ts';

const COMMAND_AT = 17;
const ADD = 0;
const DELETE_STRICT = 4;
const PRIORITY_AT = 22;
/** The low octet of the seconds. */
const HARD_TIMEOUT_AT = 21;

/** Seconds from one BPDU to the next, and from one look of ovs-vswitchd for rules that are over to the next. */
const HELLO_TIME = 2;
const LOOK = 1;

function rule(priority: number): Flow {
  return { table: 1, priority, match: [], actions: [] };
}

/** The priorities of the rules in a bundle distinguish them here. */
function priorities(bundle: readonly Uint8Array[] | undefined): number[] {
  return (bundle ?? []).map((change) => ((change[PRIORITY_AT] ?? 0) << 8) + (change[PRIORITY_AT + 1] ?? 0));
}

describe('the rules of a bridge', () => {
  let bridge: FakeBridge;
  let rules: OpenFlowConnection;
  let statistics: OpenFlowConnection;
  let table: FlowTable;
  let purges: number;

  beforeEach(async () => {
    bridge = await createFakeBridge();
    rules = await OpenFlowConnection.open(bridge.path, OpenFlowVersion.v14, { lost() {} });
    statistics = await OpenFlowConnection.open(bridge.path, OpenFlowVersion.v10, { lost() {} });
    purges = 0;
    const purge = async () => {
      purges += 1;
    };
    table = new FlowTable({ rules, statistics, purge });
  });

  afterEach(async () => {
    rules.close();
    statistics.close();
    await bridge.close();
  });

  /** A change that adds rules of these priorities. */
  function adding(added: readonly number[], carriedOut = () => {}): () => RuleChange {
    return () => ({
      add: added.map(rule),
      remove: [],
      replaced: new Map(),
      groups: [],
      withoutGroups: [],
      meters: [],
      carriedOut,
    });
  }

  it('are leased for less time than a neighbor knows of us by its last BPDU, which is new at an orderly end', async () => {
    const leased: Flow = { ...rule(1), isLeased: true };
    await table.renew(() => [leased]);
    await table.renew(() => [leased], true);
    const [usual = 0, last = 0] = bridge.committed.map(([change]) => change?.[HARD_TIMEOUT_AT] ?? 0);
    expect(usual).toBeGreaterThan(0);
    expect(usual + LOOK).toBeLessThanOrEqual(3 * HELLO_TIME - HELLO_TIME);
    expect(last).toBeGreaterThan(usual);
    expect(last + LOOK).toBeLessThan(3 * HELLO_TIME);
  });

  const meter = (number: number) => ({ number, unit: 'packets' as const, rate: 100, burst: 10 });

  it('name meters that are all ordered before the first answer, and come after the last one', async () => {
    let answer = () => {};
    bridge.holdMeters = new Promise((resolve) => {
      answer = resolve;
    });
    await new Promise<void>((resolve) => {
      const ordered = new Set<number>();
      bridge.refusesMeter = (number) => {
        if (ordered.add(number).size === 3) resolve();
        return false;
      };
      void table.change(() => ({ ...adding([1])(), meters: [1, 2, 3].map(meter) }));
    });
    expect(bridge.committed).toEqual([]);
    answer();
    await table.change(adding([2]));
    expect(bridge.committed.map(priorities)).toEqual([[1], [2]]);
  });

  it('do not come where one of their meters is refused, and the accepted ones are not ordered again', async () => {
    const ordered: number[] = [];
    const ordering = (refused?: number) => (number: number) => {
      ordered.push(number);
      return number === refused;
    };
    bridge.refusesMeter = ordering(2);
    const change = () => table.change(() => ({ ...adding([1])(), meters: [1, 2, 3].map(meter) }));
    await expect(change()).rejects.toThrow(OpenFlowError);
    expect(bridge.committed).toEqual([]);
    ordered.splice(0);
    bridge.refusesMeter = ordering();
    await change();
    expect(ordered).toEqual([2]);
    expect(bridge.committed.map(priorities)).toEqual([[1]]);
  });

  it('that are leased are renewed between the steps of a large change, as they are by then', async () => {
    const vlan = (priority: number) => ({ ...rule(priority), table: Table.vlan });
    const leased = (priority: number): Flow => ({ ...rule(priority), isLeased: true });
    const going = Array.from({ length: 300 }, (_, index) => vlan(1000 + index));
    const coming = Array.from({ length: 300 }, (_, index) => vlan(2000 + index));
    const former = [leased(1), leased(2), leased(3)];
    const replaced = leased(2);
    const renewals: Promise<void>[] = [];
    // A renewal falls due while the first and the last step are under way.
    bridge.refuses = (change) => {
      if ([1000, 2299].includes(priorities([change])[0] ?? 0)) renewals.push(table.renew(() => former));
      return false;
    };
    await table.change(() => ({
      ...adding([])(),
      add: [...coming, replaced, leased(4)],
      remove: [...going, leased(3)],
      replaced: new Map([[replaced, former[1] ?? rule(0)]]),
    }));
    await Promise.all(renewals);
    const steps = bridge.committed.map(priorities);
    expect(steps.map((step) => step.length)).toEqual([256, 3, 44, 3, 256, 44, 3]);
    expect(steps[1]).toEqual([1, 2, 3]);
    expect(steps.at(-1)).toEqual([1, 2, 4]);
    expect(renewals).toHaveLength(2);
  });

  it('that are leased are renewed before a bundle that may take long, and read last of it', async () => {
    const leased = (priority: number): Flow => ({ ...rule(priority), isLeased: true });
    await table.renew(() => [leased(1)]);
    const many = Array.from({ length: 300 }, (_, index) => 1000 + index);
    await table.change(() => ({ ...adding(many)(), add: [leased(2), ...many.map(rule)] }));
    await table.replace(() => ({ ...adding([])(), add: [leased(3), rule(4)] }));
    const bundles = bridge.committed.map(priorities);
    expect(bundles.map((bundle) => bundle.length)).toEqual([1, 1, 301, 1, 2]);
    expect([bundles[1], bundles[2]?.at(-1), bundles[3], bundles[4]]).toEqual([[1], 2, [1], [4, 3]]);
    // A change that is over soon has no need of it, and after the last renewal nothing is renewed.
    await table.change(adding([5]));
    await table.renew(() => [leased(6)], true);
    await table.replace(adding([7]));
    expect(bridge.committed.slice(5).map(priorities)).toEqual([[5], [6], [7]]);
  });

  it('that are leased are renewed while many learned rows are forgotten', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => ({ rule: rule(1000 + index) }) as LearnedRow);
    const renewals: Promise<void>[] = [];
    // A renewal falls due while the first rows go.
    bridge.refuses = (change) => {
      if (priorities([change])[0] === 1000) renewals.push(table.renew(() => [{ ...rule(1), isLeased: true }]));
      return false;
    };
    expect(await table.forgetRows(() => rows)).toBe(600);
    await Promise.all(renewals);
    expect(bridge.committed.map((bundle) => bundle.length)).toEqual([256, 1, 256, 88]);
  });

  it('are put right in one bundle, where all earlier changes are in force', async () => {
    const strange = Array.from({ length: 300 }, (_, index) => ({
      table: 1,
      priority: 1000 + index,
      fields: Uint8Array.of(0, 1, 0x68, 4, 0, 0, 0, 9),
    }));
    let isInForce = false;
    const changed = table.change(
      adding([1], () => {
        isInForce = true;
      }),
    );
    const mended = table.mend(() => ({
      add: [{ ...rule(3), isLeased: true }, rule(isInForce ? 2 : 0)],
      remove: strange,
    }));
    await Promise.all([changed, mended]);
    expect(bridge.committed.map((bundle) => bundle.length)).toEqual([1, 302]);
    const [first] = bridge.committed[1] ?? [];
    expect(first?.[COMMAND_AT]).toBe(DELETE_STRICT);
    expect(first?.subarray(44)).toEqual(Uint8Array.of(0, 1, 0x68, 4, 0, 0, 0, 9, 0, 0, 0, 0));
    expect(priorities(bridge.committed[1]).slice(-2)).toEqual([2, 3]);
    expect(bridge.committed[1]?.at(-1)?.[HARD_TIMEOUT_AT]).toBeGreaterThan(0);
  });

  it('change although the bridge refuses to renew the leases before', async () => {
    bridge.refuses = (change) => priorities([change])[0] === 7;
    const first = table.change(adding([1]));
    const renewed = table.renew(() => [{ ...rule(7), isLeased: true }]);
    await Promise.all([first, renewed.catch(() => {}), table.change(adding([2]))]);
    expect(bridge.committed.map(priorities)).toEqual([[1], [2]]);
  });

  it('change in one bundle with the flushes that follow at once', async () => {
    const changed = table.change(adding([1, 2]));
    const ports = Array.from({ length: 24 }, (_, index) => index + 1);
    const vlans = new Set([10, 11]);
    const flushed = ports.map((port) => table.forget({ ports: new Set([port]), vlans }, false));
    await Promise.all([changed, ...flushed]);
    expect(bridge.committed).toHaveLength(1);
    // Atomic and ordered: no frame meets a mixture.
    expect([...bridge.flags]).toEqual([3]);
    expect(bridge.committed[0]).toHaveLength(2 + 24);
    expect(purges).toBe(1);
  });

  it('are as before where the bridge refuses one, and later changes go on', async () => {
    const done: string[] = [];
    bridge.refuses = (change) => priorities([change])[0] === 2;
    const refused = table.change(adding([1, 2, 3], () => done.push('refused')));
    const later = table.change(adding([4], () => done.push('later')));
    await expect(refused).rejects.toBeInstanceOf(OpenFlowError);
    await later;
    expect(bridge.committed.map(priorities)).toEqual([[4]]);
    expect(bridge.discarded).toBe(1);
    expect(done).toEqual(['later']);
  });

  it('are as before where the bridge refuses a later part of a large change', async () => {
    const vlans = Array.from({ length: 600 }, (_, index) => ({ ...rule(index), table: Table.vlan }));
    bridge.refuses = (change) => change[COMMAND_AT] === ADD && priorities([change])[0] === 599;
    let isCarriedOut = false;
    const change = () => ({
      ...adding([], () => {
        isCarriedOut = true;
      })(),
      add: vlans,
    });
    await expect(table.change(change)).rejects.toBeInstanceOf(OpenFlowError);
    const added = new Set<number>();
    for (const flowMod of bridge.committed.flat()) {
      const [priority = 0] = priorities([flowMod]);
      if (flowMod[COMMAND_AT] === ADD) added.add(priority);
      else added.delete(priority);
    }
    expect(bridge.committed.length).toBeGreaterThan(2);
    expect(added).toEqual(new Set());
    expect(isCarriedOut).toBe(false);
  });

  it('are asked for what is next only when what was before is in force', async () => {
    let letGo = () => {};
    bridge.hold = new Promise((resolve) => {
      letGo = resolve;
    });
    let inForce = 0;
    const first = table.change(
      adding([1], () => {
        inForce = 1;
      }),
    );
    const second = table.change(() => adding([inForce + 10])());
    // Reading the counters runs in parallel to the changes.
    expect(await table.packetCounts(1)).toEqual(new Map());
    expect(bridge.committed).toEqual([]);
    letGo();
    await Promise.all([first, second]);
    expect(bridge.committed.map(priorities)).toEqual([[1], [11]]);
  });

  it('fail with the connection, and nothing waits for ever', async () => {
    bridge.hold = new Promise(() => {});
    const changes = [table.change(adding([1])), table.change(adding([2])), table.forget({}, false)];
    const ends = Promise.allSettled(changes);
    await bridge.close();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
