import { say } from '../../model/values/message.ts';
import type { RemoteCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { confirm } from '../feedback/dialogs.ts';
import { whileBlocked } from '../feedback/indicator.ts';
import { toast } from '../feedback/toast.ts';
import { translate } from '../translations/language.ts';
import { call } from './call.ts';
import { CallRefused, failureText, NoAnswer } from './failure.ts';

/** What a call that the guard may refuse came to. */
export type Guarded =
  | {
      readonly applied: true;
      readonly result: unknown;
      /** It comes in force by the restart that follows, and has to be confirmed then, by signing in. */
      readonly awaitsSignIn: boolean;
    }
  | { readonly applied: false };

/** Milliseconds in which a provisional change has to be confirmed before the device takes it back (protocol.md, guard). */
const provisionalTime = 60_000;
const confirmationTimeout = 5_000;
const confirmationPause = 1_000;
/** `managementGuardState`: a change waits to be confirmed. */
const changeWaits = 2;

/**
 * Makes a call; where the device says that it would cut this session off (8710), asks, repeats it with `Force: 1`, and
 * confirms the provisional change by reaching the device over the changed path. Of a call that `restarts` the switch that is
 * left to whoever signs in afterwards.
 */
export async function callGuarded(
  remoteCall: RemoteCall,
  { timeout, restarts = false }: { readonly timeout?: number | undefined; readonly restarts?: boolean } = {},
): Promise<Guarded> {
  const options = timeout === undefined ? {} : { timeout };
  try {
    return { applied: true, result: await call(remoteCall, options), awaitsSignIn: false };
  } catch (failure) {
    if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.managementLoss) throw failure;
    const sure = await confirm(
      translate('This change may cut this session off from the switch.'),
      failureText(failure, translate),
    );
    if (!sure) return { applied: false };
  }
  if (restarts) return { applied: true, result: await forced(remoteCall, options), awaitsSignIn: true };
  const text = translate('Applied provisionally. Checking that the switch still answers …');
  const result = await whileBlocked(text, async () => {
    const started = Date.now();
    const answered = await forced(remoteCall, options);
    await reachAgain(started + provisionalTime);
    return answered;
  });
  toast(translate('The switch still answers: the change is confirmed.'), 'info');
  return { applied: true, result, awaitsSignIn: false };
}

/** The forced call; its answer may be lost on a path that the change has just cut. */
async function forced(remoteCall: RemoteCall, options: { timeout?: number }): Promise<unknown> {
  const params = { ...remoteCall.params, Force: 1 };
  try {
    return await call({ ...remoteCall, params } as RemoteCall, options);
  } catch (failure) {
    if (failure instanceof NoAnswer) return undefined;
    throw failure;
  }
}

/**
 * Any authenticated call over the changed path confirms the change; the device knows which calls came over it, and says
 * when none is waited for any more. Throws `NoAnswer` when none came through before `deadline`.
 */
async function reachAgain(deadline: number): Promise<void> {
  let answers = false;
  for (;;) {
    try {
      const guard = await call(
        { method: 'CommonGet', params: { Template: 'managementGuard' } },
        { timeout: confirmationTimeout },
      );
      answers = true;
      // What is over after the device's own time was taken back, not confirmed.
      if (!stillWaits(guard) && Date.now() < deadline) return;
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure;
    }
    if (Date.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, confirmationPause));
  }
  throw new NoAnswer(
    answers
      ? say('No call came over the changed path in time: the switch has taken the change back.')
      : say('The switch does not answer any more. It takes the change back by itself.'),
  );
}

function stillWaits(guard: unknown): boolean {
  const state =
    typeof guard === 'object' && guard !== null && 'managementGuardState' in guard && guard.managementGuardState;
  return state === changeWaits;
}
