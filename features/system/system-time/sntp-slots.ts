import type { DeviceContext } from '../../../device/feature.ts';
import { slot } from '../../../device/slot.ts';
import type { Message } from '../../../model/values/message.ts';

/** Result of asking the time servers. */
export interface SyncResult {
  /** Milliseconds since 1970 of the last sync; undefined before the first. */
  readonly at: number | undefined;
  /** When that was by the monotonic clock, which no setting of the date changes. */
  readonly since: number | undefined;
  readonly server: string;
  /** Milliseconds that the clock was off. */
  readonly offset: number;
  /** Why the last attempt failed; undefined where it did not. */
  readonly error: Message | undefined;
}

/** State of the SNTP client. */
export const syncResult = slot<SyncResult>('syncResult', {
  at: undefined,
  since: undefined,
  server: '',
  offset: 0,
  error: undefined,
});

/** The SNTP client, while it runs. */
export const sntpClient = slot<{ start(): void } | undefined>('sntpClient', undefined);

/** Asks the time servers at once. */
export function syncNow({ slots }: DeviceContext): void {
  slots.get(sntpClient)?.start();
}
