import { macToNumber } from '../../protocols/frames/addresses.ts';
import { type EthernetFrame, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { isTagged, popTag } from '../../protocols/frames/vlan-tag.ts';
import type { ForwardingEntry } from '../datapath.ts';
import type { InterfacePlan, VlanId } from '../plan.ts';

interface OwnInterface {
  readonly plan: InterfacePlan;
  readonly address: number;
}

/** Hands a frame, untagged, to an interface's IP station. */
type ReceiveFrame = (own: InterfacePlan, frame: EthernetFrame) => void;

/** The switch's own IP interfaces as the stages see them: the addresses that they own, and what comes for them. */
export class OwnStation {
  readonly #receive: ReceiveFrame;
  #interfaces: ReadonlyMap<VlanId, OwnInterface> = new Map();
  #addresses: ReadonlySet<number> = new Set();

  constructor(receive: ReceiveFrame) {
    this.#receive = receive;
  }

  /** Takes over the interfaces; one that is not enabled has no ears. */
  configure(interfaces: ReadonlyMap<VlanId, InterfacePlan>): void {
    const enabled = [...interfaces].filter(([, plan]) => plan.enabled);
    this.#interfaces = new Map(enabled.map(([vlan, plan]) => [vlan, { plan, address: macToNumber(plan.mac) }]));
    this.#addresses = new Set([...this.#interfaces.values()].map(({ address }) => address));
  }

  /** Whether `address` (as a number) is the switch's own in `vlan`. */
  owns(vlan: VlanId, address: number): boolean {
    return this.#interfaces.get(vlan)?.address === address;
  }

  /** Whether the switch has an interface in `vlan`. */
  listens(vlan: VlanId): boolean {
    return this.#interfaces.has(vlan);
  }

  /** Whether `address` (as a number) is the switch's own in any VLAN. */
  ownsSomewhere(address: number): boolean {
    return this.#addresses.has(address);
  }

  /** The switch's own rows of the forwarding database, for VLANs that are there; those that share a database share a row. */
  entries(exists: (vlan: VlanId) => boolean, fid: (vlan: VlanId) => VlanId): ForwardingEntry[] {
    const rows = new Map<string, ForwardingEntry>();
    for (const [vlan, { plan }] of this.#interfaces) {
      if (!exists(vlan)) continue;
      const row: ForwardingEntry = { fid: fid(vlan), address: plan.mac, port: 0, origin: 'self', age: 0 };
      rows.set(`${row.fid},${row.address}`, row);
    }
    return [...rows.values()];
  }

  /** Takes a frame for an interface, or to a group in its VLAN, tagged or not. */
  receive(vlan: VlanId, frame: Uint8Array): void {
    const own = this.#interfaces.get(vlan);
    const ethernet = own && parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    if (ethernet) this.#receive(own.plan, ethernet);
  }
}
