import type { FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptAuditEntry } from '../../cloud/store/audit.ts';
import { formatMessage, wordsOf } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { secondsOf } from '../moment.ts';
import { fleetAuditEntry } from './objects.ts';

/** Entries that a read without pages gives at most, the newest. */
const WHOLE = 1000;

/** The audit trail. */
export const audit: FleetFeature = {
  answers: [
    {
      object: fleetAuditEntry,
      async read({ store }, _query, { user: { tenant } }) {
        const newest = { tenant, search: '', orderBy: 'number', descending: true, offset: 0, limit: WHOLE } as const;
        return (await store.audit.list(newest)).rows.map(rowOf);
      },
      async readPage({ store }, { search = '' }, { page, size, descending, orderBy }, { user: { tenant } }) {
        const { total, rows } = await store.audit.list({
          tenant,
          search: String(search),
          orderBy: 'number',
          // The latest entry comes first.
          descending: orderBy === undefined || descending,
          offset: (page - 1) * size,
          limit: size,
        });
        return { total, rows: rows.map(rowOf) };
      },
    },
  ],
};

function rowOf({ number, at, user, source, serial, said }: KeptAuditEntry): Values {
  return {
    fleetAuditNumber: number,
    fleetAuditTime: secondsOf(at),
    fleetAuditUser: user,
    fleetAuditSource: source,
    fleetAuditSwitch: serial,
    fleetAuditWords: wordsOf(said),
    fleetAuditSaid: formatMessage(said),
  };
}
