import type { PortList } from '../../../model/values/port-list.ts';
import type { Clock } from '../../clock.ts';
import type { CablePair, Connection, Environment, ManagementPath } from '../../datapath.ts';
import type { ForwardingPlan, PortNumber } from '../../plan.ts';
import type { Surroundings, VirtualDatapath } from '../virtual-datapath.ts';
import { SocketCable, type SocketCablePlan } from './socket-cable.ts';

/** Surroundings with cables to other agents beside what `inner` plays. */
export class CabledSurroundings implements Surroundings {
  readonly #inner: Surroundings;
  readonly #plans: readonly SocketCablePlan[];
  readonly #clock: Clock;
  #cables: readonly SocketCable[] = [];

  constructor(inner: Surroundings, plans: readonly SocketCablePlan[], clock: Clock) {
    this.#inner = inner;
    this.#plans = plans;
    this.#clock = clock;
  }

  async begin(chassis: VirtualDatapath): Promise<void> {
    await this.#inner.begin(chassis);
    this.#cables = this.#plans.map((plan) => new SocketCable(chassis, plan, this.#clock));
    // One after another: two of them may lead to each other.
    for (const cable of this.#cables) await cable.begin();
  }

  planned(plan: ForwardingPlan): void {
    this.#inner.planned(plan);
  }

  environment(): Environment {
    return this.#inner.environment();
  }

  losingPower(plan: ForwardingPlan): PortList {
    return this.#inner.losingPower(plan);
  }

  /** A cable to another agent is a good one of unknown length. */
  testCable(port: PortNumber): readonly CablePair[] {
    if (!this.#plans.some((plan) => plan.port === port)) return this.#inner.testCable(port);
    return Array.from({ length: 4 }, () => ({ status: 'ok', metres: undefined }));
  }

  locate(connection: Connection): ManagementPath | undefined {
    return this.#inner.locate(connection);
  }

  async end(): Promise<void> {
    await Promise.all(this.#cables.map((cable) => cable.unplug()));
    await this.#inner.end();
  }
}
