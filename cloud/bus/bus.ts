/** Plain values, as they pass a network. */
export type BusValue =
  | string
  | number
  | boolean
  | null
  | readonly BusValue[]
  | { readonly [name: string]: BusValue | undefined };

/** Ends what was begun. */
export type Unsubscribe = () => void;

/** Nobody answered a question. */
export class NobodyAnswers extends Error {
  constructor(subject: string) {
    super(`nobody answers ${subject}`);
    this.name = 'NobodyAnswers';
  }
}

/**
 * What carries words between the parts of the cloud. It keeps nothing: a word that nobody hears is gone, and whoever says it
 * must be able to bear that (docs/specification/cloud.md 2).
 */
export interface Bus {
  /** Tells all that listen to this subject. */
  publish(subject: string, value: BusValue): void;
  /** Listens; what `heard` throws or rejects with costs nobody else anything. */
  subscribe(subject: string, heard: (value: BusValue) => void): Unsubscribe;
  /** Answers questions; of several that answer the same subject each question reaches one. */
  answer(subject: string, reply: (question: BusValue) => Promise<BusValue>): Unsubscribe;
  /**
   * Asks; rejects with `NobodyAnswers` where nobody does within `timeout` milliseconds, and with an `Error` where the answer is
   * one.
   */
  ask(subject: string, question: BusValue, timeout: number): Promise<BusValue>;
  close(): Promise<void>;
}
