import type { Message } from '../../model/values/message.ts';
import type { Listed, ListQuery } from './listed.ts';

/** Something that somebody should see. */
export interface RaisedAlarm {
  /** Distinguishes it from others of its switch: "power 3". */
  readonly mark: string;
  readonly kind: string;
  /** RFC 5424. */
  readonly severity: number;
  readonly said: Message;
}

/** The source of an alarm: the switch repeats all of its own, and so does the cloud. */
export type AlarmSource = 'switch' | 'cloud';

/** An alarm as it is kept. Times are milliseconds since 1970. */
export interface KeptAlarm extends RaisedAlarm {
  readonly serial: string;
  /** By which it is called within its switch; numbers only grow. */
  readonly number: number;
  readonly raisedAt: number;
  /** When it was said last, and how often. */
  readonly lastAt: number;
  readonly count: number;
  /** 0 while it is active. */
  readonly clearedAt: number;
  /** "" until it is acknowledged. */
  readonly acknowledgedBy: string;
  readonly acknowledgedAt: number;
  /** The name of its switch. */
  readonly name: string;
}

/** Which alarms are asked for. */
export interface AlarmQuery extends ListQuery<'raisedAt' | 'severity' | 'serial'> {
  /** Active ones, unacknowledged active ones, cleared ones; undefined for all. */
  readonly standing: 'standing' | 'open' | 'cleared' | undefined;
  /** Those at least this severe. */
  readonly severity: number | undefined;
  /** Of this switch; undefined for all. */
  readonly serial: string | undefined;
}

/** Alarms in the store: of each switch a bounded number, whatever it reports. */
export interface AlarmStore {
  /** Exactly these of this source are active at a switch from now on. */
  stand(serial: string, source: AlarmSource, alarms: readonly RaisedAlarm[], at: number): Promise<void>;
  /** A one-time event: active until it is acknowledged, or for as long as `forget` says. */
  note(serial: string, alarm: RaisedAlarm, at: number): Promise<void>;
  /** An active and unacknowledged one; false for any other. A one-time event is cleared by that. */
  acknowledge(tenant: string, serial: string, number: number, by: { user: string; at: number }): Promise<boolean>;
  list(query: AlarmQuery): Promise<Listed<KeptAlarm>>;
  /**
   * Raises `alarm` for every switch without a line since `since`, and ends it for those that have theirs; so many each at most.
   * True where there was something to do.
   */
  watchLines(alarm: RaisedAlarm, since: number, at: number, limit: number): Promise<boolean>;
  /** Ends alarms raised before `noted`, and deletes those that ended before `cleared`. */
  forget(noted: number, cleared: number): Promise<void>;
}
