import { randomInt } from 'node:crypto';
import { breath } from '../breath.ts';
import type { BridgePortNumber, MacAddress } from '../plan.ts';
import { EVERY_LEARNED, learnedCookie, portOfCookie } from './learned-cookie.ts';
import { type LearnedRow, learnedRow } from './learned-rows.ts';
import { groupsAndMetersDigest } from './openflow/bridge-digest.ts';
import { commitBundle } from './openflow/bundle.ts';
import { type Flow, flowKey } from './openflow/flow.ts';
import {
  addFlow,
  type CookieMask,
  deleteFlow,
  deleteFlows,
  deleteReported,
  type FlowSelection,
} from './openflow/flow-mod.ts';
import { countFlows, flowStatistics } from './openflow/flow-statistics.ts';
import { changeGroups } from './openflow/group.ts';
import { type Meter, meterDrops, setMeter } from './openflow/meter.ts';
import type { OpenFlowConnection } from './openflow/openflow-connection.ts';
import { ruleTimeout } from './pipeline/bridge-port-flows.ts';
import { type ChangeStep, changeSteps, RULES_AT_ONCE, undoing } from './pipeline/change-steps.ts';
import { RULE_TABLES, Table } from './pipeline/layout.ts';
import type { Mending } from './pipeline/mending.ts';
import { to } from './pipeline/rule.ts';
import type { FlowChanges } from './pipeline/sections.ts';
import { isSelected, type RowSelection, rulesOf } from './row-selection.ts';
import { type SourceCount, sourceCount } from './secure-sources.ts';

/** Connections to the tables of a bridge. */
export interface FlowLines {
  /** OpenFlow 1.4, only for changes. */
  readonly rules: OpenFlowConnection;
  /**
   * OpenFlow 1.0, whose statistics contain the age of a rule: reads run in parallel to changes, not behind them. Also
   * for groups.
   */
  readonly statistics: OpenFlowConnection;
  /** Empties the cache of forwarding decisions. */
  purge(): Promise<void>;
}

/** Rules to be added and taken away, and what goes with them. */
export interface RuleChange extends FlowChanges {
  /** The meters that the rules name; those of former rules stay. */
  readonly meters: readonly Meter[];
  /** The learned rows that no longer hold. */
  readonly stale?: readonly RowSelection[];
  /** Whether rows are learned for all VLANs at once. */
  readonly shared?: boolean;
  /** Called when the rules are in force, before any other change begins. */
  carriedOut(): void;
}

interface Flush {
  /** Selection of the rows. */
  readonly rules: readonly FlowSelection[];
  resolve(count: number): void;
  reject(error: unknown): void;
}

/** Leased rules that are to last longer. */
interface Renewal {
  leases(): readonly Flow[];
  readonly seconds: number;
}

/**
 * Seconds until leased rules go that are not renewed; ovs-vswitchd looks once a second. A neighbor opens its blocked end three hello
 * times after our last BPDU, six seconds, and that may have been sent two seconds before the agent died.
 */
const LEASE = 3;
/** The same from an orderly end on, at which a last BPDU is sent. */
const LAST_LEASE = 4;

const EVERY_BIT = 0xffff_ffff_ffff_ffffn;
const GENERATION_MASK = 0xffff_ffffn << 32n;

/** A bridge's OpenFlow tables, over standing connections. Every change is carried out as a whole or not at all. */
export class FlowTable {
  readonly #lines: FlowLines;
  /** Marks the rules of one installation, to distinguish them from those of former ones. */
  #generation = newGeneration();
  readonly #meters = new Map<number, Meter>();
  /** Flushes that no bundle has taken along yet. */
  readonly #flushes: Flush[] = [];
  /** Renewals that no bundle has taken along yet. */
  readonly #renewals: Renewal[] = [];
  /** What was renewed last; undefined after the last renewal. */
  #leases: Renewal['leases'] | undefined;
  #lastChange: Promise<unknown> = Promise.resolve();
  /** The digest of groups and meters as they were left; undefined while they change, and before the first change. */
  #digest: string | undefined;

  constructor(lines: FlowLines) {
    this.#lines = lines;
  }

  /**
   * Changes rules. `next` is called when all earlier changes are done, so that it can start from what is in force. A
   * large change takes several bundles, see `changeSteps`. If it is rejected the rules are as before.
   */
  async change(next: () => RuleChange | Promise<RuleChange>): Promise<void> {
    let others: readonly RowSelection[] = [];
    await this.#inTurn(async () => {
      const change = await next();
      const { groups, withoutGroups, meters, stale = [], shared = false, carriedOut } = change;
      const forgotten = stale.map((selection) => rulesOf(selection, shared));
      others = stale.filter((_, index) => forgotten[index] === undefined);
      await this.#setMeters(meters);
      if (groups.length > 0 || withoutGroups.length > 0) this.#digest = undefined;
      await changeGroups(this.#lines.statistics, groups);
      await this.#take(
        change,
        forgotten.flatMap((rules) => rules ?? []),
      );
      await changeGroups(this.#lines.statistics, [], withoutGroups);
      carriedOut();
      await this.#noteDigest();
    });
    if (others.length > 0)
      await this.forgetRows((rows) => rows.filter((row) => others.some((one) => isSelected(one, row))));
  }

  /** Puts just these rules in force, whatever is there; learned rows stay, and there is no moment without rules. */
  async replace(next: () => RuleChange): Promise<void> {
    await this.#inTurn(async () => {
      const generations = new Set<bigint>();
      // No learned row is in another table, whatever its cookie says.
      const tables = new Set<number>();
      await flowStatistics(this.#lines.statistics, {}, ({ table, cookie }) => {
        if (portOfCookie(cookie) === undefined) generations.add(cookie & GENERATION_MASK);
        else if (table !== Table.learned) tables.add(table);
      });
      await this.#renewBefore(Number.POSITIVE_INFINITY);
      this.#generation = newGeneration();
      const others: readonly FlowSelection[] = [
        ...[...generations].map((value) => ({ cookie: { value, mask: GENERATION_MASK } })),
        ...[...tables].map((table) => ({ table, cookie: EVERY_LEARNED })),
      ];
      const { add, groups, meters, carriedOut } = next();
      // Existing meters may belong to others.
      this.#meters.clear();
      this.#digest = undefined;
      await this.#setMeters(meters);
      await changeGroups(this.#lines.statistics, groups);
      await this.#commit([...leasedLast(add).map((flow) => this.#add(flow)), ...others.map(deleteFlows)]);
      carriedOut();
      await this.#noteDigest();
    });
  }

  /**
   * Puts single rules right, all at once. `next` is called when all earlier changes are done; counts of present rules go on.
   * Rejects if rules of others remain: ovs-vswitchd reports some matches only in part, such as one bit of a VLAN priority.
   */
  async mend(next: () => Mending): Promise<void> {
    await this.#inTurn(async () => {
      const { add, remove } = next();
      // Where all of them were gone, none is to forward before those are back that hold frames up.
      await this.#renewBefore(add.length + remove.length);
      await this.#commit([...remove.map(deleteReported), ...leasedLast(add).map((flow) => this.#add(flow))]);
      const [all, own] = await Promise.all([this.#count(), this.#count(this.#ownCookies)]);
      if (all !== own) throw new Error('Rules of others remain.');
    });
  }

  get #ownCookies(): CookieMask {
    return { value: BigInt(this.#generation) << 32n, mask: GENERATION_MASK };
  }

  /** How many rules there are that are not learned: with these cookies, or any. */
  #count(cookie?: CookieMask): Promise<number> {
    const selections = RULE_TABLES.map((table) => ({ table, ...(cookie && { cookie }) }));
    return countFlows(this.#lines.statistics, selections);
  }

  /**
   * Whether groups or meters differ from what this table last left, or rules of its own are missing: `count` is the
   * expected number. Checked when all earlier changes are done.
   */
  isChangedByOthers(count: () => number): Promise<boolean> {
    return this.#inTurn(async () => {
      const present = await countFlows(this.#lines.statistics, [{ cookie: this.#ownCookies }]);
      return present !== count() || (await groupsAndMetersDigest(this.#lines.rules)) !== this.#digest;
    });
  }

  /**
   * Makes leased rules last for another time; `isLast`: until the next agent renews them. `leases` is asked for them when all earlier
   * changes are done, or between two steps of the change under way, which may take longer than a lease lasts.
   */
  renew(leases: () => readonly Flow[], isLast = false): Promise<void> {
    this.#leases = isLast ? undefined : leases;
    this.#renewals.push({ leases, seconds: isLast ? LAST_LEASE : LEASE });
    return this.#inTurn(async () => {});
  }

  /** Packets that the rules of `table` have matched, added up by the low half of their cookies. */
  async packetCounts(table: number): Promise<ReadonlyMap<number, bigint>> {
    const counts = new Map<number, bigint>();
    await flowStatistics(this.#lines.statistics, { table }, ({ cookie, packets }) => {
      const tag = Number(cookie & 0xffff_ffffn);
      counts.set(tag, (counts.get(tag) ?? 0n) + packets);
    });
    return counts;
  }

  /** Counts of the rules of port security. */
  sourceCounts(): Promise<readonly SourceCount[]> {
    return flowStatistics(this.#lines.statistics, { table: Table.learning }, sourceCount);
  }

  /** Packets that each meter has dropped, by its number. */
  meterDrops(): Promise<ReadonlyMap<number, bigint>> {
    return meterDrops(this.#lines.rules);
  }

  /** How many rows were learned at each of these bridge ports. */
  async countLearned(ports: Iterable<BridgePortNumber>): Promise<ReadonlyMap<BridgePortNumber, number>> {
    const counts = [...ports].map(async (port): Promise<[BridgePortNumber, number]> => {
      const cookie = { value: learnedCookie(port), mask: EVERY_BIT };
      return [port, await countFlows(this.#lines.statistics, [{ table: Table.learned, cookie }])];
    });
    return new Map(await Promise.all(counts));
  }

  /** The learned rows, or those of one address. */
  learned(address?: MacAddress): Promise<LearnedRow[]> {
    const match = address === undefined ? [] : [to(address)];
    return flowStatistics(this.#lines.statistics, { table: Table.learned, match, cookie: EVERY_LEARNED }, learnedRow);
  }

  /**
   * Forgets learned rows; returns how many. `shared` says whether they are learned for all VLANs at once. A request
   * that arrives while a change waits for its turn joins the bundle of that change, such as a topology change.
   */
  async forget(selection: RowSelection, shared: boolean): Promise<number> {
    const rules = rulesOf(selection, shared);
    if (!rules) return this.forgetRows((rows) => rows.filter((row) => isSelected(selection, row)));
    const done = new Promise<number>((resolve, reject) => this.#flushes.push({ rules, resolve, reject }));
    this.#inTurn(() => this.#commitWithFlushes([], [])).catch(() => {});
    return done;
  }

  /** Looks at all learned rows and forgets those that `choose` picks out; returns how many. */
  forgetRows(choose: (rows: readonly LearnedRow[]) => readonly LearnedRow[]): Promise<number> {
    return this.#inTurn(async () => {
      await this.#lines.purge();
      const rows = choose(await this.learned());
      await this.#commitInPieces(rows.map(({ rule }) => deleteFlow(rule)));
      return rows.length;
    });
  }

  /** Applies a new aging time in seconds to the existing rows, counted from now; older ones are deleted at once. */
  setAgeing(ageingTime: number): Promise<void> {
    return this.#inTurn(async () => {
      const timeout = ruleTimeout(ageingTime);
      // Receiving from a station again leaves the timeout of its row as it was: the rule itself has to be recreated.
      const others = (await this.learned()).filter((row) => row.timeout !== timeout);
      await this.#commitInPieces(
        others.map(({ rule, cookie, age }) =>
          ageingTime !== 0 && age >= ageingTime ? deleteFlow(rule) : addFlow(rule, cookie, timeout),
        ),
      );
    });
  }

  /** Goes the steps of a change, and back where one of them is refused. */
  async #take(change: FlowChanges, stale: readonly FlowSelection[]): Promise<void> {
    const { before, atOnce, after } = changeSteps(change);
    const done: ChangeStep[] = [];
    let decided: ChangeStep | undefined;
    try {
      for (const step of [...before, atOnce, ...after]) {
        const flowMods = [...this.#countedAnew(step, change), ...this.#flowMods(step)];
        await this.#renewBefore(flowMods.length, decided);
        await (step === atOnce ? this.#commitWithFlushes(flowMods, stale) : this.#commit(flowMods));
        done.push(step);
        if (step === atOnce) decided = step;
        // Frames that came in meanwhile go first.
        else await breath();
        await this.#renewWaiting(decided);
      }
    } catch (error) {
      for (const step of done.reverse()) await this.#commit(this.#flowMods(undoing(step, change.replaced)));
      throw error;
    }
  }

  #flowMods({ add, remove }: ChangeStep): Uint8Array[] {
    return [...remove.map(deleteFlow), ...leasedLast(add).map((flow) => this.#add(flow))];
  }

  /** A rule that takes the place of another one would go on with its counts, where it counts something else. */
  #countedAnew({ add }: ChangeStep, { replaced }: FlowChanges): Uint8Array[] {
    return add.filter((flow) => (replaced.get(flow) ?? flow).tag !== flow.tag).map(deleteFlow);
  }

  #add(flow: Flow, lease = LEASE): Uint8Array {
    const cookie = (BigInt(this.#generation) << 32n) | BigInt(flow.tag ?? 0);
    return addFlow(flow, cookie, flow.isLeased ? lease : 0);
  }

  async #setMeters(meters: readonly Meter[]): Promise<void> {
    const changed = meters.filter(({ number, unit, rate, burst }) => {
      const present = this.#meters.get(number);
      return unit !== present?.unit || rate !== present.rate || burst !== present.burst;
    });
    if (changed.length === 0) return;
    this.#digest = undefined;
    // None waits for the answer about another one. All answers are awaited, also behind a refusal: what follows finds none under way.
    const outcomes = await Promise.allSettled(
      changed.map(async (meter) => {
        await setMeter(this.#lines.rules, meter);
        this.#meters.set(meter.number, meter);
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  async #noteDigest(): Promise<void> {
    this.#digest ??= await groupsAndMetersDigest(this.#lines.rules);
  }

  /** Commits a bundle that forgets what is stale, and does all flushes that wait by now, too. */
  async #commitWithFlushes(flowMods: readonly Uint8Array[], stale: readonly FlowSelection[]): Promise<void> {
    const flushes = this.#flushes.splice(0);
    try {
      // Frames counted later by a cached decision would be learned again, by the new rules.
      if (flushes.length > 0 || stale.length > 0) await this.#lines.purge();
      const counts = await Promise.all(flushes.map(({ rules }) => countFlows(this.#lines.statistics, rules)));
      const forgotten = [...stale, ...flushes.flatMap(({ rules }) => rules)];
      await this.#commit([...flowMods, ...forgotten.map(deleteFlows)]);
      for (const [index, { resolve }] of flushes.entries()) resolve(counts[index] ?? 0);
    } catch (error) {
      for (const { reject } of flushes) reject(error);
      throw error;
    }
  }

  async #commit(flowMods: readonly Uint8Array[]): Promise<void> {
    if (flowMods.length > 0) await commitBundle(this.#lines.rules, flowMods);
  }

  /** Changes rules of which each is for itself, in pieces: leases are renewed, and frames handed over, between them. */
  async #commitInPieces(flowMods: readonly Uint8Array[]): Promise<void> {
    for (let at = 0; at < flowMods.length; at += RULES_AT_ONCE) {
      await this.#commit(flowMods.slice(at, at + RULES_AT_ONCE));
      await breath();
      await this.#renewWaiting();
    }
  }

  /** A bundle of so many changes may take nearly as long as leases last: they have their whole time from its beginning. */
  async #renewBefore(changes: number, decided?: ChangeStep): Promise<void> {
    if (changes <= RULES_AT_ONCE || this.#leases === undefined) return;
    this.#renewals.push({ leases: this.#leases, seconds: LEASE });
    await this.#renewWaiting(decided);
  }

  /**
   * Does all renewals that wait by now; `decided` is what a change under way has put in force already. If the bridge refuses them,
   * whatever follows is not at fault.
   */
  async #renewWaiting(decided?: ChangeStep): Promise<void> {
    const renewed = this.#renewals
      .splice(0)
      .flatMap(({ leases, seconds }) => leasesAfter(decided, leases()).map((flow) => this.#add(flow, seconds)));
    await this.#commit(renewed).catch(() => {});
  }

  /** One change after the other, in the order that they are asked for; leases that wait meanwhile are renewed before each of them. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastChange.then(async () => {
      await this.#renewWaiting();
      return work();
    });
    this.#lastChange = result.catch(() => {});
    return result;
  }
}

/** The time of a lease begins when ovs-vswitchd reads the rule, not when the bundle is carried out. */
function leasedLast(flows: readonly Flow[]): readonly Flow[] {
  return [...flows.filter(({ isLeased }) => !isLeased), ...flows.filter(({ isLeased }) => isLeased)];
}

/** The leased rules of `former` that hold after a step, and those that it adds. */
function leasesAfter(step: ChangeStep | undefined, former: readonly Flow[]): readonly Flow[] {
  if (step === undefined) return former;
  const changed = new Set([...step.add, ...step.remove].map(flowKey));
  return [...former.filter((flow) => !changed.has(flowKey(flow))), ...step.add.filter(({ isLeased }) => isLeased)];
}

/** Above the high half of learned rows' cookies. */
const FIRST_GENERATION = 0x1000;

function newGeneration(): number {
  return randomInt(FIRST_GENERATION, 0x7fff_ffff);
}
