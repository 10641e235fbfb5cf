import { hasPort, type PortList, portsOf } from '../../../model/values/port-list.ts';
import { bridgePortOf, memberPorts, representativeOf } from '../../bridge-ports.ts';
import {
  type BridgePortNumber,
  type ForwardingPlan,
  mirrorTargets,
  type PortNumber,
  type PortPlan,
} from '../../plan.ts';
import type { ForwardingState } from '../../state.ts';
import type { BridgePort } from './bridge-port-flows.ts';

/** A bridge port that takes part in switching. */
export interface SwitchingPort extends BridgePort {
  readonly plan: PortPlan;
  /** Its physical ports that are on and no mirror targets. */
  readonly members: readonly PortNumber[];
}

/** The participants in switching, by a plan on a bridge with `ports`. */
export class PortRoles {
  readonly physical: readonly PortNumber[];
  readonly targets: PortList;
  readonly switching: readonly SwitchingPort[];
  readonly #plan: ForwardingPlan;

  constructor(plan: ForwardingPlan, ports: readonly PortNumber[]) {
    this.#plan = plan;
    this.physical = ports;
    this.targets = mirrorTargets(plan);
    this.switching = [...new Set(ports.map((port) => bridgePortOf(plan, port)))].flatMap((number) => {
      const members = portsOf(memberPorts(plan, number)).filter((port) => ports.includes(port) && this.#isUsable(port));
      const representative = representativeOf(plan, number);
      const entry = representative === undefined ? undefined : plan.ports.get(representative);
      return representative !== undefined && entry && members.length > 0
        ? [{ number, representative, plan: entry, members }]
        : [];
    });
  }

  /** The bridge ports that a port list represents. */
  named(list: PortList): BridgePortNumber[] {
    return this.switching.filter(({ representative }) => hasPort(list, representative)).map(({ number }) => number);
  }

  isTarget(port: PortNumber): boolean {
    return hasPort(this.targets, port);
  }

  /** The targets of the sessions that copy what a port receives, or what it sends. */
  copiesOf(port: PortNumber, way: 'ingress' | 'egress'): PortNumber[] {
    return [...this.#plan.mirrors.values()].filter((mirror) => hasPort(mirror[way], port)).map(({ target }) => target);
  }

  #isUsable(port: PortNumber): boolean {
    return this.#plan.ports.get(port)?.admin === true && !this.isTarget(port);
  }
}

/** The members of a trunk that are used as its state says; all of them where nothing is said. */
export function membersIn(
  state: ForwardingState,
  { number, members }: SwitchingPort,
  way: 'collecting' | 'distributing',
): readonly PortNumber[] {
  const allowed = state.trunks.get(number)?.[way];
  return allowed === undefined ? members : members.filter((port) => hasPort(allowed, port));
}

/** The member that a trunk whose members an engine agrees on goes on by without it; undefined for none. */
export function soleMemberIn(state: ForwardingState, port: SwitchingPort): PortNumber | undefined {
  const collecting = membersIn(state, port, 'collecting');
  return membersIn(state, port, 'distributing').find((member) => collecting.includes(member));
}
