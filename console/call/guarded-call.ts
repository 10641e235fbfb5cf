import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { call } from './call.ts';
import { CallRefused } from './failure.ts';

/** What a call that the guard may refuse came to. */
export type Guarded =
  | {
      readonly applied: true;
      readonly result: unknown;
      /** It comes in force by the restart that follows, and has to be confirmed then, by signing in. */
      readonly awaitsSignIn: boolean;
    }
  /** It was not risked, or taken back again. */
  | { readonly applied: false };

/** Where the switch is reached after a change of its address. */
export interface Move {
  /** Translated. */
  readonly words: string;
  /** The console's address there; undefined where it is not known beforehand. */
  readonly url?: string | undefined;
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

/**
 * Makes a call; where the device says that it would cut this session off (8710), asks, repeats it with `Force: 1`, and
 * confirms the provisional change by reaching the device over the changed path. Of a call that `restarts` the switch that is
 * left to whoever signs in afterwards.
 */
export async function callGuarded(remoteCall: RemoteCall, options: GuardedOptions = {}): Promise<Guarded> {
  const { timeout } = options;
  try {
    const result = await call(remoteCall, timeout === undefined ? {} : { timeout });
    return { applied: true, result, awaitsSignIn: false };
  } catch (failure) {
    if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.managementLoss) throw failure;
    // Fetched while the way to the switch is still there.
    const { forceCall } = await import('./forced-call.tsx');
    return forceCall(remoteCall, failure, options);
  }
}
