import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { ProvenClaim } from './store.ts';

/** When everything in the cases of a store happens. */
export const NOW = 1_800_000_000_000;

/** What a switch says of itself in them. */
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
