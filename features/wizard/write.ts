import { call } from '../../console/call/call.ts';
import { CallRefused, failureText, NoAnswer } from '../../console/call/failure.ts';
import { report } from '../../console/call/report.ts';
import { saveToFlash } from '../../console/call/save-to-flash.ts';
import { translate } from '../../console/translations/language.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Writing } from './plan.ts';

/** `wizardStepStatus`, with the one being written (reference: WizardApply). */
export type WritingState = 'waiting' | 'writing' | 'done' | 'failed' | 'skipped';

/** How the writing ended. */
export interface Written {
  readonly complete: boolean;
  /** Whether the guard let the address through provisionally: the browser has to follow to the new one. */
  readonly provisional: boolean;
}

/** Milliseconds that the answer to a change of the address in use is waited for: it may be lost with the old address. */
const addressPatience = 5000;

/**
 * Writes one thing after the other; a refused one stops it, and nothing after it is written. `tell` hears how each goes,
 * with the device's message where it refused.
 */
export async function write(
  writings: readonly Writing[],
  tell: (name: Writing['name'], state: WritingState, message?: string) => void,
): Promise<Written> {
  let provisional = false;
  for (const { name, title, calls } of writings) {
    if (calls.length === 0 && name !== 'save') {
      tell(name, 'skipped');
      continue;
    }
    tell(name, 'writing');
    try {
      if (name === 'save') {
        if (!(await saveToFlash())) throw new CallRefused(ErrorCode.genErr, { text: '' });
      } else if (name === 'address') {
        provisional = await writeAddress(title, calls);
      } else {
        await batch(title, calls);
      }
    } catch (failure) {
      tell(name, 'failed', failureText(failure, translate));
      if (!(failure instanceof CallRefused) || isSessionEnd(failure)) report(failure);
      return { complete: false, provisional };
    }
    tell(name, 'done');
  }
  return { complete: true, provisional };
}

/** The administrator has agreed to the new address already: the guard's question is not asked a second time. */
async function writeAddress(title: string, calls: readonly ObjectCall[]): Promise<boolean> {
  try {
    await batch(title, calls);
    return false;
  } catch (failure) {
    if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.managementLoss) throw failure;
  }
  try {
    await batch(title, calls, true);
  } catch (failure) {
    if (!(failure instanceof NoAnswer)) throw failure;
  }
  return true;
}

function batch(title: string, calls: readonly ObjectCall[], force = false): Promise<unknown> {
  const params = { FuncName: `Setup wizard: ${title}`, calls, ...(force && ({ Force: 1 } as const)) };
  return call({ method: 'BatchPost', params }, force ? { timeout: addressPatience } : {});
}

function isSessionEnd({ code }: CallRefused): boolean {
  return code === ErrorCode.webTimeout || code === ErrorCode.gambit;
}
