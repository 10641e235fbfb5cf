import type { LogWriter } from '../../device/log/log.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import type { Store } from '../store/store.ts';
import { OWN_TENANT, type Users } from '../users.ts';

/** Puts what sessions and logins say into the audit trail: into that of the tenant whose user it is about. */
export function auditLog(
  store: Pick<Store, 'audit'>,
  users: Pick<Users, 'named'>,
  wallClock: Pick<WallClock, 'now'>,
): LogWriter {
  return {
    write(severity, said) {
      const { user: name, address } = said.values ?? {};
      const user = typeof name === 'string' ? users.named(name) : undefined;
      const source = typeof address === 'string' ? address : '';
      const entry = {
        at: wallClock.now(),
        tenant: user?.tenant ?? OWN_TENANT,
        user: user?.name ?? '',
        source,
        serial: '',
      };
      // Only the store itself can report that it is gone.
      store.audit.add({ ...entry, said, severity }).catch(() => {});
    },
  };
}
