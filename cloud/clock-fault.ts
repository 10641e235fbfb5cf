import type { Store } from './store/store.ts';
import type { Authority } from './trust/authority.ts';

/** Milliseconds by which clocks of the processes of a cloud may differ. */
const APART = 5 * 60_000;

/** The reference that an evidently wrong clock is earlier than. */
export type ClockFault = 'beforeAuthority' | 'beforeEntries';

/**
 * Returns at any time whether the clock is evidently wrong, by the data of the cloud when it began: it can show no time
 * before its authority was made, or before the last entry of its audit trail. Times are milliseconds since 1970.
 */
export async function clockFaults(
  authority: Pick<Authority, 'since'>,
  store: Pick<Store, 'audit'>,
): Promise<(now: number) => ClockFault | undefined> {
  const last = await store.audit.lastAt();
  return (now) => {
    if (now < authority.since - APART) return 'beforeAuthority';
    return now < last - APART ? 'beforeEntries' : undefined;
  };
}
