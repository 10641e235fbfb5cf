/** A line that a gateway has: the switch's, and its number. */
export interface HeldLine {
  readonly serial: string;
  readonly line: number;
}

/** A difference between the store and a gateway about a line. */
export interface LineFinding extends HeldLine {
  /**
   * The store counts it as one of the gateway, which did not name it; it is over, or a later one is known; or the
   * switch is no longer claimed.
   */
  readonly finding: 'unnamed' | 'outdated' | 'unclaimed';
}

/** The lines of switches, and the gateways that have them. */
export interface LineStore {
  /** A number for the next line of this switch: greater than that of every line that it was ever given. */
  next(serial: string): Promise<number>;
  /**
   * This connection ended, and so did all before it; later messages on it change nothing. Later connections are not
   * affected.
   */
  ended(serial: string, line: number, at: number): Promise<void>;
  /** This gateway ended, and its lines with it; undefined for all there are. */
  forgetGateway(gateway: string | undefined, at: number): Promise<void>;
  /** This gateway is there. Resolves to the lines that it has as far as the store knows: where it has others, it says which. */
  gatewayLives(gateway: string): Promise<readonly HeldLine[]>;
  /**
   * A gateway says which lines it has: those that are not known to be over, or older than others, are kept. Resolves to where the
   * store differs; a line that was not named may have been opened since, so that the gateway itself says that it ended.
   */
  keep(gateway: string, lines: readonly HeldLine[], at: number): Promise<readonly LineFinding[]>;
  /**
   * Time has passed: gateways without a heartbeat since the last so many calls are forgotten, and so is every
   * connection over an unknown one. It counts calls and compares no clocks, so that an outage of the store declares no
   * one dead.
   */
  missGateways(calls: number, at: number): Promise<void>;
}
