/** Where a command's answer goes, and who can be asked. */
export interface CommandIo {
  /** Signs that a line holds. */
  readonly width: number;
  /** Resolves when all was written, or its reader has had enough. */
  print(lines: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Says what went wrong. */
  complain(message: string): Promise<void>;
  /** Says why, and asks "… [y/N]"; false where nobody can be asked. */
  ask(question: string, why?: string): Promise<boolean>;
  /** Says why, and asks for the password without showing it; undefined where it is not given. Absent where nobody can be asked. */
  askPassword?(why: string): Promise<string | undefined>;
  /** Sets how many signs a line and how many rows a page hold; 0 for no limit. Absent where there is no terminal. */
  resize?(size: { readonly columns?: number; readonly rows?: number }): void;
  /** Aborted when the reader wants no more of this command. */
  readonly signal: AbortSignal;
}
