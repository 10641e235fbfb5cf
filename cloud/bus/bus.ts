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

/** A question was not answered. */
export class NobodyAnswers extends Error {
  constructor(subject: string) {
    super(`nobody answers ${subject}`);
    this.name = 'NobodyAnswers';
  }
}

/**
 * Carries messages between the parts of the cloud. It stores nothing: a message without a receiver is lost, and its
 * sender must be able to bear that (docs/specification/cloud.md 2).
 */
export interface Bus {
  /** Sends to all listeners of this subject. */
  publish(subject: string, value: BusValue): void;
  /** Listens; what `heard` throws or rejects with affects no one else. */
  subscribe(subject: string, heard: (value: BusValue) => void): Unsubscribe;
  /** Answers questions; of several that answer the same subject each question reaches one. */
  answer(subject: string, reply: (question: BusValue) => Promise<BusValue>): Unsubscribe;
  /**
   * Asks; rejects with `NobodyAnswers` if there is no answer within `timeout` milliseconds, and with an `Error` if the
   * answer is one.
   */
  ask(subject: string, question: BusValue, timeout: number): Promise<BusValue>;
  close(): Promise<void>;
}
