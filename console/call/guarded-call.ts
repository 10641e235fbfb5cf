import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { call } from './call.ts';
import { CallRefused } from './failure.ts';
import type { Guarded, GuardedOptions } from './guarded.ts';

/** Makes a call as `guarded` does, forced with `Force: 1`. */
export function callGuarded(remoteCall: RemoteCall, options: GuardedOptions = {}): Promise<Guarded> {
  const { timeout } = options;
  return guarded((force) => {
    const params = force ? { ...remoteCall.params, Force: 1 } : remoteCall.params;
    return call({ ...remoteCall, params } as RemoteCall, timeout === undefined ? {} : { timeout });
  }, options);
}

/**
 * Makes a request to the device; if the device answers that this would cut the session off (8710), asks the
 * administrator, has it forced, and confirms the provisional change by reaching the device over the changed path. For a
 * call that `restarts` the switch, the next login does that.
 */
export async function guarded(
  send: (force: boolean) => Promise<unknown>,
  options: GuardedOptions = {},
): Promise<Guarded> {
  try {
    return { applied: true, result: await send(false), awaitsSignIn: false };
  } catch (failure) {
    if (!(failure instanceof CallRefused)) throw failure;
    // The administrator gave no password.
    if (failure.code === ErrorCode.proofRequired) return { applied: false };
    if (failure.code !== ErrorCode.managementLoss) throw failure;
    // Fetched while the way to the switch is still there.
    const { forceCall } = await import('./forced-call.tsx');
    return forceCall(() => send(true), failure, options);
  }
}
