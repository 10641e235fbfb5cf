import type { Bpdu, InstanceMessage, MessageFlags, RegionMessage, TreeMessage } from './bpdu.ts';
import {
  At,
  BpduLength,
  BpduType,
  Flag,
  INSTANCE_LENGTH,
  ProtocolVersion,
  REGION_NAME_LENGTH,
  REGIONAL_LENGTH,
  ROLE_SHIFT,
  rolesTold,
  TIME_UNIT,
} from './bpdu-format.ts';

/** The largest port path cost that fits where it travels. */
const LARGEST_COST = 2 ** 32 - 1;

/** Writes a BPDU without its LLC header (IEEE 802.1Q-2018 14.3, 14.4). */
export function buildBpdu(bpdu: Bpdu): Uint8Array {
  if (bpdu.kind === 'notification') {
    const octets = new Uint8Array(BpduLength.notification);
    octets[At.type] = BpduType.notification;
    return octets;
  }
  const octets = new Uint8Array(lengthOf(bpdu));
  const view = new DataView(octets.buffer);
  const { regional } = bpdu;
  if (bpdu.kind === 'rapid') {
    view.setUint8(At.version, regional ? ProtocolVersion.mstp : ProtocolVersion.rstp);
    view.setUint8(At.type, BpduType.rapid);
    view.setUint8(At.flags, flagsOf(bpdu));
  } else {
    const change = bpdu.topologyChange ? Flag.topologyChange : 0;
    view.setUint8(At.flags, change | (bpdu.acknowledgment ? Flag.acknowledgment : 0));
  }
  putHex(view, At.root, bpdu.root);
  view.setUint32(At.externalCost, Math.min(bpdu.externalCost, LARGEST_COST));
  putHex(view, At.bridge, bpdu.bridge);
  view.setUint16(At.port, bpdu.port);
  for (const time of ['messageAge', 'maxAge', 'helloTime', 'forwardDelay'] as const) {
    view.setUint16(At[time], Math.round(bpdu[time] * TIME_UNIT));
  }
  if (regional) putRegional(view, regional);
  return octets;
}

function lengthOf({ kind, regional }: TreeMessage): number {
  if (regional) return BpduLength.regional + regional.instances.length * INSTANCE_LENGTH;
  return kind === 'rapid' ? BpduLength.rapid : BpduLength.configuration;
}

function flagsOf(flags: MessageFlags): number {
  return (
    (flags.topologyChange ? Flag.topologyChange : 0) |
    (flags.proposal ? Flag.proposal : 0) |
    (rolesTold.indexOf(flags.role) << ROLE_SHIFT) |
    (flags.learning ? Flag.learning : 0) |
    (flags.forwarding ? Flag.forwarding : 0) |
    (flags.agreement ? Flag.agreement : 0)
  );
}

function putRegional(view: DataView, { region, ...regional }: RegionMessage): void {
  view.setUint16(At.version3Length, REGIONAL_LENGTH + regional.instances.length * INSTANCE_LENGTH);
  for (let index = 0; index < Math.min(region.name.length, REGION_NAME_LENGTH); index += 1) {
    view.setUint8(At.regionName + index, region.name.charCodeAt(index));
  }
  view.setUint16(At.revision, region.revision);
  putHex(view, At.digest, region.digest);
  view.setUint32(At.internalCost, Math.min(regional.internalCost, LARGEST_COST));
  putHex(view, At.regionalBridge, regional.bridge);
  view.setUint8(At.remainingHops, regional.remainingHops);
  for (const [index, message] of regional.instances.entries()) {
    putInstance(view, At.instances + index * INSTANCE_LENGTH, message);
  }
}

function putInstance(view: DataView, at: number, message: InstanceMessage): void {
  view.setUint8(at, flagsOf(message) | (message.master ? Flag.master : 0));
  putHex(view, at + 1, message.regionalRoot);
  view.setUint32(at + 9, Math.min(message.internalCost, LARGEST_COST));
  view.setUint8(at + 13, message.bridgePriority >> 8);
  view.setUint8(at + 14, message.portPriority);
  view.setUint8(at + 15, message.remainingHops);
}

function putHex(view: DataView, at: number, digits: string): void {
  for (let index = 0; index < digits.length / 2; index += 1) {
    view.setUint8(at + index, Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16));
  }
}
