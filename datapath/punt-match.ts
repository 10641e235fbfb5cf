import { ipv4At, macNumberAt, macToNumber, uint16At } from '../protocols/frames/addresses.ts';
import { isArpForIpv4 } from '../protocols/frames/arp.ts';
import { innerTypePlaceOf, typePlaceOf } from '../protocols/frames/carried-packet.ts';
import { EtherType } from '../protocols/frames/ethernet.ts';
import { FrameReading } from './access-control/frame-reading.ts';
import type { PortNumber, VlanId } from './identifiers.ts';
import { admitsPort, type PuntMatch, type PuntPlan, type PuntStage } from './punt.ts';

/** The values that a frame is matched by, read from it once. Undefined means that the frame does not have it. */
interface Fields {
  readonly destination: number;
  readonly source: number;
  readonly etherType: number;
  readonly ipProtocol: number | undefined;
  readonly sourcePort: number | undefined;
  readonly destinationPort: number | undefined;
  readonly icmpType: number | undefined;
  readonly arpOperation: number | undefined;
  readonly arpSender: string | undefined;
}

/**
 * The class of a frame (as received) at a stage; undefined where no class of the stage holds it. `vlan` is the tag's at
 * `control` (undefined without one), the classified one later.
 */
export function puntKindOf(
  punts: ReadonlyMap<string, PuntPlan>,
  stage: PuntStage,
  port: PortNumber,
  vlan: VlanId | undefined,
  frame: Uint8Array,
): string | undefined {
  const fields = new FrameFields(frame);
  let found: string | undefined;
  for (const [kind, punt] of punts) {
    if (punt.stage !== stage || (found !== undefined && found < kind)) continue;
    if (punt.matches.some((match) => fits(match, port, vlan, fields))) found = kind;
  }
  return found;
}

/** Whether a frame (as received by `port`) fits any of the matches; what they say of its VLAN is not asked. */
export function fitsAny(matches: readonly PuntMatch[], port: PortNumber, frame: Uint8Array): boolean {
  const fields = new FrameFields(frame);
  return matches.some((match) => fits(match, port, match.vlan, fields));
}

function fits(match: PuntMatch, port: PortNumber, vlan: VlanId | undefined, frame: FrameFields): boolean {
  if (!admitsPort(match, port)) return false;
  if (match.vlan !== undefined && match.vlan !== vlan) return false;
  const fields = match.behindTwoTags ? frame.inner : frame.own;
  if (match.destination !== undefined && !sameAddress(match.destination, match.destinationMask, fields.destination)) {
    return false;
  }
  if (match.source !== undefined && !sameAddress(match.source, match.sourceMask, fields.source)) return false;
  return (
    agrees(match.etherType, fields.etherType) &&
    agrees(match.ipProtocol, fields.ipProtocol) &&
    agrees(match.sourcePort, fields.sourcePort) &&
    agrees(match.destinationPort, fields.destinationPort) &&
    agrees(match.icmpType, fields.icmpType) &&
    agrees(match.arpOperation, fields.arpOperation) &&
    agrees(match.arpSender, fields.arpSender)
  );
}

function agrees<Value>(wanted: Value | undefined, found: Value | undefined): boolean {
  return wanted === undefined || wanted === found;
}

function sameAddress(wanted: string, mask: string | undefined, found: number): boolean {
  if (mask === undefined) return macToNumber(wanted) === found;
  // 48 bits do not fit into the 32 of JavaScript's bit operators.
  const bits = BigInt(macToNumber(mask));
  return (BigInt(macToNumber(wanted)) & bits) === (BigInt(found) & bits);
}

/** Their readings are used at once. */
const ownReading = new FrameReading(typePlaceOf);
const innerReading = new FrameReading(innerTypePlaceOf);

/** The fields of a frame, each kind read where it is asked for. */
class FrameFields {
  readonly #frame: Uint8Array;
  #own: Fields | undefined;
  #inner: Fields | undefined;

  constructor(frame: Uint8Array) {
    this.#frame = frame;
  }

  /** Behind one C-tag, if there is one. */
  get own(): Fields {
    this.#own ??= fieldsOf(this.#frame, ownReading, typePlaceOf(this.#frame));
    return this.#own;
  }

  /** Behind up to two tags. */
  get inner(): Fields {
    this.#inner ??= fieldsOf(this.#frame, innerReading, innerTypePlaceOf(this.#frame));
    return this.#inner;
  }
}

function fieldsOf(frame: Uint8Array, reading: FrameReading, typePlace: number): Fields {
  reading.read(frame, 0, 0);
  const isWhole = !reading.isLaterFragment;
  const etherType = reading.value('etherType') ?? 0;
  return {
    destination: macNumberAt(frame, 0),
    source: macNumberAt(frame, 6),
    etherType,
    ipProtocol: isWhole ? reading.value('ipProtocol') : undefined,
    sourcePort: reading.value('sourcePort'),
    destinationPort: reading.value('destinationPort'),
    icmpType: etherType === EtherType.ipv6 ? reading.value('icmpType') : undefined,
    ...(etherType === EtherType.arp ? arpFields(frame.subarray(typePlace + 2)) : NO_ARP),
  };
}

const NO_ARP = { arpOperation: undefined, arpSender: undefined };

function arpFields(packet: Uint8Array): Pick<Fields, 'arpOperation' | 'arpSender'> {
  return isArpForIpv4(packet) ? { arpOperation: uint16At(packet, 6), arpSender: ipv4At(packet, 14) } : NO_ARP;
}
