import { say, wordsOfText } from '../../model/values/message.ts';
import { translate } from '../translations/language.ts';
import { call } from './call.ts';
import { NoAnswer } from './failure.ts';

/**
 * Milliseconds in which a provisional change has to be confirmed before the device takes it back (docs/specification/protocol.md,
 * "One guard against locking the administrator out").
 */
export const provisionalTime = 60_000;

/** Milliseconds that a call may take which is to confirm a change. */
export const confirmationTimeout = 5_000;
const confirmationPause = 1_000;

/** `managementGuardState`: a change waits to be confirmed. */
const changeWaits = 2;

/** Whether the device was asked to take the change back, and did. */
export interface WayBack {
  asked: boolean;
  taken: boolean;
}

/** How the waiting ended. */
export interface Reached {
  readonly isConfirmed: boolean;
  /** Translated: what will cut this session off although the change works now; "" where nothing is known to. */
  readonly later?: string;
}

/** The switch's new location, and the ticket that logs this session in there. */
export interface NewPlace {
  readonly address: string;
  readonly ticket: string;
}

/**
 * Any authenticated call over the changed path confirms the change; the device knows which calls arrived over it, and
 * answers when none is awaited any longer. `told` is called once with the switch's location if this session is at an
 * address that the change removes. It is not confirmed if it was reverted meanwhile. Throws `NoAnswer` if no answer
 * arrived before `deadline`.
 */
export async function reachAgain(
  deadline: number,
  way: WayBack,
  told: (place: NewPlace) => void = () => {},
): Promise<Reached> {
  let answers = false;
  let address = '';
  for (;;) {
    try {
      const guard = readGuard(
        await call({ method: 'CommonGet', params: { Template: 'managementGuard' } }, { timeout: confirmationTimeout }),
      );
      answers = true;
      // A change that ended after the device's own time, or on request, was rolled back, not confirmed.
      if (!guard.waits && Date.now() < deadline && !way.asked) return { isConfirmed: true, later: guard.later };
      if (guard.address !== '' && guard.address !== address) {
        address = guard.address;
        told(guard);
      }
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure;
    }
    if (way.taken) return { isConfirmed: false };
    if (Date.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, confirmationPause));
  }
  throw new NoAnswer(
    answers
      ? say('No call arrived over the changed path in time: the switch has reverted the change.')
      : say('The switch no longer responds. It reverts the change automatically.'),
  );
}

/** The switch's location by a `managementGuard` that was read; both are "" if it has not moved. */
export function readGuard(answer: unknown): NewPlace & { readonly waits: boolean; readonly later: string } {
  const values: Readonly<Record<string, unknown>> = typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  return {
    waits: values.managementGuardState === changeWaits,
    address: text('managementGuardAddress'),
    ticket: text('managementGuardTicket'),
    later: wordsOfText(text('managementGuardLater'), '', translate),
  };
}
