import { type Message, wordsOf } from '../../model/values/message.ts';
import type { DatapathEvents, PortState, PuntedFrame } from '../datapath.ts';

/** The events of a datapath under test, kept for a harness to look at. */
export class EventLog implements DatapathEvents {
  readonly portChanges: PortState[] = [];
  /** In English. */
  readonly reports: string[] = [];
  #punted: PuntedFrame[] = [];

  portChanged(state: PortState): void {
    this.portChanges.push(state);
  }

  framePunted(frame: PuntedFrame): void {
    this.#punted.push(frame);
  }

  report(_level: number, message: Message): void {
    this.reports.push(wordsOf(message));
  }

  /** The frames punted since the last call. */
  takePunted(): PuntedFrame[] {
    const punted = this.#punted;
    this.#punted = [];
    return punted;
  }
}
