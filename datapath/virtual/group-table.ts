import type { PortList } from '../../model/values/port-list.ts';
import { macToNumber } from '../../protocols/frames/addresses.ts';
import type { VlanId } from '../plan.ts';
import { type PortMask, portMask } from './port-mask.ts';

/** Where the frames of known multicast groups go (IEEE 802.1Q-2018 8.8.4). */
export class GroupTable {
  readonly #byVlan = new Map<VlanId, Map<number, PortMask>>();

  /** Takes over all groups, by `addressKey`. */
  configure(groups: ReadonlyMap<string, PortList>): void {
    this.#byVlan.clear();
    for (const [key, ports] of groups) {
      const comma = key.indexOf(',');
      const vlan = Number(key.slice(0, comma));
      const addresses = this.#byVlan.get(vlan) ?? new Map<number, PortMask>();
      addresses.set(macToNumber(key.slice(comma + 1)), portMask(ports));
      this.#byVlan.set(vlan, addresses);
    }
  }

  /** The ports of a group; undefined for one that is not known. */
  lookup(vlan: VlanId, address: number): PortMask | undefined {
    return this.#byVlan.get(vlan)?.get(address);
  }
}
