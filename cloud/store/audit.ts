import type { Severity } from '../../device/log/log.ts';
import type { Message } from '../../model/values/message.ts';
import type { Listed, ListQuery } from './listed.ts';

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

/** What was done, and by whom. */
export interface AuditStore {
  add(entry: AuditEntry): Promise<void>;
  /** When the last entry was made, in milliseconds since 1970; 0 where there is none. */
  lastAt(): Promise<number>;
  list(query: ListQuery<'number'>): Promise<Listed<KeptAuditEntry>>;
}
