import { letsIn, multicastVlanOf, withheldFrom } from '../multicast-vlans.ts';
import type { ForwardingPlan, VlanId } from '../plan.ts';
import { NO_PORT_MASK, type PortMask, portMask } from './port-mask.ts';
import type { SwitchPort } from './switch-port.ts';

/** The multicast VLANs of a plan. */
export class MulticastVlanTable {
  #plan: Pick<ForwardingPlan, 'multicastVlans'> = { multicastVlans: new Map() };

  configure({ multicastVlans }: ForwardingPlan): void {
    this.#plan = { multicastVlans };
  }

  get isEmpty(): boolean {
    return this.#plan.multicastVlans.size === 0;
  }

  /**
   * The multicast VLAN of a frame without a VLAN that came in at the bridge port of `representative`; undefined where it is of
   * none.
   */
  of(representative: SwitchPort, frame: Uint8Array): VlanId | undefined {
    return multicastVlanOf(this.#plan, representative.number, frame);
  }

  /** Whether a frame may come into `vlan` at the bridge port of `representative`, as far as multicast VLANs are concerned. */
  letsIn(vlan: VlanId, representative: SwitchPort, frame: Uint8Array): boolean {
    const entry = this.#plan.multicastVlans.get(vlan);
    return !entry || letsIn(entry, representative.number, frame);
  }

  /** The ports that frames of `vlan` that came in at the bridge port of `representative` do not leave by. */
  withheld(vlan: VlanId, representative: SwitchPort): PortMask {
    if (!this.#plan.multicastVlans.has(vlan)) return NO_PORT_MASK;
    return portMask(withheldFrom(this.#plan, vlan, representative.number));
  }

  /** The priority that frames of a VLAN leave with; undefined where they keep theirs. */
  priority(vlan: VlanId): number | undefined {
    return this.#plan.multicastVlans.get(vlan)?.priority;
  }
}
