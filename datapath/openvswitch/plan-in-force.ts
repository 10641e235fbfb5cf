import { emptyPlan, type ForwardingPlan, type PortNumber } from '../plan.ts';
import type { PortDevices } from './bridge.ts';
import type { Connections } from './connections.ts';
import { staleRows, strayRows } from './forwarding-database.ts';
import type { HostSide } from './host-side.ts';
import { type CompiledFlows, compileFlows, flowChanges, noFlows } from './pipeline/compile-flows.ts';
import { sameMirrors } from './same-mirrors.ts';

/** The plan that a bridge and its host carry out, and the way from it to the next one. */
export class PlanInForce {
  readonly #host: HostSide;
  readonly #ports: readonly PortNumber[];
  #compiled: CompiledFlows = noFlows;
  #plan: ForwardingPlan | undefined;

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

  /** Changes what differs between the plan in force and `plan`. Where it fails, some of that may be done. */
  async change(plan: ForwardingPlan, connections: Connections): Promise<void> {
    const former = this.#plan;
    if (!former) return this.install(plan, connections);
    const { flows } = connections;
    await this.#host.prepare(plan, former, connections.bridge);
    const compiled = compileFlows(plan, this.#ports, this.#compiled);
    await flows.setMeters(compiled.meters);
    await flows.change(() => ({
      ...flowChanges(this.#compiled, compiled),
      stale: staleRows(former, plan),
      shared: plan.learning.constraint === 'shared',
    }));
    this.#compiled = compiled;
    if (!sameMirrors(plan.mirrors, former.mirrors)) await this.#setMirrors(plan, connections);
    await this.#host.finish(plan, former);
    if (plan.learning.ageingTime !== former.learning.ageingTime) await flows.setAgeing(plan.learning.ageingTime);
    this.#plan = plan;
  }

  /** Pushes everything, as to a switch that knows nothing, and takes away what is not part of the plan. */
  async install(plan: ForwardingPlan, connections: Connections): Promise<void> {
    const { flows } = connections;
    await this.#host.prepare(plan, undefined, connections.bridge);
    const compiled = compileFlows(plan, this.#ports, noFlows);
    await flows.setMeters(compiled.meters);
    await flows.replace(() => flowChanges(noFlows, compiled).add);
    this.#compiled = compiled;
    await this.#setMirrors(plan, connections);
    await this.#host.finish(plan, undefined);
    await flows.forgetRows(strayRows(plan));
    await flows.setAgeing(plan.learning.ageingTime);
    this.#plan = plan;
  }

  /** Puts one port back whose device was made anew. */
  async installPort(port: PortNumber, device: string, connections: Connections): Promise<void> {
    await this.#host.takePort(device);
    await connections.bridge.readd(port, device);
    await this.#host.configurePort(port, this.plan.ports.get(port));
    if (this.plan.mirrors.size > 0) await this.#setMirrors(this.plan, connections);
  }

  async #setMirrors({ mirrors }: ForwardingPlan, { bridge, control }: Connections): Promise<void> {
    await bridge.setMirrors([...mirrors.values()]);
    await control.purge();
  }
}
