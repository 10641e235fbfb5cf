import type { LogWriter } from '../../device/log/log.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import type { Store } from '../store/store.ts';
import { OWN_TENANT } from '../users.ts';

/** Puts what sessions and logins say into the audit trail. */
export function auditLog(store: Pick<Store, 'addAudit'>, wallClock: Pick<WallClock, 'now'>): LogWriter {
  return {
    write(_severity, said) {
      // Nobody can be told that the store is gone but by the store.
      store
        .addAudit({ at: wallClock.now(), tenant: OWN_TENANT, user: '', source: '', serial: '', said })
        .catch(() => {});
    },
  };
}
