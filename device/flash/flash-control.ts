import type { Configuration } from '../../model/configuration/configuration.ts';

/** The two places a configuration is kept in (docs/specification/system.md, "Save"). */
export type SlotId = 1 | 2;

/** Values of `configOperStatus` (docs/specification/product.md 4, "Save to flash"). */
export const FlashStatus = { idle: 0, success: 1, failure: 2, writing: 3, verifying: 4 } as const;

/** One of the values of `FlashStatus`. */
export type FlashStatus = (typeof FlashStatus)[keyof typeof FlashStatus];

/** State of a slot. */
export interface SlotState {
  readonly id: SlotId;
  /** Octets; 0 for an empty slot. */
  readonly size: number;
  /** Milliseconds since 1970; undefined for an empty slot. */
  readonly savedAt: number | undefined;
  readonly user: string;
}

/** The flash as features use it. */
export interface FlashControl {
  readonly startUpSlot: SlotId;
  readonly status: FlashStatus;
  /** The slot of the operation that `status` speaks of. */
  readonly operationSlot: SlotId;
  slots(): readonly SlotState[];
  /**
   * Starts writing the running configuration; `status` shows the progress. Throws a `Refusal` (13) while one is
   * running.
   */
  save(slot: SlotId, user: string): void;
  /** Throws a `Refusal` (12) while nothing of the running configuration may be kept: a forced change waits to be confirmed. */
  refuseUnsavable(): void;
  /** Resolves when no operation is running any longer. */
  settled(): Promise<void>;
  setStartUp(slot: SlotId): Promise<void>;
  /** Empties a slot; the start-up slot is refused. */
  erase(slot: SlotId): Promise<void>;
  /** Contents of a slot; undefined for an empty one. */
  read(slot: SlotId): Promise<Configuration | undefined>;
  /**
   * Writes `configuration` into the start-up slot and waits for it (restore, factory default). `asDefault` lets the device
   * still count as never configured: what a factory default that keeps the address leaves behind. Refused as `save` is.
   */
  write(configuration: Configuration, user: string, options?: { readonly asDefault?: boolean }): Promise<void>;
  /**
   * Changes the start-up configuration as `edit` says, and nothing else of it: what is unsaved stays so, and a device that was
   * never configured still counts as that. Takes its turn behind operations that run. Refused as `save` is.
   */
  amend(edit: (startup: Configuration) => Configuration, user: string): Promise<void>;
  /**
   * Empties both slots, and removes accounts, keys, certificates and what features keep; `kept` is left behind as the
   * start-up configuration of a device that still counts as never configured, and refused as `save` is. Once decided it is
   * carried out, if need be by the next start; a restart has to follow.
   */
  factoryReset(kept?: { readonly configuration: Configuration; readonly user: string }): Promise<void>;
  /**
   * Whether this device has never been configured: nothing saved since the factory, and the wizard neither done nor
   * ignored.
   */
  isDefault(): boolean;
}
