import { macNumberAt, uint16At } from '../../protocols/frames/addresses.ts';
import { isGroupDestination, isGroupSource, MINIMUM_LENGTH } from '../../protocols/frames/ethernet.ts';
import { isTagged, popTag, pushTag, replaceTag } from '../../protocols/frames/vlan-tag.ts';
import type { PortNumber, VlanId } from '../plan.ts';
import { countIn, MirrorDrops, mirror, sendOut } from './egress.ts';
import type { ForwardingDatabase } from './forwarding-database.ts';
import { isPauseRequest, pauseFrame, pauseQuanta } from './pause.ts';
import { type AddressClass, classifyDestination } from './reserved-address.ts';
import type { SwitchPort } from './switch-port.ts';
import type { VlanTable } from './vlan-table.ts';

/** The switch's own end: what the pipeline gives to the agent and to the switch's IP interfaces. */
export interface ProcessorPort {
  /** A control frame, as received. */
  punt(port: PortNumber, frame: Uint8Array): void;
  /** Whether `address` (as a number) is the switch's own in `vlan`. */
  owns(vlan: VlanId, address: number): boolean;
  /** Whether the switch's own row stands for `address` (as a number) in the filtering database of `vlan`. */
  isOwnRow(vlan: VlanId, address: number): boolean;
  /** A frame for the switch's interface in `vlan`, or a group frame there; tags as received. */
  receive(port: PortNumber, vlan: VlanId, frame: Uint8Array): void;
}

const VID_MASK = 0xfff;
const RESERVED_VID = 4095;

/**
 * The way of a frame through the switch, in the order that holds for every datapath: admission, mirror copy as
 * received, control frames, classification, ingress filter, learning, lookup, egress set, tagging, mirror copy as sent.
 */
export class Pipeline {
  readonly #ports: readonly SwitchPort[];
  readonly #vlans: VlanTable;
  readonly #addresses: ForwardingDatabase;
  readonly #processor: ProcessorPort;
  readonly #now: () => number;
  readonly mirrorDrops = new MirrorDrops();

  /** `ports` holds port n at n-1. */
  constructor(
    ports: readonly SwitchPort[],
    vlans: VlanTable,
    addresses: ForwardingDatabase,
    processor: ProcessorPort,
    now: () => number,
  ) {
    this.#ports = ports;
    this.#vlans = vlans;
    this.#addresses = addresses;
    this.#processor = processor;
    this.#now = now;
  }

  /** Takes a frame in from the line; `weight` is the number of like frames that it stands for. */
  receive(port: SwitchPort, frame: Uint8Array, weight: number): void {
    if (!port.isUp || !isWholeFrame(port, frame, weight)) return;
    const now = this.#now();
    countIn(port, frame, weight);
    if (port.ingressMirrors.length > 0) mirror(port.ingressMirrors, frame, weight, now, this.mirrorDrops);

    const tagged = isTagged(frame);
    const control = tagged ? uint16At(frame, 14) : 0;
    const vid = control & VID_MASK;
    if (port.isMirrorTarget || isGroupSource(frame) || vid === RESERVED_VID) {
      discard(port, weight);
      return;
    }

    if (this.isControl(port, frame)) {
      this.#control(port, frame, classifyDestination(frame));
      return;
    }

    const vlan = vid === 0 ? port.pvid : vid;
    const admitted = vid === 0 ? port.admitsUntagged : port.admitsTagged;
    const member = !port.ingressFiltering || this.#vlans.isMember(vlan, port.number);
    if (!admitted || !member || !this.#vlans.has(vlan)) {
      discard(port, weight);
      return;
    }

    const source = macNumberAt(frame, 6);
    if (!this.#processor.isOwnRow(vlan, source)) this.#addresses.learn(vlan, source, port.number, now);
    this.#forward(port, vlan, frame, tagged ? control : -1, weight, now);
  }

  /** Sends a frame of the switch's own interface into `vlan`: it skips the ingress stages. The frame is untagged. */
  originate(vlan: VlanId, frame: Uint8Array): void {
    if (this.#vlans.has(vlan)) this.#forward(undefined, vlan, frame, -1, 1, this.#now());
  }

  /** Sends a frame out of one port as it is, past VLANs. */
  transmit(port: SwitchPort, frame: Uint8Array): void {
    sendOut(port, frame, 1, this.#now(), this.mirrorDrops);
  }

  /** Whether a frame that arrives at `port` ends there or at the agent by its destination alone. */
  isControl(port: SwitchPort, frame: Uint8Array): boolean {
    const kind = classifyDestination(frame);
    return kind !== 'ordinary' && !this.#passes(port, kind);
  }

  /** Counts frames that found no room before the switch could look at them. */
  lose(port: SwitchPort, weight: number): void {
    if (port.isUp) discard(port, weight);
  }

  #passes(port: SwitchPort, kind: AddressClass): boolean {
    return (kind === 'bpdu' && port.plan?.bpduPass === true) || (kind === 'eapol' && port.plan?.eapPass === true);
  }

  #control(port: SwitchPort, frame: Uint8Array, kind: AddressClass): void {
    if (kind !== 'pause') this.#processor.punt(port.number, frame);
    else if (port.plan?.flowControl && isPauseRequest(frame)) port.pause(pauseQuanta(frame));
  }

  /** `control` holds the tag's 16 bits, -1 for an untagged frame; without `from` the frame is the switch's own. */
  #forward(
    from: SwitchPort | undefined,
    vlan: VlanId,
    frame: Uint8Array,
    control: number,
    weight: number,
    now: number,
  ): void {
    let low = this.#vlans.membersLow[vlan] ?? 0;
    let high = this.#vlans.membersHigh[vlan] ?? 0;
    if (from) {
      low &= from.forwardLow & ~from.low;
      high &= from.forwardHigh & ~from.high;
    }
    if (isGroupDestination(frame)) {
      if (from) this.#processor.receive(from.number, vlan, frame);
    } else {
      const destination = macNumberAt(frame, 0);
      if (from && this.#processor.owns(vlan, destination)) {
        this.#processor.receive(from.number, vlan, frame);
        return;
      }
      const known = this.#ports[this.#addresses.lookup(vlan, destination, now) - 1];
      if (known) {
        low &= known.low;
        high &= known.high;
      }
    }
    this.#distribute(from, vlan, low, high, frame, control, weight, now);
  }

  #distribute(
    from: SwitchPort | undefined,
    vlan: VlanId,
    low: number,
    high: number,
    frame: Uint8Array,
    control: number,
    weight: number,
    now: number,
  ): void {
    let tagged: Uint8Array | undefined;
    let untagged: Uint8Array | undefined;
    let crowded = false;
    for (let half = 0; half < 2; half += 1) {
      let rest = half === 0 ? low : high;
      while (rest !== 0) {
        const index = 31 - Math.clz32(rest & -rest);
        rest &= rest - 1;
        const port = this.#ports[index + half * 32];
        if (!port?.isUp || port.isMirrorTarget) continue;
        let leaving: Uint8Array;
        if (this.#vlans.isUntagged(vlan, port.number)) {
          untagged ??= control < 0 ? frame : popTag(frame);
          leaving = untagged;
        } else {
          tagged ??= tagFor(frame, control, vlan);
          leaving = tagged;
        }
        if (sendOut(port, leaving, weight, now, this.mirrorDrops) > 0) crowded = true;
      }
    }
    if (crowded && from?.plan?.flowControl && from.link?.duplex === 'full') {
      sendOut(from, pauseFrame(), 1, now, this.mirrorDrops);
    }
  }
}

/** The frame tagged with `vlan`, its priority kept (IEEE 802.1Q-2018 6.9); the same array where it is so already. */
function tagFor(frame: Uint8Array, control: number, vlan: VlanId): Uint8Array {
  if (control < 0) return pushTag(frame, vlan);
  return (control & VID_MASK) === vlan ? frame : replaceTag(frame, (control & ~VID_MASK) | vlan);
}

/** Counts a frame that is too short or too long as an error. */
function isWholeFrame(port: SwitchPort, frame: Uint8Array, weight: number): boolean {
  const length = isTagged(frame) ? frame.length - 4 : frame.length;
  const short = frame.length < MINIMUM_LENGTH;
  if (!short && length <= port.maximumLength) return true;
  const tally = port.tally.running;
  tally.inErrors += weight;
  if (short) tally.undersize += weight;
  else tally.oversize += weight;
  return false;
}

function discard(port: SwitchPort, weight: number): void {
  port.tally.running.inDiscards += weight;
}
