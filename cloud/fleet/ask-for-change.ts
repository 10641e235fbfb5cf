import type { Clock } from '../../datapath/clock.ts';
import { formatAnswer } from '../../device/switch/answers.ts';
import { readSwitchAnswer, type SwitchAnswer } from '../../protocols/cloud/messages.ts';
import { type BusValue, NobodyAnswers } from '../bus/bus.ts';
import { strange } from './switch-transfers.ts';

/**
 * Initial milliseconds after which an unanswered change is requested again; and between two searches for its gateway.
 */
const AGAIN = 5_000;
const PAUSE = 250;

/** The way to the switch. */
interface WayToSwitch {
  readonly clock: Clock;
  /** Asks for the change, under the same id each time. Rejects as `Bus.ask` does. */
  ask(timeout: number): Promise<BusValue>;
  /** Whether some gateway has its line, as far as the store knows. */
  isConnected(): Promise<boolean>;
}

/**
 * Requests a change from a switch, and again if the question or its answer was lost with a part of the bus or with a
 * gateway: its id makes the switch apply it once, however often it arrives. Rejects as `Bus.ask` does without an answer
 * or a receiver within `timeout` milliseconds; and with a `Refusal` if the answer is invalid.
 */
export async function askForChange(
  { clock, ask, isConnected }: WayToSwitch,
  timeout: number,
): Promise<SwitchAnswer<'call'>> {
  const end = clock.now() + timeout;
  const goneBy = clock.now() + AGAIN;
  const pause = () => new Promise<void>((resolve) => clock.after(PAUSE, resolve));
  let wasSent = false;
  for (let patience = AGAIN; ; ) {
    const asked = clock.now();
    try {
      const said = readSwitchAnswer('call', await ask(Math.min(patience, end - asked)));
      if (!said) throw strange();
      if (!wasSent) return said;
      // A switch that does not store its answers reports the state of the change.
      if (said.change?.status === 'committed') return { ...said, answer: madeBefore(said.answer) };
      if (said.change?.status !== 'pending') return said;
    } catch (error) {
      const now = clock.now();
      if (!(error instanceof NobodyAnswers) || now >= end) throw error;
      if (now - asked >= patience) {
        // Whether the switch has received it is unknown.
        wasSent = true;
        patience *= 2;
        continue;
      }
      // The gateway of its connection may be on the way back to the bus.
      if (!wasSent && (now >= goneBy || !(await isConnected()))) throw error;
    }
    await pause();
  }
}

/** The answer for a change that was made by an earlier request: the same answer again, or that it is done. */
function madeBefore(answer: string): string {
  const said: unknown = JSON.parse(answer);
  return Object(Object(said).error).code === 0 ? answer : formatAnswer({});
}
