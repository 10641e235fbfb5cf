import type { RoleTold } from './bpdu.ts';

/** Values of the BPDU type (IEEE 802.1Q-2018 14.1). */
export const BpduType = { configuration: 0x00, rapid: 0x02, notification: 0x80 } as const;

/** Protocol version identifiers (14.1). */
export const ProtocolVersion = { stp: 0, rstp: 2, mstp: 3 } as const;

/** Octets of each BPDU at least; of an MST BPDU without instances. */
export const BpduLength = { notification: 4, configuration: 35, rapid: 36, regional: 102 } as const;

/** Octets of one instance's message. */
export const INSTANCE_LENGTH = 16;

/** The version 3 length of an MST BPDU without instances (14.4). */
export const REGIONAL_LENGTH = 64;

/** Instances that one MST BPDU can carry (14.5). */
export const INSTANCES_MAXIMUM = 64;

/** Offsets in a BPDU. */
export const At = {
  version: 2,
  type: 3,
  flags: 4,
  root: 5,
  externalCost: 13,
  bridge: 17,
  port: 25,
  messageAge: 27,
  maxAge: 29,
  helloTime: 31,
  forwardDelay: 33,
  version1Length: 35,
  version3Length: 36,
  selector: 38,
  regionName: 39,
  revision: 71,
  digest: 73,
  internalCost: 89,
  regionalBridge: 93,
  remainingHops: 101,
  instances: 102,
} as const;

/** Octets of a region's name. */
export const REGION_NAME_LENGTH = 32;

/** Octets of a digest. */
export const DIGEST_LENGTH = 16;

/** Bits of the flags. */
export const Flag = {
  topologyChange: 0x01,
  proposal: 0x02,
  learning: 0x10,
  forwarding: 0x20,
  agreement: 0x40,
  /** In the flags of the tree of all bridges. */
  acknowledgment: 0x80,
  /** In those of an instance. */
  master: 0x80,
} as const;

/** Position of the two role bits. */
export const ROLE_SHIFT = 2;

/** By its number. */
export const rolesTold: readonly RoleTold[] = ['unknown', 'alternateOrBackup', 'root', 'designated'];

/** Times travel in 1/256 of a second. */
export const TIME_UNIT = 256;
