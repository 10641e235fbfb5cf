import type { BridgeIdentifier } from './bridge-identifier.ts';

/** The role of a port in a BPDU (IEEE 802.1Q-2018 14.2.9). */
export type RoleTold = 'unknown' | 'alternateOrBackup' | 'root' | 'designated';

/** The flags of a tree's message. */
export interface MessageFlags {
  readonly topologyChange: boolean;
  readonly proposal: boolean;
  readonly role: RoleTold;
  readonly learning: boolean;
  readonly forwarding: boolean;
  readonly agreement: boolean;
}

/** Identifies regions (13.8): two bridges with the same three values are in one. */
export interface RegionIdentifier {
  /** 32 octets at most. */
  readonly name: string;
  readonly revision: number;
  /** See `configurationDigest`. */
  readonly digest: string;
}

/** A message of one MST instance (14.4.1). */
export interface InstanceMessage extends MessageFlags {
  readonly master: boolean;
  /** Its tree's number is that of the message. */
  readonly regionalRoot: BridgeIdentifier;
  readonly internalCost: number;
  /** A multiple of 4096. */
  readonly bridgePriority: number;
  /** A multiple of 16. */
  readonly portPriority: number;
  readonly remainingHops: number;
}

/** The part of an MST BPDU that only its own region reads. */
export interface RegionMessage {
  readonly region: RegionIdentifier;
  readonly internalCost: number;
  readonly bridge: BridgeIdentifier;
  readonly remainingHops: number;
  readonly instances: readonly InstanceMessage[];
}

/** Content of a configuration, RST or MST BPDU about the tree of all bridges. */
export interface TreeMessage extends MessageFlags {
  readonly kind: 'configuration' | 'rapid';
  readonly acknowledgment: boolean;
  readonly root: BridgeIdentifier;
  readonly externalCost: number;
  /** The bridge that sent it; in an MST BPDU the regional root. */
  readonly bridge: BridgeIdentifier;
  readonly port: number;
  /** Seconds, in steps of 1/256. */
  readonly messageAge: number;
  readonly maxAge: number;
  readonly helloTime: number;
  readonly forwardDelay: number;
  /** Only in an MST BPDU. */
  readonly regional?: RegionMessage;
}

/** The topology change notification of STP. */
interface ChangeNotification {
  readonly kind: 'notification';
}

/** Any BPDU (clause 14). */
export type Bpdu = TreeMessage | ChangeNotification;
