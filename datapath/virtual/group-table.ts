import type { PortList } from '../../model/values/port-list.ts';
import { macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import { isToIpGroup, staysOnLink } from '../../protocols/frames/link-scope.ts';
import type { ForwardingPlan, VlanId } from '../plan.ts';
import { type ForwardingState, groupsInForce, unregisteredInForce } from '../state.ts';
import { type PortMask, portMask } from './port-mask.ts';

interface Group {
  readonly ports: PortMask;
  readonly fixed: boolean;
}

/** Multicast forwarding (IEEE 802.1Q-2018 8.8.4; RFC 4541). */
export class GroupTable {
  readonly #byVlan = new Map<VlanId, Map<number, Group>>();
  #unregistered: ReadonlyMap<VlanId, PortMask> = new Map();

  /** Takes over what is set and heard. */
  configure(plan: ForwardingPlan, state: ForwardingState): void {
    this.#byVlan.clear();
    for (const [key, { ports, fixed }] of groupsInForce(plan, state)) {
      const comma = key.indexOf(',');
      const vlan = Number(key.slice(0, comma));
      const addresses = this.#byVlan.get(vlan) ?? new Map<number, Group>();
      addresses.set(macToNumber(key.slice(comma + 1)), { ports: portMask(ports), fixed });
      this.#byVlan.set(vlan, addresses);
    }
    this.#unregistered = new Map(
      [...unregisteredInForce(plan, state)].map(([vlan, ports]: [VlanId, PortList]) => [vlan, portMask(ports)]),
    );
  }

  /** Whether group frames of a VLAN go to some of its ports only. */
  filters(vlan: VlanId): boolean {
    return this.#byVlan.has(vlan) || this.#unregistered.has(vlan);
  }

  /** The ports of a group frame; undefined where it goes to every member. */
  lookup(vlan: VlanId, frame: Uint8Array): PortMask | undefined {
    const groups = this.#byVlan.get(vlan);
    const unregistered = this.#unregistered.get(vlan);
    if (!groups && !unregistered) return undefined;
    const address = macNumberAt(frame, 0);
    const group = groups?.get(address);
    if (group?.fixed) return group.ports;
    if (staysOnLink(frame)) return undefined;
    return group?.ports ?? (unregistered !== undefined && isToIpGroup(frame) ? unregistered : undefined);
  }
}
