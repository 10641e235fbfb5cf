/** A command line's session as its page shows it. */
export interface LineSessionState {
  /** Counts the sessions of this service, from 1; the smallest that is free. */
  readonly number: number;
  readonly user: string;
  readonly remoteAddress: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly since: number;
  /** Details of its protocol: version, cipher. */
  readonly details: string;
  /** Ends it for its administrator. */
  end(): void;
}

/** State of a command line service while it runs. */
export interface LineState {
  /** "192.168.10.200:22", one for each address that is listened at. */
  readonly listening: readonly string[];
  readonly sessions: readonly LineSessionState[];
}

/** A service that does not run. */
export const noLines: LineState = { listening: [], sessions: [] };
