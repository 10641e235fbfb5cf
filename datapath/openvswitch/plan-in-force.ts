import { emptyPlan, type ForwardingPlan, type PortNumber } from '../plan.ts';
import type { Bridge, PortDevices } from './bridge.ts';
import type { FlowTable } from './flow-table.ts';
import { type Staleness, staleRows, strayRows } from './forwarding-database.ts';
import type { HostSide } from './host-side.ts';
import { type CompiledFlows, compileFlows, flowChanges, noFlows } from './pipeline/compile-flows.ts';
import { sameMirrors } from './same-mirrors.ts';

/** The plan that a bridge and its host carry out, and the way from it to the next one. */
export class PlanInForce {
  readonly #bridge: Bridge;
  readonly #host: HostSide;
  readonly #ports: readonly PortNumber[];
  #compiled: CompiledFlows = noFlows;
  #plan: ForwardingPlan | undefined;

  constructor(bridge: Bridge, host: HostSide, devices: PortDevices) {
    this.#bridge = bridge;
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

  /** Changes what differs between the plan in force and `plan`. Where it fails, some of that may be done. */
  async change(plan: ForwardingPlan, flows: FlowTable): Promise<void> {
    const former = this.#plan;
    if (!former) return this.install(plan, flows);
    await this.#host.prepare(plan, former);
    const compiled = compileFlows(plan, this.#ports, this.#compiled);
    await flows.change(flowChanges(this.#compiled, compiled));
    this.#compiled = compiled;
    if (!sameMirrors(plan.mirrors, former.mirrors)) await this.#bridge.setMirrors([...plan.mirrors.values()]);
    await this.#host.finish(plan, former);
    await forget(flows, staleRows(former, plan));
    if (plan.learning.ageingTime !== former.learning.ageingTime) await flows.setAgeing(plan.learning.ageingTime);
    this.#plan = plan;
  }

  /** Pushes everything, as to a switch that knows nothing, and takes away what is not part of the plan. */
  async install(plan: ForwardingPlan, flows: FlowTable): Promise<void> {
    await this.#host.prepare(plan, undefined);
    const compiled = compileFlows(plan, this.#ports, noFlows);
    await flows.replace(flowChanges(noFlows, compiled).add);
    this.#compiled = compiled;
    await this.#bridge.setMirrors([...plan.mirrors.values()]);
    await this.#host.finish(plan, undefined);
    await forget(flows, strayRows(plan));
    await flows.setAgeing(plan.learning.ageingTime);
    this.#plan = plan;
  }

  /** Puts one port back whose device was made anew. */
  async installPort(port: PortNumber, device: string): Promise<void> {
    await this.#host.takePort(device);
    await this.#bridge.readd(port, device);
    await this.#host.configurePort(port, this.plan.ports.get(port));
    const mirrors = [...this.plan.mirrors.values()];
    if (mirrors.length > 0) await this.#bridge.setMirrors(mirrors);
  }
}

async function forget(flows: FlowTable, stale: Staleness): Promise<void> {
  if (stale) await flows.forget(stale);
}
