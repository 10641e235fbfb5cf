import * as v from 'valibot';
import type { Keepable } from '../../../device/flash/keeper.ts';
import { migrate, SLOT_VERSION } from '../../../device/flash/migrations.ts';
import type { StoredConfiguration } from '../../../device/flash/stored-configuration.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { outcome } from '../../../protocols/cloud/change.ts';
import type { Revisions } from '../../../protocols/cloud/revisions.ts';
import { hash, revision } from '../../../protocols/cloud/wire.ts';

/** The cloud's revisions of the switch, as kept from one start to the next. */
export interface KeptRevisions extends Omit<Revisions, 'probation'> {
  readonly isOnProbation: boolean;
  /** The hash that the configuration had when the present revision was confirmed. */
  readonly hash: string | undefined;
  /**
   * The hash of the configuration while a change is pending: with it the next start determines whether the change was
   * confirmed.
   */
  readonly tryingHash: string | undefined;
}

const schema = v.object({
  present: revision,
  safe: revision,
  highest: revision,
  bad: v.array(revision),
  last: v.optional(outcome),
  trying: v.optional(v.object({ id: v.string(), revision: v.optional(revision) })),
  isOnProbation: v.boolean(),
  hash: v.optional(hash),
  tryingHash: v.optional(hash),
});

/** Storage of revisions. */
export const keptRevisions: Keepable<KeptRevisions> = {
  name: 'cloud-revisions',
  version: 1,
  write: (revisions) => revisions,
  read(json) {
    const reading = v.safeParse(schema, json);
    if (!reading.success) return undefined;
    const { last, trying, hash, tryingHash, ...revisions } = reading.output;
    return { ...revisions, last, trying: trying && { ...trying, revision: trying.revision }, hash, tryingHash };
  },
};

/** Configurations that revisions speak of. */
export interface KeptConfigurations {
  /** As the cloud wanted it: what differs from it is drift. */
  readonly wanted: StoredConfiguration | undefined;
  /** The configuration to which the switch returns if the connection to the cloud is lost. */
  readonly safe: StoredConfiguration | undefined;
}

/** Their storage. */
export const keptConfigurations: Keepable<KeptConfigurations> = {
  name: 'cloud-configurations',
  sealed: true,
  version: SLOT_VERSION,
  write: (configurations) => configurations,
  read(json, version) {
    if (!isRecord(json)) return undefined;
    const read = (stored: unknown) => (stored === undefined ? undefined : migrate(stored, version));
    return { wanted: read(json.wanted), safe: read(json.safe) };
  },
};
