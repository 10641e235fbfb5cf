import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { call } from './call.ts';
import { CallRefused } from './failure.ts';
import type { Guarded, GuardedOptions } from './guarded.ts';

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
