import { breath } from '../breath.ts';
import { emptyPlan, type ForwardingPlan, type PortNumber } from '../plan.ts';
import { emptyState, type ForwardingState } from '../state.ts';
import { AccessHits } from './access-hits.ts';
import type { PortDevices } from './bridge.ts';
import type { Connections } from './connections.ts';
import type { FlowTable, RuleChange } from './flow-table.ts';
import { mistakenRows, staleRows, strayRows } from './forwarding-database.ts';
import type { HostSide } from './host-side.ts';
import type { ReportedRule } from './openflow/reported-rule.ts';
import { type CompiledFlows, compileFlows, flowChanges, leasedFlows, noFlows } from './pipeline/compile-flows.ts';
import { Table } from './pipeline/layout.ts';
import { mendingOf } from './pipeline/mending.ts';
import { classOfMeter } from './pipeline/punt-flows.ts';
import { classOfTag } from './pipeline/rule.ts';

/** The inputs of the rules in the bridge, and the rules. */
interface RulesInForce {
  readonly plan: ForwardingPlan;
  readonly state: ForwardingState;
  readonly compiled: CompiledFlows;
}

const NO_RULES: RulesInForce = { plan: emptyPlan, state: emptyState, compiled: noFlows };

/** The plan and the state that a bridge and its host carry out, and the way from them to the next ones. */
export class PlanInForce {
  readonly #host: HostSide;
  readonly #ports: readonly PortNumber[];
  #plan: ForwardingPlan | undefined;
  /** The wanted state; the rules follow in a moment. */
  #state: ForwardingState = emptyState;
  #rules = NO_RULES;
  readonly #accessHits = new AccessHits();
  #update: Promise<void> | undefined;

  constructor(host: HostSide, devices: PortDevices) {
    this.#host = host;
    this.#ports = [...devices.keys()];
  }

  /** Undefined until the first plan, when the rules of a former start may still forward. */
  get given(): ForwardingPlan | undefined {
    return this.#plan;
  }

  /** The plan, the one that forwards nothing where there is none yet. */
  get plan(): ForwardingPlan {
    return this.#plan ?? emptyPlan;
  }

  /** The state that is wanted. */
  get state(): ForwardingState {
    return this.#state;
  }

  /** The kind of the class of frames that a rule with the low half `tag` of its cookie hands over; undefined for none. */
  kindOf(tag: number): string | undefined {
    return this.#kindNumbered(classOfTag(tag));
  }

  /** The kind of the class whose rate a meter keeps; undefined for a meter of anything else. */
  kindOfMeter(meter: number): string | undefined {
    const number = classOfMeter(meter);
    return number === undefined ? undefined : this.#kindNumbered(number);
  }

  #kindNumbered(number: number): string | undefined {
    for (const [kind, known] of this.#rules.compiled.classes) if (known === number) return kind;
    return undefined;
  }

  /** Frames that each rule of the access control list has decided, by its key. */
  async accessHits(flows: FlowTable): Promise<ReadonlyMap<number, bigint>> {
    if (this.#rules.compiled.access.rules.size === 0) return new Map();
    return this.#accessHits.add(await flows.packetCounts(Table.accessRules));
  }

  /** Notes the state that every change from now on carries along. */
  want(state: ForwardingState): void {
    this.#state = state;
  }

  /**
   * Puts the state that is wanted in force, past whatever else is under way; of several that are wanted meanwhile only
   * the last one is. Before the first plan there is nothing that it could hold for.
   */
  update({ flows }: Connections): Promise<void> {
    this.#update ??= flows.change(() => {
      this.#update = undefined;
      return this.#changeTo(this.#rules.plan);
    });
    return this.#update;
  }

  /** Renews the rules that hold only as long as this process lives; `isLast`: it ends in order. */
  async renew({ flows }: Connections, isLast = false): Promise<void> {
    await flows.renew(() => leasedFlows(this.#rules.compiled), isLast);
  }

  /** Applies the differences between the plan in force and `plan`. If it fails, some of them may be applied. */
  async change(plan: ForwardingPlan, connections: Connections): Promise<void> {
    const former = this.#plan;
    if (!former) return this.install(plan, connections);
    const { flows, bridge } = connections;
    await this.#host.prepare(plan, former, bridge);
    // The counts of recreated rules would be lost with them.
    if (plan.accessControl !== former.accessControl) await this.accessHits(flows);
    await flows.change(() => this.#changeTo(plan));
    const shared = plan.learning.constraint === 'shared';
    await Promise.all(mistakenRows(former, plan).map((rows) => flows.forget(rows, shared)));
    await this.#host.finish(plan, former, bridge);
    if (plan.learning.ageingTime !== former.learning.ageingTime) await flows.setAgeing(plan.learning.ageingTime);
    this.#plan = plan;
  }

  /** Pushes everything, as to a switch that knows nothing, and takes away what is not part of the plan. */
  async install(plan: ForwardingPlan, connections: Connections): Promise<void> {
    const { flows, bridge } = connections;
    await this.#host.prepare(plan, undefined, bridge);
    await this.#replaceRules(plan, flows);
    await this.accessHits(flows);
    await this.#host.finish(plan, undefined, bridge);
    await this.#forgetStrays(plan, flows);
    await flows.setAgeing(plan.learning.ageingTime);
    this.#plan = plan;
  }

  /** Pushes only the rules. */
  async installRules(plan: ForwardingPlan, { flows }: Connections): Promise<void> {
    await this.#replaceRules(plan, flows);
  }

  /** Puts just these rules right, which others changed; addresses that were learned by them meanwhile go. */
  async mend(changed: readonly ReportedRule[], { flows }: Connections): Promise<void> {
    await flows.mend(() => mendingOf(this.#rules.compiled, changed));
    await this.#forgetStrays(this.plan, flows);
  }

  async #forgetStrays(plan: ForwardingPlan, flows: FlowTable): Promise<void> {
    const isStray = strayRows(plan, this.#state);
    await flows.forgetRows((rows) => rows.filter(isStray));
  }

  /** How many rules there are. */
  get ruleCount(): number {
    return countOf(this.#rules.compiled);
  }

  /** Puts one port back whose device was recreated. */
  async installPort(port: PortNumber, device: string, connections: Connections): Promise<void> {
    await this.#host.takePorts([device]);
    await connections.bridge.readd(port, device);
    await this.#host.configurePort(port, this.plan);
  }

  /** The way from the rules in force to those of `plan` with the state that is wanted now. */
  async #changeTo(plan: ForwardingPlan): Promise<RuleChange> {
    const former = this.#rules;
    const state = this.#state;
    const compiled = compileFlows(plan, state, this.#ports, former.compiled);
    const isOfVlans = plan.vlans !== former.plan.vlans;
    // Each of these takes milliseconds where thousands of VLANs change; frames that came in meanwhile go first.
    if (isOfVlans) await breath();
    const changes = flowChanges(former.compiled, compiled);
    if (isOfVlans) await breath();
    return {
      ...changes,
      meters: compiled.meters,
      stale: staleRows(former, { plan, state }),
      shared: plan.learning.constraint === 'shared',
      carriedOut: () => {
        this.#carriedOut({ plan, state, compiled });
      },
    };
  }

  #carriedOut(rules: RulesInForce): void {
    this.#rules = rules;
    this.#accessHits.follow(rules.compiled.access);
  }

  async #replaceRules(plan: ForwardingPlan, flows: FlowTable): Promise<void> {
    await flows.replace(() => {
      const state = this.#state;
      const compiled = compileFlows(plan, state, this.#ports, { ...noFlows, access: this.#rules.compiled.access });
      return {
        ...flowChanges(noFlows, compiled),
        meters: compiled.meters,
        carriedOut: () => {
          this.#carriedOut({ plan, state, compiled });
        },
      };
    });
  }
}

function countOf({ families }: CompiledFlows): number {
  let count = 0;
  for (const { sections } of families.values()) for (const { flows } of sections.values()) count += flows.length;
  return count;
}
