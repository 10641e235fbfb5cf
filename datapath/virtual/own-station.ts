import { macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from '../../protocols/frames/icmp.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from '../../protocols/frames/ipv4.ts';
import { isTagged, popTag } from '../../protocols/frames/vlan-tag.ts';
import type { ForwardingEntry, PuntedFrame } from '../datapath.ts';
import type { InterfacePlan, PortNumber, VlanId } from '../plan.ts';

interface OwnInterface {
  readonly plan: InterfacePlan;
  readonly address: number;
}

/** Where the switch's own frames go. */
export interface OwnOutlets {
  /** Sends an untagged frame of the switch into a VLAN. */
  originate(vlan: VlanId, frame: Uint8Array): void;
  /** The class of a frame that reaches an interface; undefined where the agent is not to be given it. */
  kindOf(port: PortNumber, vlan: VlanId, frame: Uint8Array): string | undefined;
  /** Hands a frame to the agent. */
  punt(frame: PuntedFrame): void;
}

/**
 * The switch's own IP interfaces as stations in their VLANs: they answer ARP (RFC 826) and ping (RFC 792), and give what
 * comes for the agent's DHCP client, and answers to its ARP probes, to the agent.
 */
export class OwnStation {
  readonly #outlets: OwnOutlets;
  #interfaces: ReadonlyMap<VlanId, OwnInterface> = new Map();

  constructor(outlets: OwnOutlets) {
    this.#outlets = outlets;
  }

  /** Takes over the interfaces; one that is not enabled has no ears. */
  configure(interfaces: ReadonlyMap<VlanId, InterfacePlan>): void {
    const enabled = [...interfaces].filter(([, plan]) => plan.enabled);
    this.#interfaces = new Map(enabled.map(([vlan, plan]) => [vlan, { plan, address: macToNumber(plan.mac) }]));
  }

  /** Whether `address` (as a number) is the switch's own in `vlan`. */
  owns(vlan: VlanId, address: number): boolean {
    return this.#interfaces.get(vlan)?.address === address;
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

  /** Answers what an IP station answers. The frame came in by `port`, tagged or not. */
  receive(port: PortNumber, vlan: VlanId, frame: Uint8Array): void {
    const own = this.#interfaces.get(vlan);
    if (!own) return;
    const kind = this.#outlets.kindOf(port, vlan, frame);
    if (kind) this.#outlets.punt({ kind, port, vlan, frame });
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    if (ethernet?.etherType === EtherType.arp) this.#answerArp(vlan, own.plan, ethernet.payload);
    if (ethernet?.etherType === EtherType.ipv4 && macNumberAt(frame, 0) === own.address) {
      this.#answerEcho(vlan, own.plan, ethernet.source, ethernet.payload);
    }
  }

  #answerArp(vlan: VlanId, plan: InterfacePlan, payload: Uint8Array): void {
    const request = parseArp(payload);
    if (request?.operation !== 'request' || !has(plan, request.targetAddress)) return;
    const reply = buildArp({
      operation: 'reply',
      senderMac: plan.mac,
      senderAddress: request.targetAddress,
      targetMac: request.senderMac,
      targetAddress: request.senderAddress,
    });
    this.#send(vlan, plan, request.senderMac, EtherType.arp, reply);
  }

  #answerEcho(vlan: VlanId, plan: InterfacePlan, source: string, payload: Uint8Array): void {
    const packet = parseIpv4(payload);
    if (packet?.protocol !== IpProtocol.icmp || !has(plan, packet.destination)) return;
    const echo = parseIcmpEcho(packet.payload);
    if (echo?.kind !== 'request') return;
    const reply = buildIpv4({
      source: packet.destination,
      destination: packet.source,
      protocol: IpProtocol.icmp,
      dscp: packet.dscp,
      timeToLive: 64,
      payload: buildIcmpEcho({ ...echo, kind: 'reply' }),
    });
    this.#send(vlan, plan, source, EtherType.ipv4, reply);
  }

  #send(vlan: VlanId, plan: InterfacePlan, destination: string, etherType: number, payload: Uint8Array): void {
    this.#outlets.originate(vlan, buildEthernet({ destination, source: plan.mac, etherType, payload }));
  }
}

function has(plan: InterfacePlan, address: string): boolean {
  return plan.addresses.some((own) => own.address === address);
}
