import { ErrorCode } from '../../model/wire/error-code.ts';
import { sayThatSessionEnded, warn, withdrawWarning } from '../feedback/dialogs.ts';
import { goToLogin } from '../session/login-page.ts';
import { session } from '../session/session.ts';
import { sessionEnded } from '../session/session-end.ts';
import { translate } from '../translations/language.ts';
import { CallRefused, failureText, NoAnswer } from './failure.ts';

/**
 * Reports a failed call to the administrator as the error catalogue says (docs/specification/product.md 8): a refusal
 * with its message, a missing answer with its reason, the end of the session with a link to the login page. An invalid
 * answer, or a refusal without a message, is only logged.
 */
export function report(failure: unknown): void {
  if (reportSessionEnd(failure)) return;
  if ((failure instanceof CallRefused && failure.message !== '') || failure instanceof NoAnswer)
    void warn(failureText(failure, translate));
  else console.warn('Remote call failed', failure);
}

/** The same for data already shown: only the end of the session is reported, the rest is logged. */
export function reportPoll(failure: unknown): void {
  if (!reportSessionEnd(failure) && !(failure instanceof NoAnswer)) console.warn('Poll failed', failure);
}

/** Of each read that the device refuses, what was said about it, by the read's key. */
const refusedReads = new Map<string, string>();

/**
 * Reports a failed read, once until it succeeds. `isRepeated`: earlier values are shown. Then the banner shows a lost
 * connection, and the page shows a deleted row.
 */
export function reportRead(failure: unknown, key: string, isRepeated: boolean): void {
  const isRefusal = failure instanceof CallRefused && failure.message !== '';
  if (isRepeated && (!isRefusal || failure.code === ErrorCode.noSuchName)) {
    reportPoll(failure);
    return;
  }
  // The banner and the part that could not be read say that there is no answer.
  if (failure instanceof NoAnswer) return;
  const words = failureText(failure, translate);
  if (isRefusal && refusedReads.get(key) === words) return;
  if (isRefusal) refusedReads.set(key, words);
  report(failure);
}

/** A read succeeded: what was said about it is no longer so. */
export function endOfRefusal(key: string): void {
  const words = refusedReads.get(key);
  refusedReads.delete(key);
  if (words !== undefined && ![...refusedReads.values()].includes(words)) withdrawWarning(words);
}

function reportSessionEnd(failure: unknown): boolean {
  if (!(failure instanceof CallRefused)) return false;
  if (failure.code !== ErrorCode.webTimeout && failure.code !== ErrorCode.gambit) return false;
  sessionEnded.set(true);
  void sayThatSessionEnded(failureText(failure, translate)).then((shown) => {
    if (!shown) return;
    // The device knows the token no longer: whatever loads the page before the login page does finds none.
    session.close();
    goToLogin();
  });
  return true;
}
