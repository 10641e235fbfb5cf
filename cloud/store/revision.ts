import type { Message } from '../../model/values/message.ts';

/** A configuration that somebody made. */
export interface MadeRevision {
  /** JSON text. */
  readonly document: string;
  readonly hash: string;
  readonly at: number;
  /** Its author. */
  readonly by: string;
}

/** One state of the whole configuration of a switch. */
export interface KeptRevision extends MadeRevision {
  readonly revision: number;
}

/** What the configuration of each switch is to be, and was. */
export interface RevisionStore {
  /** A number for a revision of this switch: greater than all that it has ever been given, and never assigned twice. */
  next(serial: string): Promise<number>;
  /**
   * Makes this the desired configuration, where the desired revision is still the one that it was made from; resolves to the new
   * revision, or to undefined where somebody else was faster.
   */
  desire(serial: string, from: number, made: MadeRevision): Promise<number | undefined>;
  /** The switch has this revision already, by a call on somebody's behalf: it is the desired one, unless that is later. */
  adopt(serial: string, revision: number, made: MadeRevision): Promise<boolean>;
  of(serial: string, revision: number): Promise<KeptRevision | undefined>;
  /** It was taken back or refused, for this reason: it is not sent again. */
  markBad(serial: string, revision: number, refusal?: Message): Promise<void>;
}
