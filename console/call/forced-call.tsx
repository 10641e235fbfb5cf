import { say } from '../../model/values/message.ts';
import type { RemoteCall } from '../../model/wire/call.ts';
import { confirm } from '../feedback/dialogs.ts';
import { overlay } from '../feedback/overlay.ts';
import { ProvisionalDialog } from '../feedback/ProvisionalDialog.tsx';
import { toast } from '../feedback/toast.ts';
import { translate } from '../translations/language.ts';
import { call } from './call.ts';
import { type CallRefused, failureText, NoAnswer } from './failure.ts';
import type { Guarded, GuardedOptions } from './guarded.ts';

/** Milliseconds in which a provisional change has to be confirmed before the device takes it back (protocol.md, guard). */
const provisionalTime = 60_000;
const confirmationTimeout = 5_000;
const confirmationPause = 1_000;
/** `managementGuardState`: a change waits to be confirmed. */
const changeWaits = 2;

/** Asks whether to risk what the guard has refused, makes the call with `Force: 1`, and stays until it is confirmed. */
export async function forceCall(
  remoteCall: RemoteCall,
  refusal: CallRefused,
  { timeout, restarts = false, move }: GuardedOptions,
): Promise<Guarded> {
  const sure = await confirm(
    translate('This change may cut this session off from the switch.'),
    [failureText(refusal, translate), move && [move.words, move.url].filter((part) => part !== undefined).join(' ')]
      .filter((line) => line !== undefined)
      .join('\n'),
  );
  if (!sure) return { applied: false };
  const options = timeout === undefined ? {} : { timeout };
  if (restarts) return { applied: true, result: await forced(remoteCall, options), awaitsSignIn: true };
  const way: WayBack = { asked: false, taken: false };
  const deadline = Date.now() + provisionalTime;
  const takeBack = async () => {
    way.asked = true;
    try {
      await call(
        { method: 'CommonSet', params: { Template: 'managementGuard', managementGuardTakeBack: 1 } },
        { timeout: confirmationTimeout },
      );
      way.taken = true;
      way.back?.();
    } catch {
      way.asked = false;
    }
    return way.taken;
  };
  const show = (keep?: () => void) =>
    overlay.set(
      <ProvisionalDialog
        deadline={deadline}
        time={provisionalTime}
        address={move?.url}
        takeBack={takeBack}
        keep={keep}
      />,
    );
  show();
  try {
    const result = await forced(remoteCall, options);
    if ((await reachAgain(deadline, way)) && (await isKept(deadline, way, show))) {
      toast(translate('The switch still answers: the change is confirmed.'), 'info');
      return { applied: true, result, awaitsSignIn: false };
    }
  } finally {
    overlay.set(null);
  }
  toast(translate('The change is taken back.'), 'info');
  return { applied: false };
}

/**
 * The change is confirmed: the browser did that by itself, so the administrator has the rest of the time to look at what came
 * of it. Resolves to false where it was taken back.
 */
async function isKept(deadline: number, way: WayBack, show: (keep: () => void) => void): Promise<boolean> {
  await new Promise<void>((resolve) => {
    const end = setTimeout(resolve, deadline - Date.now());
    const over = () => {
      clearTimeout(end);
      resolve();
    };
    way.back = over;
    show(over);
  });
  return !way.taken;
}

/** Whether the device was asked to take the change back, and did. */
interface WayBack {
  asked: boolean;
  taken: boolean;
  /** It is taken back. */
  back?(): void;
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
 * when none is waited for any more. Resolves to false where the change was taken back meanwhile. Throws `NoAnswer` when none
 * came through before `deadline`.
 */
async function reachAgain(deadline: number, way: WayBack): Promise<boolean> {
  let answers = false;
  for (;;) {
    try {
      const guard = await call(
        { method: 'CommonGet', params: { Template: 'managementGuard' } },
        { timeout: confirmationTimeout },
      );
      answers = true;
      // What is over after the device's own time, or when that was asked for, was taken back, not confirmed.
      if (!stillWaits(guard) && Date.now() < deadline && !way.asked) return true;
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure;
    }
    if (way.taken) return false;
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
