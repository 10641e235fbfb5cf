import type { Message } from '../../model/values/message.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { ListQuery } from './listed.ts';

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
  /** When its last report came. It may be heard of later than that: a report is sent only where something changed. */
  readonly reportedAt: number;
  /** Active alarms, and the highest severity of them (RFC 5424); 8 for none. */
  readonly alarms: number;
  readonly worstAlarm: number;
}

/** The line that a report came by. */
export interface ReportedBy {
  readonly gateway: string;
  /** Source address of the line. */
  readonly address: string;
  /** The number of the line (`LineStore.next`), and that of the report on it, from 1. */
  readonly line: number;
  readonly reportNumber: number;
  readonly at: number;
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
  /** All but this one. */
  readonly except?: string | undefined;
  /** Those of these models. */
  readonly models?: readonly string[] | undefined;
}

/** Columns by which a list of switches can be ordered. */
export type SwitchColumn = 'serial' | 'name' | 'model' | 'address' | 'version' | 'lastSeen' | 'condition' | 'alarms';
