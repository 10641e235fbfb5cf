import type { Message } from '../../model/values/message.ts';
import type { Listed, ListQuery } from './listed.ts';

/** Something that somebody should see. */
export interface RaisedAlarm {
  /** Tells it from others of its switch: "power 3". */
  readonly mark: string;
  readonly kind: string;
  /** RFC 5424. */
  readonly severity: number;
  readonly said: Message;
}

/** Who knows whether an alarm still stands: the switch says all of its own anew, and so does the cloud. */
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
  /** 0 while it stands. */
  readonly clearedAt: number;
  /** "" while nobody has acknowledged it. */
  readonly acknowledgedBy: string;
  readonly acknowledgedAt: number;
  /** The name of its switch. */
  readonly name: string;
}

/** Which alarms are asked for. */
export interface AlarmQuery extends ListQuery<'raisedAt' | 'severity' | 'serial'> {
  /** Those that stand, those of them that nobody acknowledged, those that are over; undefined for all. */
  readonly standing: 'standing' | 'open' | 'cleared' | undefined;
  /** Those at least this severe. */
  readonly severity: number | undefined;
  /** Of this switch; undefined for all. */
  readonly serial: string | undefined;
}

/** What the cloud keeps of alarms: of each switch a bounded number, whatever it says. */
export interface AlarmStore {
  /** These, and no others of this source, stand at a switch from now on. */
  stand(serial: string, source: AlarmSource, alarms: readonly RaisedAlarm[], at: number): Promise<void>;
  /** Something happened once: it stands until somebody has acknowledged it, or for as long as `forget` says. */
  note(serial: string, alarm: RaisedAlarm, at: number): Promise<void>;
  /** One that stands, and that nobody has acknowledged; false for any other. What happened once is over with that. */
  acknowledge(tenant: string, serial: string, number: number, by: { user: string; at: number }): Promise<boolean>;
  list(query: AlarmQuery): Promise<Listed<KeptAlarm>>;
  /**
   * Raises `alarm` for every switch without a line since `since`, and ends it for those that have theirs; so many each at most.
   * True where there was something to do.
   */
  watchLines(alarm: RaisedAlarm, since: number, at: number, limit: number): Promise<boolean>;
  /** What happened before `noted` is over; what was over before `cleared` is not kept. */
  forget(noted: number, cleared: number): Promise<void>;
}
