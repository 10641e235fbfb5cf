import type { Dialog } from '../feedback/dialogs.ts';

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
  /** The guard's reason that the administrator has read and accepted; it is not asked about again. */
  readonly accepted?: string | undefined;
}

/** Whether a page has nothing against a change, or what it asks before. */
export type Sure = boolean | Question;

/** A question of a page before a change. Texts are translated. */
export type Question = Pick<Dialog, 'text' | 'detail' | 'destructive' | 'condition'>;
