import type { PortNumber, VlanId, VlanPlan } from '../plan.ts';

const LOW_HALF = 0xffff_ffffn;
const VIDS = 4096;

/** The VLANs in force, as bit masks that a frame can be held against without allocating: two words a port list. */
export class VlanTable {
  readonly #exists = new Uint8Array(VIDS);
  readonly membersLow = new Uint32Array(VIDS);
  readonly membersHigh = new Uint32Array(VIDS);
  readonly untaggedLow = new Uint32Array(VIDS);
  readonly untaggedHigh = new Uint32Array(VIDS);

  /** Puts a VLAN in force, or takes it away. */
  set(vlan: VlanId, plan: VlanPlan | undefined): void {
    this.#exists[vlan] = plan ? 1 : 0;
    this.membersLow[vlan] = Number((plan?.members ?? 0n) & LOW_HALF);
    this.membersHigh[vlan] = Number((plan?.members ?? 0n) >> 32n);
    this.untaggedLow[vlan] = Number((plan?.untagged ?? 0n) & LOW_HALF);
    this.untaggedHigh[vlan] = Number((plan?.untagged ?? 0n) >> 32n);
  }

  has(vlan: VlanId): boolean {
    return this.#exists[vlan] === 1;
  }

  isMember(vlan: VlanId, port: PortNumber): boolean {
    return inMask(this.membersLow[vlan] ?? 0, this.membersHigh[vlan] ?? 0, port);
  }

  isUntagged(vlan: VlanId, port: PortNumber): boolean {
    return inMask(this.untaggedLow[vlan] ?? 0, this.untaggedHigh[vlan] ?? 0, port);
  }
}

/** Whether the port list in two words (ports 1..32, 33..64) holds `port`. */
function inMask(low: number, high: number, port: PortNumber): boolean {
  return port <= 32 ? ((low >>> (port - 1)) & 1) === 1 : ((high >>> (port - 33)) & 1) === 1;
}
