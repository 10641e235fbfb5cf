import type { Clock } from '../../datapath/clock.ts';
import { formatAnswer } from '../../device/switch/remote-calls.ts';
import { readSwitchAnswer, type SwitchAnswer } from '../../protocols/cloud/messages.ts';
import { type BusValue, NobodyAnswers } from '../bus/bus.ts';
import { strange } from './switch-transfers.ts';

/**
 * Milliseconds after which a change is asked for again, at first, where nobody answers; and between two looks for whoever would.
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
 * Asks a switch for a change, and again where the question or its answer was lost with a part of the bus or with a gateway: by
 * its id the switch makes it once, however often it hears of it. Rejects as `Bus.ask` does where nobody has answered within
 * `timeout` milliseconds, or nobody is there; and with a `Refusal` where the answer is none.
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
      // A switch that does not keep what it said says how the change stands.
      if (said.change?.status === 'committed') return { ...said, answer: madeBefore(said.answer) };
      if (said.change?.status !== 'pending') return said;
    } catch (error) {
      const now = clock.now();
      if (!(error instanceof NobodyAnswers) || now >= end) throw error;
      if (now - asked >= patience) {
        // Whether the switch has heard of it nobody knows.
        wasSent = true;
        patience *= 2;
        continue;
      }
      // Whoever has its line may be on the way back to the bus.
      if (!wasSent && (now >= goneBy || !(await isConnected()))) throw error;
    }
    await pause();
  }
}

/** What is said of a change that was made when it was asked for before: as it was said then, or that it is done. */
function madeBefore(answer: string): string {
  const said: unknown = JSON.parse(answer);
  return Object(Object(said).error).code === 0 ? answer : formatAnswer({});
}
