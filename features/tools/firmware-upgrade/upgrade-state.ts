import { slot } from '../../../device/slot.ts';
import type { Message } from '../../../model/values/message.ts';
import type { FirmwareStatus } from './objects.ts';

/** An upgrade under way, or the last one since the start. */
export interface UpgradeState {
  readonly status: (typeof FirmwareStatus)[keyof typeof FirmwareStatus];
  /** Octets of the present step, and of all it has to do; 0 while that is unknown. */
  readonly done: number;
  readonly total: number;
  /** Which attempt to fetch the file this is, from 1. */
  readonly attempt: number;
  /** Why it failed; undefined where it did not. */
  readonly error: Message | undefined;
  /** Monotonic milliseconds; `endedAt` is undefined while it goes on. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

/** State of the upgrade. */
export const upgradeState = slot<UpgradeState>('firmwareUpgrade', {
  status: 0,
  done: 0,
  total: 0,
  attempt: 0,
  error: undefined,
  startedAt: 0,
  endedAt: undefined,
});

/** An administrator's choices for an upgrade. */
export interface UpgradeChoices {
  readonly rebootAfter: boolean;
  readonly allowOlder: boolean;
}

/** A session that said it will send a bundle. */
interface ExpectedUpload extends UpgradeChoices {
  readonly session: string | undefined;
  /** Monotonic milliseconds. */
  readonly until: number;
}

/** The bundle that is waited for; undefined where none is. */
export const expectedUpload = slot<ExpectedUpload | undefined>('expectedFirmware', undefined);
