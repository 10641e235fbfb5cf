/** Kind of a surveillance device. */
export type DeviceKind = 'camera' | 'recorder' | 'other';

/**
 * By what a device is known for what it is: its address begins as those of a maker, it says so by ONVIF or LLDP, or it asks
 * cameras for their pictures.
 */
export type Evidence = 'address' | 'onvif' | 'lldp' | 'stream';

/** Whether a device answers when it is asked for its address. */
export type Reply = 'replied' | 'silent' | 'noAddress';

/** A device of surveillance. Times are milliseconds of the monotonic clock. */
export interface SurveillanceDevice {
  readonly mac: string;
  /** The port where it was last heard, which represents its trunk. */
  readonly port: number;
  readonly kind: DeviceKind;
  readonly evidence: Evidence;
  /** The group that it leads, 1 to 16; 0 for what is no recorder. */
  readonly group: number;
  /** IPv4; undefined until it is heard. */
  readonly address: string | undefined;
  /** "" while unknown. */
  readonly manufacturer: string;
  readonly model: string;
  readonly reply: Reply;
  /** Questions in a row that it has not answered. */
  readonly unanswered: number;
  /** Since when it is at its port. */
  readonly since: number;
  readonly lastHeard: number;
}

/** A host that exchanges pictures with cameras and was not taken for a recorder yet. */
export interface Candidate {
  readonly mac: string;
  readonly port: number;
  readonly vlan: number;
  readonly address: string;
  /** Frames of pictures, or of sessions about them, heard since `since`. */
  readonly frames: number;
  readonly since: number;
}

/** Everything that is known of the devices of surveillance. */
export interface SurveillanceState {
  /** By MAC address. */
  readonly devices: ReadonlyMap<string, SurveillanceDevice>;
  /** The recorder of each camera that streams to one: MAC address by MAC address. */
  readonly streams: ReadonlyMap<string, string>;
  /** By MAC address. */
  readonly candidates: ReadonlyMap<string, Candidate>;
}

/** No devices are known. */
export const noDevices: SurveillanceState = { devices: new Map(), streams: new Map(), candidates: new Map() };
