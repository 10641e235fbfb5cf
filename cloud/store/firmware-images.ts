/** A bundle of firmware that somebody brought to the cloud. */
export interface KeptFirmware {
  readonly tenant: string;
  /** SHA-256 of its octets in hexadecimal digits: it is called by it. */
  readonly digest: string;
  readonly version: string;
  readonly models: readonly string[];
  /** Octets. */
  readonly size: number;
  readonly at: number;
  readonly by: string;
}

/** Octets of a piece, but of the last. */
export const FIRMWARE_PIECE = 512 * 1024;

/** Firmware in the store. */
export interface FirmwareStore {
  /**
   * Takes a whole bundle; `pieces` are of `FIRMWARE_PIECE` octets. The same again changes nothing. An upload that a
   * tenant began before and did not end is deleted; rejects if that happens to this one.
   */
  put(firmware: KeptFirmware, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Newest first. */
  list(tenant: string): Promise<readonly KeptFirmware[]>;
  of(tenant: string, digest: string): Promise<KeptFirmware | undefined>;
  /** Its octets of this place, from 0; undefined where there are none. */
  piece(tenant: string, digest: string, at: number): Promise<Uint8Array | undefined>;
  /**
   * Resolves to the rollout that brings it, in whose way that would be: one that runs, can be resumed, or has switches that are
   * fetching it. Undefined where none does, and it is gone.
   */
  remove(tenant: string, digest: string): Promise<string | undefined>;
}
