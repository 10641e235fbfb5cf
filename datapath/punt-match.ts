import { macNumberAt, macToNumber, uint16At } from '../protocols/frames/addresses.ts';
import { parseArp } from '../protocols/frames/arp.ts';
import { EtherType } from '../protocols/frames/ethernet.ts';
import { isTagged } from '../protocols/frames/vlan-tag.ts';
import { upperLayer } from './access-control/frame-reading.ts';
import type { PortNumber, VlanId } from './identifiers.ts';
import { admitsPort, type PuntMatch, type PuntPlan, type PuntStage } from './punt.ts';

const UDP = 17;
const TCP = 6;
const ICMPV6 = 58;
const FRAGMENT_OFFSET = 0x1fff;

/** What a frame is matched by, read from it once. Undefined stands for what the frame does not have. */
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
  let fields: Fields | undefined;
  let found: string | undefined;
  for (const [kind, punt] of punts) {
    if (punt.stage !== stage || (found !== undefined && found < kind)) continue;
    fields ??= fieldsOf(frame);
    const read = fields;
    if (punt.matches.some((match) => fits(match, port, vlan, read))) found = kind;
  }
  return found;
}

/** Whether a frame (as received by `port`) fits any of the matches; what they say of its VLAN is not asked. */
export function fitsAny(matches: readonly PuntMatch[], port: PortNumber, frame: Uint8Array): boolean {
  const fields = fieldsOf(frame);
  return matches.some((match) => fits(match, port, match.vlan, fields));
}

function fits(match: PuntMatch, port: PortNumber, vlan: VlanId | undefined, fields: Fields): boolean {
  if (!admitsPort(match, port)) return false;
  if (match.vlan !== undefined && match.vlan !== vlan) return false;
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

function fieldsOf(frame: Uint8Array): Fields {
  const typeAt = isTagged(frame) ? 16 : 12;
  const etherType = uint16At(frame, typeAt);
  const packet = frame.subarray(typeAt + 2);
  return {
    destination: macNumberAt(frame, 0),
    source: macNumberAt(frame, 6),
    etherType,
    ...NOTHING,
    ...(etherType === EtherType.ipv4 && ipv4Fields(packet)),
    ...(etherType === EtherType.ipv6 && ipv6Fields(packet)),
    ...(etherType === EtherType.arp && arpFields(packet)),
  };
}

const NOTHING = {
  ipProtocol: undefined,
  sourcePort: undefined,
  destinationPort: undefined,
  icmpType: undefined,
  arpOperation: undefined,
  arpSender: undefined,
};

function arpFields(packet: Uint8Array): Partial<Fields> {
  if (packet.length < 8) return {};
  return { arpOperation: uint16At(packet, 6), arpSender: parseArp(packet)?.senderAddress };
}

function ipv4Fields(packet: Uint8Array): Partial<Fields> {
  const header = ((packet[0] ?? 0) & 0x0f) * 4;
  if (header < 20 || packet.length < header || (uint16At(packet, 6) & FRAGMENT_OFFSET) !== 0) return {};
  return transportFields(packet[9] ?? 0, packet.subarray(header));
}

function ipv6Fields(packet: Uint8Array): Partial<Fields> {
  if (packet.length < 40) return {};
  const upper = upperLayer(packet, 0, Math.min(packet.length, 40 + uint16At(packet, 4)));
  return upper && !upper.isLater ? transportFields(upper.protocol, packet.subarray(upper.at)) : {};
}

function transportFields(ipProtocol: number, segment: Uint8Array): Partial<Fields> {
  if ((ipProtocol === UDP || ipProtocol === TCP) && segment.length >= 4) {
    return { ipProtocol, sourcePort: uint16At(segment, 0), destinationPort: uint16At(segment, 2) };
  }
  const icmpType = ipProtocol === ICMPV6 ? segment[0] : undefined;
  return { ipProtocol, icmpType };
}
