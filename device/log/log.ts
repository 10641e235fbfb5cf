/** Severities of RFC 5424 that the device writes. */
export const Severity = {
  emergency: 0,
  alert: 1,
  critical: 2,
  error: 3,
  warning: 4,
  notice: 5,
  informational: 6,
  debug: 7,
} as const;

/** One of the values of `Severity`. */
export type Severity = (typeof Severity)[keyof typeof Severity];

/** One line of the log. */
export interface LogEntry {
  /** Counts up from 1 since start. */
  readonly sequence: number;
  readonly severity: Severity;
  /** Milliseconds since 1970, by the device's own clock. */
  readonly time: number;
  readonly message: string;
}

/** The device's log. A message is one line; control characters are replaced. */
export interface Log {
  write(severity: Severity, message: string): void;
  /** Newest first. */
  entries(): readonly LogEntry[];
  clear(): void;
  /** Puts entries kept from before the start behind those written since; newest first. */
  restore(entries: readonly LogEntry[]): void;
  /** How many are kept, and whether a full log forgets the oldest or takes no more. */
  configure(options: {
    readonly size: number;
    readonly whenFull: 'overwrite' | 'stop';
    readonly maximumSeverity: Severity;
  }): void;
  /** Is called with each entry written from now on; ends with the function it gives back. */
  follow(listener: (entry: LogEntry) => void): () => void;
}
