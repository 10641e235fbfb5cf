import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { ProvenClaim } from './claims.ts';
import type { MadeRevision } from './revision.ts';
import type { Store } from './store.ts';
import type { ReportedBy } from './switches.ts';

/** When everything in the cases of a store happens. */
export const NOW = 1_800_000_000_000;

/** Report of a switch in them. */
export const reportOf = (values: Partial<SwitchReport> = {}): SwitchReport => ({
  model: 'TPE-1021WS',
  version: '1.0',
  name: 'roof',
  address: '192.0.2.7',
  upTime: 5,
  owner: 'cloud',
  hash: 'a'.repeat(64),
  revision: 0,
  safeRevision: 0,
  badRevisions: [],
  drift: [],
  driftLines: 0,
  ...values,
});

let lines = 0;

/** By what it says that: each time by another line, later than those before. */
export const reportedBy = (values: Partial<ReportedBy> = {}): ReportedBy => {
  lines += 1;
  return { gateway: 'g1', address: '192.0.2.7', line: lines, reportNumber: 1, at: NOW, ...values };
};

/** By a line of this gateway, later than those before. */
export const lineBy = (gateway = 'g1', at = NOW) => reportedBy({ gateway, at });

/** A revision of it with this document. */
export const madeOf = (document: string): MadeRevision => ({
  document,
  hash: `hash of ${document}`,
  at: NOW,
  by: 'admin',
});

/** The line that it has ends. */
export async function endLine(store: Store, serial: string, at: number): Promise<void> {
  await store.lines.ended(serial, (await store.switchOf(serial))?.line ?? 0, at);
}

/** The claim by which it comes into the store. */
export const claimedSwitch = (serial: string, values: Partial<ProvenClaim> = {}): ProvenClaim => ({
  serial,
  tenant: 'own',
  user: 'admin',
  keyHash: `key of ${serial}`,
  model: 'TPE-1021WS',
  at: NOW,
  certificate: { number: `${serial}-1`, serial, until: NOW + 1 },
  ...values,
});
