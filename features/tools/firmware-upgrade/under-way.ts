import { FirmwareStatus } from './objects.ts';

const { receiving, checking, erasing, writing, verifying, rebooting } = FirmwareStatus;

const going: ReadonlySet<number> = new Set([receiving, checking, erasing, writing, verifying, rebooting]);

/** Whether an upgrade of this status is not over. */
export function isUnderWay(status: number): boolean {
  return going.has(status);
}
