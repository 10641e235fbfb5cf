import * as v from 'valibot';
import { say } from '../../model/values/message.ts';
import { hash, message, shortText } from './wire.ts';

/** The answer to a caller that would upgrade a switch by the switch's own page, through the cloud. */
export const firmwareByRollout = say(
  "Firmware is installed on switches of the fleet by a rollout: upload it on the fleet's Firmware page, and roll it out from there.",
);

/** Octets of a bundle of firmware at most. */
const LARGEST = 64 * 1024 * 1024;

const upgradeId = shortText(64);

/** A cloud asks a switch to take firmware, which it fetches from there by its digest. Asked again it goes on with what it does. */
export const upgrading = v.object({
  /** The switch reports its outcome under this name. */
  id: upgradeId,
  user: shortText(64),
  /** SHA-256 of the whole bundle. */
  digest: hash,
  /** Octets. */
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(LARGEST)),
  version: shortText(64),
});

export type Upgrading = v.InferOutput<typeof upgrading>;

/** The switch's answer. If an upgrade is in progress, the next reports say how it ended. */
export const upgradeAnswer = v.variant('status', [
  v.object({ status: v.literal('underWay') }),
  v.object({ status: v.literal('refused'), reason: message }),
]);

/** State of the last upgrade that a cloud requested since the start: a successful one restarts the switch. */
export const upgradeReport = v.object({
  id: upgradeId,
  status: v.picklist(['underWay', 'failed']),
  reason: v.optional(message),
});

/** The path of a bundle, by its digest. */
export const FIRMWARE_PATH = '/firmware/';

export type UpgradeReport = v.InferOutput<typeof upgradeReport>;
