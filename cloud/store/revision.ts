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
