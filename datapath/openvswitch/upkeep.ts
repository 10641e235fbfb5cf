import { type Message, say } from '../../model/values/message.ts';
import type { PortDevices } from './bridge.ts';
import type { Connections } from './connections.ts';
import { ForeignRules } from './foreign-rules.ts';
import { type HostSide, othersOnBridge } from './host-side.ts';
import type { ForeignChanges } from './openflow/flow-monitor.ts';
import type { PlanInForce } from './plan-in-force.ts';

/** How often what is there is held against what is in force, in milliseconds. */
export const UPKEEP_MILLISECONDS = 5000;
/** Longest pause before what comes back again and again is put right once more, in milliseconds. */
const LONGEST_PAUSE = 300_000;

const RULES_CHANGED = say('Rules of the bridge had been changed.');

/** Differences found by a look, and those that remain after it. */
export interface Findings {
  readonly found: readonly Message[];
  readonly left: readonly Message[];
  /** Why it is left, where that is known. */
  readonly failure?: unknown;
}

/** The parts that upkeep checks and uses. */
export interface Kept {
  readonly host: HostSide;
  readonly inForce: PlanInForce;
  readonly devices: PortDevices;
}

/** Holds the bridge and the host's devices against what is in force: others can change both. */
export class Upkeep {
  readonly #kept: Kept;
  readonly #foreign = new ForeignRules();
  /** Until then what could not be put right is left as it is. */
  #notBefore = 0;
  #pause = 0;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  /** Somebody else has changed rules. */
  rulesChanged(changes: ForeignChanges): void {
    this.#foreign.add(changes);
  }

  /**
   * Looks for differences from what is in force. Rules that others are known to have changed are put right one by one; everything
   * else is repaired by `mend`, which has to recreate some ports of the bridge, and to write into its database only if something
   * differs there: its disk may be full. Reports the differences, and those that remain: they are left for a while, each time for
   * longer. `now` is in milliseconds. With `areRulesEnough` nothing else is looked at where putting such rules right was all there was
   * to do: changes wait for a look.
   */
  async look(
    connections: Connections,
    now: number,
    areRulesEnough: boolean,
    mend: (anew: readonly string[], isBridgeOther: boolean) => Promise<void>,
  ): Promise<Findings> {
    if (now < this.#notBefore) return { found: [], left: [] };
    const { areAll, rules } = this.#foreign.take();
    const areRulesOther = !areAll || !(await this.#mendRules(rules, connections));
    if (areRulesEnough && !areRulesOther && rules.length > 0) return { found: [RULES_CHANGED], left: [] };
    const { found, muted, isBridgeOther } = await this.#differences(connections, areRulesOther);
    if (found.length === 0) {
      this.#pause = 0;
      return { found: rules.length > 0 ? [RULES_CHANGED] : [], left: [] };
    }
    if (rules.length > 0 && !found.includes(RULES_CHANGED)) found.push(RULES_CHANGED);
    this.#pause = Math.min(this.#pause === 0 ? UPKEEP_MILLISECONDS : this.#pause * 2, LONGEST_PAUSE);
    this.#notBefore = now + this.#pause;
    let failure: unknown;
    try {
      await mend(muted, isBridgeOther);
    } catch (error) {
      failure = error;
      // Counting them does not show rules that have been replaced by others.
      if (areRulesOther) this.#foreign.addUnknown();
    }
    // Reports of rules may by now be outdated.
    const { found: left } = await this.#differences(connections, false);
    if (left.length === 0 && failure === undefined) this.#pause = this.#notBefore = 0;
    return { found, left, failure };
  }

  /** Whether just these rules could be put right: a group that one of them names may be gone. */
  async #mendRules(rules: ForeignChanges['rules'], connections: Connections): Promise<boolean> {
    if (rules.length === 0) return true;
    return this.#kept.inForce.mend(rules, connections).then(
      () => true,
      () => false,
    );
  }

  async #differences(
    connections: Connections,
    areRulesOther: boolean,
  ): Promise<{ readonly found: Message[]; readonly muted: readonly string[]; readonly isBridgeOther: boolean }> {
    const { host, inForce, devices } = this.#kept;
    const others = othersOnBridge(inForce.plan);
    const [{ missing, foreign, renumbered, muted: everyMuted, isAsSet }, changed, areRulesMissing] = await Promise.all([
      connections.differences(others),
      host.changedByHost(inForce.plan),
      connections.flows.isChangedByOthers(() => inForce.ruleCount),
    ]);
    const present = new Set(devices.values());
    // The bridge's own port has no part in forwarding.
    const muted = everyMuted.filter((name) => present.has(name) || others.has(name));
    const gone = new Set([...missing, ...host.missingInterfaces(inForce.plan)]);
    const found = [
      ...[...gone].map((name) =>
        present.has(name)
          ? say('Interface {{device}} had been removed from the bridge.', { device: name })
          : say('Interface {{device}} of the switch had been removed.', { device: name }),
      ),
      ...foreign.map((name) => say('Interface {{device}} had been added to the bridge.', { device: name })),
      ...changed,
      ...[...new Set([...renumbered, ...muted])].map((name) =>
        say('Interface {{device}} had been changed on the bridge.', { device: name }),
      ),
      ...(isAsSet ? [] : [say('Settings of the bridge had been changed.')]),
      ...(areRulesOther || areRulesMissing ? [RULES_CHANGED] : []),
    ];
    const isBridgeOther =
      [gone, new Set([...foreign, ...renumbered, ...muted])].some(({ size }) => size > 0) || !isAsSet;
    return { found, muted, isBridgeOther };
  }
}
