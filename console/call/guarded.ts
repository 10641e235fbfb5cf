/** Result of a call that the guard may refuse. */
export type Guarded =
  | {
      readonly applied: true;
      readonly result: unknown;
      /** It comes in force by the restart that follows, and has to be confirmed then, by signing in. */
      readonly awaitsSignIn: boolean;
    }
  /** It was not risked, or taken back again. */
  | { readonly applied: false };

/** The switch's location after a change of its address. */
export interface Move {
  /** Translated. */
  readonly words: string;
  /** The console's address there; undefined where it is not known beforehand. */
  readonly url?: string | undefined;
  /** Name of the route at which this session goes on there; default: the dashboard. */
  readonly goTo?: string;
}

/** How a call is made that the guard may refuse. */
export interface GuardedOptions {
  /** Milliseconds the device may take. */
  readonly timeout?: number | undefined;
  /** The device restarts afterwards. */
  readonly restarts?: boolean | undefined;
  /** Said with the question. */
  readonly move?: Move | undefined;
}
