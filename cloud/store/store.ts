import type { Severity } from '../../device/log/log.ts';
import type { Message } from '../../model/values/message.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { AlarmStore } from './alarms.ts';
import type { FirmwareStore } from './firmware-images.ts';
import type { Listed, ListQuery } from './listed.ts';
import type { KeptRevision, MadeRevision } from './revision.ts';
import type { RolloutStore } from './rollouts.ts';
import type { SessionStore } from './sessions.ts';

/** A claimed switch in the store. Times are milliseconds since 1970, here and below. */
export interface KeptSwitch {
  readonly serial: string;
  /** Its owner: switches of one tenant are invisible to another one's users. */
  readonly tenant: string;
  /** SHA-256 of the public key by which it was claimed, in hexadecimal digits. */
  readonly keyHash: string;
  readonly model: string;
  readonly version: string;
  readonly name: string;
  /** Source address of its line. */
  readonly address: string;
  readonly owner: 'local' | 'cloud';
  readonly claimedAt: number;
  readonly claimedBy: string;
  /** The revision that it is to have; 0 while the cloud wants nothing of it. */
  readonly desiredRevision: number;
  /** The latest revision that it was connected with for long enough; 0 for none. */
  readonly safeRevision: number;
  /** Revisions that it took back or refused: they are not sent again. */
  readonly badRevisions: readonly number[];
  /** Why the latest of them was refused; undefined where it was not. */
  readonly refusal: Message | undefined;
  /** Its last report; undefined if it has not been connected yet. */
  readonly report: SwitchReport | undefined;
  /** The gateway that has its line; "" for none. */
  readonly gateway: string;
  /** The newest of its lines that is known of, 0 for none, and the last report on that. */
  readonly line: number;
  readonly reportNumber: number;
  /** When its line was opened, and when it was heard of last. */
  readonly connectedAt: number;
  readonly lastSeen: number;
  /** Active alarms, and the highest severity of them (RFC 5424); 8 for none. */
  readonly alarms: number;
  readonly worstAlarm: number;
}

/** The line that a report came by. */
export interface ReportedBy {
  readonly gateway: string;
  /** Source address of the line. */
  readonly address: string;
  /** The number of the line (`Store.nextLine`), and that of the report on it, from 1. */
  readonly line: number;
  readonly reportNumber: number;
  readonly at: number;
}

/** A line that a gateway has: the switch's, and its number. */
export interface HeldLine {
  readonly serial: string;
  readonly line: number;
}

/** A difference between the store and a gateway about a line. */
export interface LineFinding extends HeldLine {
  /**
   * The store counts it as one of the gateway, which did not name it; it is over, or a later one is known; or the
   * switch is no longer claimed.
   */
  readonly finding: 'unnamed' | 'outdated' | 'unclaimed';
}

/** Somebody has typed a claim code: the switch that shows it is his. */
export interface PendingClaim {
  readonly serial: string;
  readonly code: string;
  readonly tenant: string;
  readonly user: string;
  readonly until: number;
  /** Wrong codes that were shown for its serial number. */
  readonly wrongCodes: number;
}

/** A claim that begins to wait. */
export type NewClaim = Omit<PendingClaim, 'wrongCodes'>;

/** A claim that a switch has proved. */
export interface ProvenClaim {
  readonly serial: string;
  readonly tenant: string;
  readonly user: string;
  /** The claim code that it showed, which serves once; left out where somebody signed in at it. */
  readonly code?: string;
  readonly keyHash: string;
  readonly model: string;
  readonly at: number;
  readonly certificate: KeptCertificate;
}

/** A client certificate that the cloud has issued. */
export interface KeptCertificate {
  /** Its serial number in hexadecimal digits: unlike that of the switch it is in no other certificate. */
  readonly number: string;
  readonly serial: string;
  readonly until: number;
}

/** Somebody who may sign in to the cloud. */
export interface KeptUser {
  readonly name: string;
  readonly tenant: string;
  /** As `Passwords.hash` makes it. */
  readonly passwordHash: string;
  /** His rights: everything, or read. */
  readonly role: 'administrator' | 'observer';
}

/** Something that was done, and by whom. */
export interface AuditEntry {
  readonly at: number;
  readonly tenant: string;
  /** "" if no one was logged in. */
  readonly user: string;
  /** Its source address; "" for the cloud itself. */
  readonly source: string;
  /** The switch that it was done to; "" for none. */
  readonly serial: string;
  readonly said: Message;
  /** How severe it is in the log on standard output, default a notice; it is not kept. */
  readonly severity?: Severity;
}

/** An entry with its place in the trail: numbers only grow. */
export interface KeptAuditEntry extends AuditEntry {
  readonly number: number;
}

/** State of a switch as seen by the cloud. */
type SwitchCondition = 'connected' | 'away';

/** Which switches are asked for. */
export interface SwitchQuery extends ListQuery<SwitchColumn> {
  /** Undefined for all. */
  readonly condition: SwitchCondition | undefined;
  /** Those that are set otherwise than the cloud wants. */
  readonly drifted: boolean;
  /** Those with active alarms. */
  readonly isAlarmed: boolean;
}

/** Columns by which a list of switches can be ordered. */
export type SwitchColumn = 'serial' | 'name' | 'model' | 'address' | 'version' | 'lastSeen' | 'condition' | 'alarms';

/**
 * The store of the cloud. Everything acknowledged is durable: it survives the end of the process, of the store or of
 * the power. Each method is one transaction, and rejects with the store's own error if that fails.
 */
export interface Store {
  readonly rollouts: RolloutStore;
  readonly alarms: AlarmStore;
  readonly firmware: FirmwareStore;
  readonly sessions: SessionStore;

  switchOf(serial: string): Promise<KeptSwitch | undefined>;
  listSwitches(query: SwitchQuery): Promise<Listed<KeptSwitch>>;
  /** A number for the next line of this switch: greater than that of every line that it was ever given. */
  nextLine(serial: string): Promise<number>;
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
   * This connection ended, and so did all before it; later messages on it change nothing. Later connections are not
   * affected.
   */
  disconnected(serial: string, line: number, at: number): Promise<void>;
  /** This gateway ended, and its lines with it; undefined for all there are. */
  forgetGateway(gateway: string | undefined, at: number): Promise<void>;
  /** This gateway is there. Resolves to the lines that it has as far as the store knows: where it has others, it says which. */
  gatewayLives(gateway: string): Promise<readonly HeldLine[]>;
  /**
   * A gateway says which lines it has: those that are not known to be over, or older than others, are kept. Resolves to where the
   * store differs; a line that was not named may have been opened since, so that the gateway itself says that it ended.
   */
  keepLines(gateway: string, lines: readonly HeldLine[], at: number): Promise<readonly LineFinding[]>;
  /**
   * Time has passed: gateways without a heartbeat since the last so many calls are forgotten, and so is every
   * connection over an unknown one. It counts calls and compares no clocks, so that an outage of the store declares no
   * one dead.
   */
  missGateways(calls: number, at: number): Promise<void>;

  /**
   * Takes the turn at something that only one process of the cloud is to do, for so many milliseconds, or keeps it; false while
   * another holder has it.
   */
  takeTurn(name: string, holder: string, now: number, length: number): Promise<boolean>;
  /** A value shared by all processes of the cloud under this name, such as a key: the stored one, or else this. */
  share(name: string, made: string): Promise<string>;
  shared(name: string): Promise<string | undefined>;

  /** Takes a switch and everything about it away; its certificates count as revoked. False where there is none. */
  releaseSwitch(serial: string): Promise<boolean>;

  /** A number for a revision of this switch: greater than all that it has ever been given, and never assigned twice. */
  nextRevision(serial: string): Promise<number>;
  /**
   * Makes this the desired configuration, where the desired revision is still the one that it was made from; resolves to the new
   * revision, or to undefined where somebody else was faster.
   */
  desire(serial: string, from: number, made: MadeRevision): Promise<number | undefined>;
  /** The switch has this revision already, by a call on somebody's behalf: it is the desired one, unless that is later. */
  adopt(serial: string, revision: number, made: MadeRevision): Promise<boolean>;
  revisionOf(serial: string, revision: number): Promise<KeptRevision | undefined>;
  /** It was taken back or refused, for this reason: it is not sent again. */
  markBad(serial: string, revision: number, refusal?: Message): Promise<void>;

  /** In the place of an earlier claim of the same tenant for the same switch. False where the switch is another tenant's. */
  putClaim(claim: NewClaim): Promise<boolean>;
  listClaims(tenant: string, now: number): Promise<readonly PendingClaim[]>;
  /**
   * A switch shows this code: its claim, which waits until it is `claimed`; `wrong` where only claims with other codes wait for it;
   * undefined where none does.
   */
  proveClaim(serial: string, code: string, now: number): Promise<PendingClaim | 'wrong' | undefined>;
  /** Counts a wrong code with each claim that waits for this switch. */
  countWrongCode(serial: string): Promise<void>;
  withdrawClaim(serial: string, tenant: string): Promise<boolean>;
  /**
   * The switch is the tenant's from now on, with this certificate and no earlier one. False if it is another tenant's,
   * if the key is another switch's, and if the code is no longer awaited.
   */
  claimed(claim: ProvenClaim): Promise<boolean>;

  /** The next certificate of a switch, besides only the present one. False if that is no longer valid. */
  renewCertificate(certificate: KeptCertificate, present: string): Promise<boolean>;
  /** Whether this certificate was issued for this switch, and not revoked since. */
  isCertified(serial: string, number: string): Promise<boolean>;
  /**
   * The switch has this certificate beside those that it was given when it was claimed: it may not have got them. False where this
   * tenant did not claim it by this key, and where it has been connected since.
   */
  certifyAgain(certificate: KeptCertificate, holder: Pick<KeptSwitch, 'tenant' | 'keyHash'>): Promise<boolean>;
  /**
   * Takes up a certificate that the cloud issued and does not keep: the switch got it after the copy was made that the cloud was
   * restored from. False where it is not of the key by which this tenant claimed the switch, not later than all that are kept of
   * the switch, or revoked.
   */
  takeUpCertificate(certificate: KeptCertificate, holder: Pick<KeptSwitch, 'tenant' | 'keyHash'>): Promise<boolean>;

  users(): Promise<readonly KeptUser[]>;
  /** His sessions end if he moves to another tenant, or has another password, except the session with this id. */
  putUser(user: KeptUser, exceptSession?: string): Promise<void>;
  /** The same password, hashed otherwise, where the hash is still the former one: nothing that he has open ends. */
  renewHash(name: string, former: string, hash: string): Promise<void>;
  /** Ends what he has open. */
  removeUser(name: string): Promise<void>;

  addAudit(entry: AuditEntry): Promise<void>;
  /** When the last entry was made, in milliseconds since 1970; 0 where there is none. */
  lastAuditAt(): Promise<number>;
  listAudit(query: ListQuery<'number'>): Promise<Listed<KeptAuditEntry>>;

  close(): Promise<void>;
}
