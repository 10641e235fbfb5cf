import { hasPort } from '../../model/values/port-list.ts';
import { emptyPlan, type ForwardingPlan, type MacAddress, type PortNumber, type VlanId } from '../plan.ts';

/** A data frame as the reference sees it. */
export interface ReferenceFrame {
  readonly port: PortNumber;
  readonly from: MacAddress;
  readonly to: MacAddress | 'all';
  /** 0 for a priority tag; undefined for an untagged frame. */
  readonly vid: number | undefined;
}

interface Learnt {
  readonly port: PortNumber;
  readonly vlan: VlanId;
}

/**
 * A switch written down as plainly as the standard says it, without time, speed or counters: what the real one is
 * checked against.
 */
export class ReferenceSwitch {
  #plan: ForwardingPlan = emptyPlan;
  #learnt = new Map<string, Learnt>();

  apply(plan: ForwardingPlan): void {
    const former = this.#plan;
    this.#plan = plan;
    const regrouped = plan.learning.constraint !== former.learning.constraint;
    this.#learnt = new Map(
      [...this.#learnt].filter(([key, { port, vlan }]) => {
        const left = isMember(former, vlan, port) && !isMember(plan, vlan, port);
        const gone = !plan.vlans.has(vlan) || !isUp(plan, port) || isTarget(plan, port);
        return !(regrouped || left || gone || this.#pinned(key) !== undefined);
      }),
    );
  }

  /** What leaves: "2 untagged", "3 tagged 10", sorted. */
  send({ port, from, to, vid }: ReferenceFrame): string[] {
    const plan = this.#plan;
    const wanted = plan.ports.get(port);
    if (!wanted || !isUp(plan, port)) return [];
    const copies = [...plan.mirrors.values()].filter(
      (mirror) => hasPort(mirror.ingress, port) && mirror.target !== port && isUp(plan, mirror.target),
    );
    const left = copies.map(({ target }) => `${target} ${vid === undefined ? 'untagged' : `tagged ${vid}`}`);
    if (isTarget(plan, port)) return left.sort();
    const vlan = vid || wanted.pvid;
    const untagged = !vid;
    if (wanted.acceptableFrameTypes === 'tagged' && untagged) return left.sort();
    if (wanted.acceptableFrameTypes === 'untaggedAndPriority' && !untagged) return left.sort();
    if (!plan.vlans.has(vlan) || (wanted.ingressFiltering && !isMember(plan, vlan, port))) return left.sort();
    const source = this.#key(vlan, from);
    if (this.#pinned(source) === undefined) this.#learnt.set(source, { port, vlan });
    for (const egress of plan.ports.keys()) {
      if (!this.#reaches(port, egress, vlan, to)) continue;
      const form = hasPort(plan.vlans.get(vlan)?.untagged ?? 0n, egress) ? 'untagged' : `tagged ${vlan}`;
      left.push(`${egress} ${form}`);
      for (const { target, egress: sources } of plan.mirrors.values()) {
        if (hasPort(sources, egress) && target !== egress && isUp(plan, target)) left.push(`${target} ${form}`);
      }
    }
    return left.sort();
  }

  #reaches(from: PortNumber, egress: PortNumber, vlan: VlanId, to: MacAddress | 'all'): boolean {
    const plan = this.#plan;
    if (egress === from || !isUp(plan, egress) || isTarget(plan, egress) || !isMember(plan, vlan, egress)) return false;
    if (!hasPort(plan.ports.get(from)?.forwardTo ?? 0n, egress)) return false;
    if (to === 'all') return true;
    const key = this.#key(vlan, to);
    const known = this.#pinned(key) ?? this.#learnt.get(key)?.port;
    return known === undefined || known === egress;
  }

  #pinned(key: string): PortNumber | undefined {
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

function isMember(plan: ForwardingPlan, vlan: VlanId, port: PortNumber): boolean {
  return hasPort(plan.vlans.get(vlan)?.members ?? 0n, port);
}

function isTarget(plan: ForwardingPlan, port: PortNumber): boolean {
  return [...plan.mirrors.values()].some(({ target }) => target === port);
}
