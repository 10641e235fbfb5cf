import { call } from '../../console/call/call.ts';
import { CallRefused, failureText, NoAnswer } from '../../console/call/failure.ts';
import { type NewPlace, provisionalTime, reachAgain } from '../../console/call/reach-again.ts';
import { report } from '../../console/call/report.ts';
import { saveToFlash } from '../../console/call/save-to-flash.ts';
import { translate } from '../../console/translations/language.ts';
import { say } from '../../model/values/message.ts';
import { type ObjectCall, SETUP_WIZARD } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { AddressMode, ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import type { Writing } from './plan.ts';

/** `wizardStepStatus`, with the one being written (docs/specification/system.md, "Wizard > WizardApply"). */
export type WritingState = 'waiting' | 'writing' | 'done' | 'failed' | 'skipped';

/** How the writing ended. */
export interface Written {
  readonly complete: boolean;
  /** What was not written because another session has changed it meanwhile. */
  readonly changedMeanwhile?: Writing['name'];
}

/** Milliseconds that the answer to a change of the address in use is waited for: it may be lost with the old address. */
const addressPatience = 5000;

/**
 * Writes one value after the other; a refused one stops it, and nothing after it is written. `tell` is called with each
 * result, with the device's message if it refused. `told` is called with the switch's location if its address changes
 * under this browser; writing ends only once the switch was reached again.
 */
export async function write(
  writings: readonly Writing[],
  tell: (name: Writing['name'], state: WritingState, message?: string) => void,
  told: (place: NewPlace) => void = () => {},
): Promise<Written> {
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
        await writeAddress(title, calls, told);
      } else {
        await batch(title, calls);
      }
    } catch (failure) {
      tell(name, 'failed', failureText(failure, translate));
      const isShown = failure instanceof NoAnswer || (failure instanceof CallRefused && !isSessionEnd(failure));
      if (!isShown) report(failure);
      const isChanged = failure instanceof CallRefused && failure.code === ErrorCode.changedMeanwhile;
      return { complete: false, ...(isChanged && { changedMeanwhile: name }) };
    }
    tell(name, 'done');
  }
  return { complete: true };
}

/**
 * The administrator has agreed to the new address already: the guard's question is not asked a second time. Resolves once the
 * switch was reached over the changed way. Throws `NoAnswer` where it was not, and keeps its former address.
 */
async function writeAddress(
  title: string,
  calls: readonly ObjectCall[],
  told: (place: NewPlace) => void,
): Promise<void> {
  try {
    await batch(title, calls);
    return;
  } catch (failure) {
    if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.managementLoss) throw failure;
  }
  const deadline = Date.now() + provisionalTime;
  try {
    await batch(title, calls, true);
  } catch (failure) {
    if (!(failure instanceof NoAnswer)) throw failure;
  }
  let isKnown = false;
  const noted = (place: NewPlace) => {
    isKnown = true;
    told(place);
  };
  try {
    if ((await reachAgain(deadline, { asked: false, taken: false }, noted)).isConfirmed) return;
  } catch (failure) {
    if (!(failure instanceof NoAnswer) || isKnown || !calls.some(asksForLease)) throw failure;
  }
  throw new NoAnswer(say('No DHCP server assigned an address in time. The switch keeps its former address.'));
}

function asksForLease({ params }: ObjectCall): boolean {
  return params.Template === ipv4InterfaceEntry.name && params.ipAddrCfgMode === AddressMode.dynamic;
}

function batch(title: string, calls: readonly ObjectCall[], force = false): Promise<unknown> {
  const params = { FuncName: `${SETUP_WIZARD}${title}`, calls, ...(force && ({ Force: 1 } as const)) };
  return call({ method: 'BatchPost', params }, force ? { timeout: addressPatience } : {});
}

function isSessionEnd({ code }: CallRefused): boolean {
  return code === ErrorCode.webTimeout || code === ErrorCode.gambit;
}
