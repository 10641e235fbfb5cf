/** Output of a command, and its questions. */
export interface CommandIo {
  /** Signs that a line holds. */
  readonly width: number;
  /** Resolves when all was written, or its reader has had enough. */
  print(lines: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Says what went wrong. */
  complain(message: string): Promise<void>;
  /** Gives the reason, and asks "… [y/N]"; false if it cannot ask. */
  ask(question: string, why?: string): Promise<boolean>;
  /**
   * Gives the reason, and asks for the password without showing it; undefined if it is not entered. Absent if it cannot
   * ask.
   */
  askPassword?(why: string): Promise<string | undefined>;
  /** Sets how many signs a line and how many rows a page hold; 0 for no limit. Absent where there is no terminal. */
  resize?(size: { readonly columns?: number; readonly rows?: number }): void;
  /** Aborted when the reader wants no further output of this command. */
  readonly signal: AbortSignal;
}
