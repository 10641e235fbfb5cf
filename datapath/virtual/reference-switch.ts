import { hasPort, type PortList, portsOf } from '../../model/values/port-list.ts';
import { bridgePortOf, representativeOf } from '../bridge-ports.ts';
import {
  addressKey,
  type BridgePortNumber,
  emptyPlan,
  type ForwardingPlan,
  type MacAddress,
  type PortNumber,
  type VlanId,
} from '../plan.ts';
import { EVERY_VLAN, emptyState, type ForwardingState, groupsInForce, vlansInForce } from '../state.ts';

/** A data frame as the reference sees it. */
export interface ReferenceFrame {
  readonly port: PortNumber;
  readonly from: MacAddress;
  readonly to: MacAddress | 'all';
  /** 0 for a priority tag; undefined for an untagged frame. */
  readonly vid: number | undefined;
}

interface Learnt {
  readonly port: BridgePortNumber;
  readonly vlan: VlanId;
}

/**
 * A switch written down as plainly as the standard says it, without time, speed, counters or the agent: what the real one
 * is checked against. Which member of a trunk a frame leaves by is left open.
 */
export class ReferenceSwitch {
  #plan: ForwardingPlan = emptyPlan;
  #state: ForwardingState = emptyState;
  #learnt = new Map<string, Learnt>();

  apply(plan: ForwardingPlan): void {
    this.#change(plan, this.#state);
  }

  update(state: ForwardingState): void {
    this.#change(this.#plan, state);
  }

  /** What leaves, by bridge port: "2 untagged", "5001 tagged 10", sorted. Mirror targets are no members of trunks. */
  send({ port, from, to, vid }: ReferenceFrame): string[] {
    const plan = this.#plan;
    if (!isUp(plan, port)) return [];
    const copies = [...plan.mirrors.values()].filter(
      (mirror) => hasPort(mirror.ingress, port) && mirror.target !== port && isUp(plan, mirror.target),
    );
    const left = copies.map(({ target }) => `${target} ${vid === undefined ? 'untagged' : `tagged ${vid}`}`);
    for (const { number, form } of this.#switched({ port, from, to, vid })) {
      left.push(`${number} ${form}`);
      for (const { target, egress } of plan.mirrors.values()) {
        if (number <= 64 && hasPort(egress, number) && target !== number && isUp(plan, target)) {
          left.push(`${target} ${form}`);
        }
      }
    }
    return left.sort();
  }

  #switched({ port, from, to, vid }: ReferenceFrame): { number: BridgePortNumber; form: string }[] {
    const plan = this.#plan;
    const own = bridgePortOf(plan, port);
    const speaker = representativeOf(plan, own) ?? port;
    const wanted = plan.ports.get(speaker);
    const collecting = this.#state.trunks.get(own)?.collecting;
    if (!wanted || isTarget(plan, port) || (collecting !== undefined && own > 64 && !hasPort(collecting, port)))
      return [];
    const vlan = vid || wanted.pvid;
    const untagged = !vid;
    if (wanted.acceptableFrameTypes === 'tagged' && untagged) return [];
    if (wanted.acceptableFrameTypes === 'untaggedAndPriority' && !untagged) return [];
    const members = this.#vlans().get(vlan);
    if (!members || (wanted.ingressFiltering && !hasPort(members.members, speaker))) return [];
    if (this.#isBlocked(vlan, speaker) || !this.#lets('learning', vlan, speaker)) return [];
    const source = this.#key(vlan, from);
    if (this.#pinned(source) === undefined) this.#learnt.set(source, { port: own, vlan });
    if (!this.#lets('forwarding', vlan, speaker) || plan.destinationFilter.has(to)) return [];
    const bridgePorts = new Set([...plan.ports.keys()].map((each) => bridgePortOf(plan, each)));
    return [...bridgePorts]
      .filter((number) => number !== own && this.#reaches(wanted.forwardTo, number, vlan, to))
      .map((number) => {
        const isUntagged = hasPort(members.untagged, representativeOf(plan, number) ?? 0);
        return { number, form: isUntagged ? 'untagged' : `tagged ${vlan}` };
      });
  }

  #reaches(forwardTo: PortList, number: BridgePortNumber, vlan: VlanId, to: MacAddress | 'all'): boolean {
    const port = representativeOf(this.#plan, number);
    if (port === undefined || !this.#canSend(number) || !hasPort(forwardTo, port)) return false;
    if (!hasPort(this.#vlans().get(vlan)?.members ?? 0n, port)) return false;
    if (this.#isBlocked(vlan, port) || !this.#lets('forwarding', vlan, port)) return false;
    if (to === 'all') return true;
    const group = groupsInForce(this.#plan, this.#state).get(addressKey(vlan, to));
    if (group !== undefined) return hasPort(group, port);
    const key = this.#key(vlan, to);
    const known = this.#pinned(key) ?? this.#learnt.get(key)?.port;
    return known === undefined || known === number;
  }

  /** Whether any physical port of a bridge port may send. */
  #canSend(number: BridgePortNumber): boolean {
    const plan = this.#plan;
    const trunk = plan.trunks.get(number);
    if (!trunk) return isUp(plan, number) && !isTarget(plan, number);
    const distributing = this.#state.trunks.get(number)?.distributing ?? trunk.members;
    return portsOf(trunk.members & distributing).some((port) => isUp(plan, port));
  }

  #change(plan: ForwardingPlan, state: ForwardingState): void {
    const [former, formerVlans] = [this.#plan, this.#vlans()];
    this.#plan = plan;
    this.#state = state;
    const regrouped = plan.learning.constraint !== former.learning.constraint;
    const vlans = this.#vlans();
    this.#learnt = new Map(
      [...this.#learnt].filter(([key, { port, vlan }]) => {
        const [before, now] = [representativeOf(former, port), representativeOf(plan, port)];
        const isThere = now !== undefined && before === now && bridgePortOf(plan, now) === port;
        if (regrouped || !isThere || this.#pinned(key) !== undefined || !vlans.has(vlan)) return false;
        const left =
          hasPort(formerVlans.get(vlan)?.members ?? 0n, now) && !hasPort(vlans.get(vlan)?.members ?? 0n, now);
        const members = plan.trunks.get(port)?.members ?? 1n << BigInt(now - 1);
        return !left && portsOf(members).some((member) => isUp(plan, member)) && !isTarget(plan, now);
      }),
    );
  }

  #vlans() {
    return vlansInForce(this.#plan, this.#state);
  }

  #isBlocked(vlan: VlanId, port: PortNumber): boolean {
    const { blocked } = this.#state;
    return [vlan, EVERY_VLAN].some((each) => hasPort(blocked.get(each)?.ports ?? 0n, port));
  }

  #lets(what: 'learning' | 'forwarding', vlan: VlanId, port: PortNumber): boolean {
    const instance = this.#state.instances.get(this.#plan.spanningTreeInstances.get(vlan) ?? 0);
    return instance === undefined || hasPort(instance[what], port);
  }

  #pinned(key: string): BridgePortNumber | undefined {
    for (const { vlan, address, port } of this.#plan.staticUnicast.values()) {
      if (this.#key(vlan, address) === key) return port;
    }
    return undefined;
  }

  #key(vlan: VlanId, address: MacAddress): string {
    return `${this.#plan.learning.constraint === 'shared' ? 1 : vlan},${address}`;
  }
}

function isUp(plan: ForwardingPlan, port: PortNumber): boolean {
  return plan.ports.get(port)?.admin === true;
}

function isTarget(plan: ForwardingPlan, port: PortNumber): boolean {
  return [...plan.mirrors.values()].some(({ target }) => target === port);
}
