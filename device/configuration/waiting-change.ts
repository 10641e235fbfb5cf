import { isRecord } from '../../model/values/json-record.ts';
import { readMessage } from '../../model/values/message.ts';
import type { Keepable } from '../flash/keeper.ts';
import { migrate, SLOT_VERSION } from '../flash/migrations.ts';
import type { StoredConfiguration } from '../flash/stored-configuration.ts';
import type { Forced } from '../guard/guard.ts';

/**
 * An unconfirmed forced change, as flash holds it from before it is applied until it is confirmed or reverted: a start
 * that finds it returns to `former`. Slots never hold a pending change.
 */
export interface WaitingChange extends Forced {
  /** Milliseconds since 1970 by the device's clock; only for the log, since that clock can be set. */
  readonly deadline: number;
  /** The configuration in force before. */
  readonly former: StoredConfiguration;
  /** The configuration that the next start tries, once: a restore that takes effect by a restart. */
  readonly next?: StoredConfiguration;
}

/** The place of a pending change. */
export const waitingChange: Keepable<WaitingChange> = {
  name: 'waiting-change',
  sealed: true,
  version: SLOT_VERSION,
  write: (change) => change,
  read(json, version) {
    if (!isRecord(json) || !isRecord(json.proof)) return undefined;
    const reason = readMessage(json.reason);
    const { user, deadline, proof } = json;
    const { station, remoteAddress, awaitsLease, fromAnywhere, change } = proof;
    if (typeof user !== 'string' || typeof deadline !== 'number' || !reason) return undefined;
    if (typeof remoteAddress !== 'string') return undefined;
    const known = isRecord(station) && typeof station.clientMac === 'string' ? station : undefined;
    return {
      user,
      reason,
      deadline,
      former: migrate(json.former, version),
      ...(json.next !== undefined && { next: migrate(json.next, version) }),
      proof: {
        station: known && { clientMac: String(known.clientMac), tagged: known.tagged === true },
        remoteAddress,
        awaitsLease: typeof awaitsLease === 'number' ? awaitsLease : undefined,
        ...(fromAnywhere === true && { fromAnywhere }),
        ...(typeof change === 'string' && { change }),
      },
    };
  },
};
