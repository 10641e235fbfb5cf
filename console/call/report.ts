import { ErrorCode } from '../../model/wire/error-code.ts';
import { sayThatSessionEnded, warn } from '../feedback/dialogs.ts';
import { goToLogin } from '../session/login-page.ts';
import { sessionEnded } from '../session/session-end.ts';
import { translate } from '../translations/language.ts';
import { CallRefused, failureText, NoAnswer } from './failure.ts';

/**
 * Tells the administrator of a failed call as the error catalogue says (specification section 8): a refusal with its
 * message, a missing answer with its reason, the end of the session with the way to the login page. What is no answer,
 * or a refusal without a message, is logged only.
 */
export function report(failure: unknown): void {
  if (reportSessionEnd(failure)) return;
  if ((failure instanceof CallRefused && failure.message !== '') || failure instanceof NoAnswer)
    void warn(failureText(failure, translate));
  else console.warn('Remote call failed', failure);
}

/** The same for a poll: nothing is asked of the administrator but to sign in again; the banner shows a lost connection. */
export function reportPoll(failure: unknown): void {
  if (!reportSessionEnd(failure) && !(failure instanceof NoAnswer)) console.warn('Poll failed', failure);
}

function reportSessionEnd(failure: unknown): boolean {
  if (!(failure instanceof CallRefused)) return false;
  if (failure.code !== ErrorCode.webTimeout && failure.code !== ErrorCode.gambit) return false;
  sessionEnded.set(true);
  void sayThatSessionEnded(failureText(failure, translate)).then((shown) => {
    if (shown) goToLogin();
  });
  return true;
}
