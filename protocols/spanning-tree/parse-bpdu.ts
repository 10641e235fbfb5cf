import type { Bpdu, InstanceMessage, MessageFlags, RegionMessage, TreeMessage } from './bpdu.ts';
import {
  At,
  BpduLength,
  BpduType,
  DIGEST_LENGTH,
  Flag,
  INSTANCE_LENGTH,
  INSTANCES_MAXIMUM,
  ProtocolVersion,
  REGION_NAME_LENGTH,
  REGIONAL_LENGTH,
  ROLE_SHIFT,
  rolesTold,
  TIME_UNIT,
} from './bpdu-format.ts';

/**
 * Reads a BPDU, the octets behind the LLC header (IEEE 802.1Q-2018 14.5). Undefined if it has to be discarded. An
 * incomplete MST BPDU is read as an RST BPDU, as the standard requires.
 */
export function parseBpdu(octets: Uint8Array): Bpdu | undefined {
  if (octets.length < BpduLength.notification) return undefined;
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  if (view.getUint16(0) !== 0) return undefined;
  const version = view.getUint8(At.version);
  switch (view.getUint8(At.type)) {
    case BpduType.notification:
      return { kind: 'notification' };
    case BpduType.configuration:
      return octets.length < BpduLength.configuration ? undefined : configuration(view);
    case BpduType.rapid: {
      if (version < ProtocolVersion.rstp || octets.length < BpduLength.rapid) return undefined;
      const message = treeMessage(view, 'rapid');
      // An unknown role: the state machines treat it as a configuration BPDU (14.2.9).
      if (message.role === 'unknown') return configuration(view);
      const regional = version >= ProtocolVersion.mstp ? regionMessage(view) : undefined;
      return regional ? { ...message, regional } : message;
    }
    default:
      return undefined;
  }
}

/** A configuration BPDU conveys a designated port (13.29.12), and none of the flags that RSTP brought. */
function configuration(view: DataView): TreeMessage | undefined {
  const message = treeMessage(view, 'configuration');
  if (message.messageAge >= message.maxAge) return undefined;
  return {
    ...message,
    role: 'designated',
    proposal: false,
    learning: false,
    forwarding: false,
    agreement: false,
  };
}

function treeMessage(view: DataView, kind: TreeMessage['kind']): TreeMessage {
  const flags = view.getUint8(At.flags);
  const time = (at: number) => view.getUint16(at) / TIME_UNIT;
  return {
    kind,
    ...messageFlags(flags),
    acknowledgment: kind === 'configuration' && (flags & Flag.acknowledgment) !== 0,
    root: identifierAt(view, At.root),
    externalCost: view.getUint32(At.externalCost),
    bridge: identifierAt(view, At.bridge),
    port: view.getUint16(At.port),
    messageAge: time(At.messageAge),
    maxAge: time(At.maxAge),
    helloTime: time(At.helloTime),
    forwardDelay: time(At.forwardDelay),
  };
}

function messageFlags(flags: number): MessageFlags {
  return {
    topologyChange: (flags & Flag.topologyChange) !== 0,
    proposal: (flags & Flag.proposal) !== 0,
    role: rolesTold[(flags >> ROLE_SHIFT) & 3] ?? 'unknown',
    learning: (flags & Flag.learning) !== 0,
    forwarding: (flags & Flag.forwarding) !== 0,
    agreement: (flags & Flag.agreement) !== 0,
  };
}

function regionMessage(view: DataView): RegionMessage | undefined {
  if (view.byteLength < BpduLength.regional || view.getUint8(At.version1Length) !== 0) return undefined;
  const octets = view.getUint16(At.version3Length) - REGIONAL_LENGTH;
  const count = octets / INSTANCE_LENGTH;
  const whole = At.instances + octets <= view.byteLength;
  if (!Number.isInteger(count) || count < 0 || count > INSTANCES_MAXIMUM || !whole) return undefined;
  // Another selector means another way to distinguish regions: never this one.
  if (view.getUint8(At.selector) !== 0) return undefined;
  return {
    region: {
      name: nameAt(view, At.regionName),
      revision: view.getUint16(At.revision),
      digest: hexAt(view, At.digest, DIGEST_LENGTH),
    },
    internalCost: view.getUint32(At.internalCost),
    bridge: identifierAt(view, At.regionalBridge),
    remainingHops: view.getUint8(At.remainingHops),
    instances: Array.from({ length: count }, (_, at) => instanceMessage(view, At.instances + at * INSTANCE_LENGTH)),
  };
}

function instanceMessage(view: DataView, at: number): InstanceMessage {
  const flags = view.getUint8(at);
  return {
    ...messageFlags(flags),
    master: (flags & Flag.master) !== 0,
    regionalRoot: identifierAt(view, at + 1),
    internalCost: view.getUint32(at + 9),
    bridgePriority: (view.getUint8(at + 13) & 0xf0) << 8,
    portPriority: view.getUint8(at + 14) & 0xf0,
    remainingHops: view.getUint8(at + 15),
  };
}

function identifierAt(view: DataView, at: number): string {
  return hexAt(view, at, 8);
}

function hexAt(view: DataView, at: number, length: number): string {
  let text = '';
  for (let index = at; index < at + length; index += 1) text += view.getUint8(index).toString(16).padStart(2, '0');
  return text.toUpperCase();
}

/** All octets of a name count: each is the character with its number, up to the padding zeros. */
function nameAt(view: DataView, at: number): string {
  let text = '';
  for (let index = at; index < at + REGION_NAME_LENGTH; index += 1) text += String.fromCharCode(view.getUint8(index));
  return text.replace(/\0+$/, '');
}
