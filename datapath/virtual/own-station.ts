import { macNumberAt, macToNumber, uint16At } from '../../protocols/frames/addresses.ts';
import { type EthernetFrame, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import { isTagged, popTag } from '../../protocols/frames/vlan-tag.ts';
import type { ForwardingEntry, PuntedFrame } from '../datapath.ts';
import type { InterfacePlan, PortNumber, VlanId } from '../plan.ts';

const DHCP_CLIENT = 68;
/** The bits of an IPv4 header's seventh and eighth octet that say where in its packet a fragment stands. */
const FRAGMENT_OFFSET = 0x1fff;

interface OwnInterface {
  readonly plan: InterfacePlan;
  readonly address: number;
}

/** Where frames for the switch itself go. */
export interface OwnOutlets {
  /** Hands a frame, untagged, to the interface's IP station. */
  receive(own: InterfacePlan, frame: EthernetFrame): void;
  /** Hands a frame to the agent. */
  punt(frame: PuntedFrame): void;
}

/**
 * The switch's own IP interfaces as the pipeline sees them: the addresses they own, and what comes for them. The agent's
 * DHCP client, and its look-out for duplicate addresses, get theirs beside the IP station.
 */
export class OwnStation {
  readonly #outlets: OwnOutlets;
  #listening: ReadonlySet<VlanId> = new Set();
  #interfaces: ReadonlyMap<VlanId, OwnInterface> = new Map();
  #addresses: ReadonlySet<number> = new Set();

  constructor(outlets: OwnOutlets) {
    this.#outlets = outlets;
  }

  /** Takes over the interfaces; one that is not enabled has no ears. */
  configure(interfaces: ReadonlyMap<VlanId, InterfacePlan>): void {
    const enabled = [...interfaces].filter(([, plan]) => plan.enabled);
    this.#interfaces = new Map(enabled.map(([vlan, plan]) => [vlan, { plan, address: macToNumber(plan.mac) }]));
    this.#addresses = new Set([...this.#interfaces.values()].map(({ address }) => address));
    this.#listening = new Set(enabled.filter(([, plan]) => plan.dhcpClient).map(([vlan]) => vlan));
  }

  /** Whether `address` (as a number) is the switch's own in `vlan`. */
  owns(vlan: VlanId, address: number): boolean {
    return this.#interfaces.get(vlan)?.address === address;
  }

  /** Whether `address` (as a number) is the switch's own in any VLAN. */
  ownsSomewhere(address: number): boolean {
    return this.#addresses.has(address);
  }

  /** The switch's own rows of the forwarding database; VLANs that share a database share a row. */
  entries(fid: (vlan: VlanId) => VlanId): ForwardingEntry[] {
    const rows = new Map<string, ForwardingEntry>();
    for (const [vlan, { plan }] of this.#interfaces) {
      const row: ForwardingEntry = { fid: fid(vlan), address: plan.mac, port: 0, origin: 'self', age: 0 };
      rows.set(`${row.fid},${row.address}`, row);
    }
    return [...rows.values()];
  }

  /** Takes a frame for an interface, or to a group in its VLAN. The frame came in by `port`, tagged or not. */
  receive(port: PortNumber, vlan: VlanId, frame: Uint8Array): void {
    const own = this.#interfaces.get(vlan);
    if (!own) return;
    if (this.#listening.has(vlan) && isDhcpAnswer(frame)) this.#outlets.punt({ port, vlan, frame });
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    if (!ethernet) return;
    if (own.plan.detectDuplicates && ethernet.etherType === EtherType.arp && macNumberAt(frame, 0) === own.address) {
      this.#outlets.punt({ port, vlan, frame });
    }
    this.#outlets.receive(own.plan, ethernet);
  }
}

/** IPv4 UDP to port 68, whatever else it holds; of a fragmented packet the first fragment, which alone has the ports. */
function isDhcpAnswer(frame: Uint8Array): boolean {
  const type = isTagged(frame) ? 16 : 12;
  const packet = type + 2;
  if (uint16At(frame, type) !== EtherType.ipv4 || frame[packet + 9] !== IpProtocol.udp) return false;
  if ((uint16At(frame, packet + 6) & FRAGMENT_OFFSET) !== 0) return false;
  return uint16At(frame, packet + ((frame[packet] ?? 0) & 0x0f) * 4 + 2) === DHCP_CLIENT;
}
