import { padFrame } from '../../../protocols/frames/ethernet.ts';
import type { LinkAbility } from '../negotiation.ts';
import { classifyDestination } from '../reserved-address.ts';
import type { Cable, Station } from '../virtual-datapath.ts';

const SLOWEST_PACE = 0.02;
const RECOVERY = 1.1;

/** Somebody on a segment. */
export interface Listener {
  receive(frame: Uint8Array, weight: number): void;
  /** Forgets what it knew of the network: its link went down. */
  forget(): void;
}

/** Everything behind one port: hosts that share its cable and hear each other, like a PC behind a phone. */
export class Segment implements Station {
  readonly ability: LinkAbility;
  readonly #listeners: Listener[] = [];
  #cable: Cable | undefined;
  #pace = 1;

  constructor(ability: LinkAbility) {
    this.ability = ability;
  }

  plug(cable: Cable): void {
    this.#cable = cable;
  }

  get isUp(): boolean {
    return this.#cable?.state().link === 'up';
  }

  add(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Sends what `from` says to the switch and to the others on the segment. */
  send(from: Listener, frame: Uint8Array, weight: number): void {
    if (!this.isUp) return;
    const padded = padFrame(frame);
    for (const listener of this.#listeners) if (listener !== from) listener.receive(padded, weight);
    this.#cable?.send(padded, weight);
  }

  /**
   * How much of their usual load the hosts here send: a PAUSE (IEEE 802.3 clause 31B) of the switch halves it, then it
   * grows back turn by turn.
   */
  get pace(): number {
    return this.#pace;
  }

  /** Ends a turn: a paused segment tries a little more. */
  recover(): void {
    this.#pace = Math.min(1, this.#pace * RECOVERY);
  }

  receive(frame: Uint8Array, weight: number): void {
    if (classifyDestination(frame) === 'pause') this.#pace = Math.max(SLOWEST_PACE, this.#pace / 2);
    else for (const listener of this.#listeners) listener.receive(frame, weight);
  }

  linkChanged(state: { readonly link: 'up' | 'down' }): void {
    this.#pace = 1;
    if (state.link === 'down') for (const listener of this.#listeners) listener.forget();
  }

  /** Switches the segment's own end of the cable off and on. */
  setLink(link: 'up' | 'down'): void {
    this.#cable?.setLink(link);
  }
}
