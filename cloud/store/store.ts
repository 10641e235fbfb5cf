import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { AccountStore } from './accounts.ts';
import type { AlarmStore } from './alarms.ts';
import type { AuditStore } from './audit.ts';
import type { CertificateStore } from './certificates.ts';
import type { ClaimStore, ProvenClaim } from './claims.ts';
import type { FirmwareStore } from './firmware-images.ts';
import type { LineStore } from './lines.ts';
import type { Listed } from './listed.ts';
import type { RevisionStore } from './revision.ts';
import type { RolloutStore } from './rollouts.ts';
import type { SessionStore } from './sessions.ts';
import type { KeptSwitch, ReportedBy, SwitchQuery } from './switches.ts';

/**
 * The store of the cloud. Everything acknowledged is durable: it survives the end of the process, of the store or of
 * the power. Each method is one transaction, and rejects with the store's own error if that fails.
 */
export interface Store {
  readonly lines: LineStore;
  readonly revisions: RevisionStore;
  readonly claims: ClaimStore;
  readonly certificates: CertificateStore;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly rollouts: RolloutStore;
  readonly alarms: AlarmStore;
  readonly firmware: FirmwareStore;
  readonly sessions: SessionStore;

  switchOf(serial: string): Promise<KeptSwitch | undefined>;
  listSwitches(query: SwitchQuery): Promise<Listed<KeptSwitch>>;
  /**
   * Stores a report of a switch. Resolves to its former state; to `outdated` if a later report or the end of its
   * connection is already known, which changes nothing; to undefined if it is not claimed.
   */
  report(serial: string, report: SwitchReport, line: ReportedBy): Promise<KeptSwitch | 'outdated' | undefined>;
  /**
   * The switch has reported, after the report stored in `asked`, that it is at this revision and that its configuration
   * has this hash. A later report of it takes precedence.
   */
  committed(asked: KeptSwitch, revision: number, hash: string): Promise<void>;
  /**
   * Serial numbers of connected switches that the cloud decides about and for which something is to be done: they are not at the
   * wanted revision, which they have not refused, nothing was taken over from them yet, or a change of theirs waits for longer
   * than it may. So many at most, in the order of their serial numbers, from the first one after `after`.
   */
  listBehind(limit: number, now: number, after?: string): Promise<readonly string[]>;

  /**
   * Takes the turn at something that only one process of the cloud is to do, for so many milliseconds, or keeps it; false while
   * another holder has it.
   */
  takeTurn(name: string, holder: string, now: number, length: number): Promise<boolean>;
  /** A value shared by all processes of the cloud under this name, such as a key: the stored one, or else this. */
  share(name: string, made: string): Promise<string>;
  shared(name: string): Promise<string | undefined>;
  /** Replaces the value that is shared under this name. */
  reshare(name: string, value: string): Promise<void>;

  /** Takes a switch and everything about it away; its certificates count as revoked. False where there is none. */
  releaseSwitch(serial: string): Promise<boolean>;

  /**
   * The switch is the tenant's from now on, with this certificate and no earlier one. False if it is another tenant's,
   * if the key is another switch's, and if the code is no longer awaited.
   */
  claimed(claim: ProvenClaim): Promise<boolean>;

  close(): Promise<void>;
}
