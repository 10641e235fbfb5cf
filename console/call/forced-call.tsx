import { confirm, warn } from '../feedback/dialogs.ts';
import { overlay } from '../feedback/overlay.ts';
import { ProvisionalDialog } from '../feedback/ProvisionalDialog.tsx';
import { toast } from '../feedback/toast.ts';
import { followUrl } from '../session/follow.ts';
import { goTo } from '../session/login-page.ts';
import { translate } from '../translations/language.ts';
import { call } from './call.ts';
import { type CallRefused, failureText, NoAnswer } from './failure.ts';
import { followBack } from './follow-back.ts';
import type { Guarded, GuardedOptions } from './guarded.ts';
import { confirmationTimeout, type NewPlace, provisionalTime, reachAgain, type WayBack } from './reach-again.ts';
import { riskLines } from './risk-lines.ts';

/** Milliseconds for which the new address is shown before the browser goes there. */
const beforeFollowing = 3_000;

/** Asks whether to risk what the guard has refused, has it forced, and stays until it is confirmed. */
export async function forceCall(
  force: () => Promise<unknown>,
  refusal: CallRefused,
  { restarts = false, move, accepted }: GuardedOptions,
): Promise<Guarded> {
  const reason = failureText(refusal, translate);
  if (!accepted || !reason.includes(accepted)) {
    const question = translate('This change may disconnect this session from the switch.');
    if (!(await confirm(question, riskLines(reason, move, refusal.isFinal).join('\n')))) return { applied: false };
  }
  // Nothing is awaited: the device does it and leaves it at that.
  if (refusal.isFinal) return { applied: true, result: await answerOf(force), awaitsSignIn: false };
  if (restarts) return { applied: true, result: await answerOf(force), awaitsSignIn: true };
  const way: WayBack = { asked: false, taken: false };
  const deadline = Date.now() + provisionalTime;
  const takeBack = async () => {
    way.asked = true;
    try {
      const answer = await call(
        { method: 'CommonSet', params: { Template: 'managementGuard', managementGuardTakeBack: 1 } },
        { timeout: confirmationTimeout },
      );
      way.taken = true;
      followBack(answer);
    } catch {
      way.asked = false;
    }
    return way.taken;
  };
  const show = (follow?: string) =>
    overlay.set(
      <ProvisionalDialog
        deadline={deadline}
        time={provisionalTime}
        address={move?.url}
        follow={follow}
        takeBack={takeBack}
      />,
    );
  show();
  // A session at an address that is removed is taken to the new one, where its first call confirms the change.
  const told = ({ address, ticket }: NewPlace) => {
    const url = followUrl(address, ticket, move?.goTo);
    show(url);
    setTimeout(() => way.asked || goTo(url), beforeFollowing);
  };
  try {
    const result = await answerOf(force);
    const { isConfirmed, later } = await reachAgain(deadline, way, told);
    if (isConfirmed) {
      toast(translate('The switch still responds: the change is confirmed.'), 'info');
      if (later)
        void warn(translate('It works now, but this session will be lost later: {{reason}}', { reason: later }));
      return { applied: true, result, awaitsSignIn: false };
    }
  } finally {
    overlay.set(null);
  }
  toast(translate('The change is reverted.'), 'info');
  return { applied: false };
}

/** Answer to the forced change; it may be lost on a path that the change has just cut. */
async function answerOf(force: () => Promise<unknown>): Promise<unknown> {
  try {
    return await force();
  } catch (failure) {
    if (failure instanceof NoAnswer) return undefined;
    throw failure;
  }
}
