import type { LinkAbility } from '../negotiation.ts';
import type { Cable, Station } from '../virtual-datapath.ts';

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

  constructor(ability: LinkAbility) {
    this.ability = ability;
  }

  plug(cable: Cable): void {
    this.#cable = cable;
  }

  add(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Sends what `from` says to the switch and to the others on the segment. */
  send(from: Listener, frame: Uint8Array, weight: number): void {
    if (this.#cable?.state().link !== 'up') return;
    for (const listener of this.#listeners) if (listener !== from) listener.receive(frame, weight);
    this.#cable.send(frame, weight);
  }

  receive(frame: Uint8Array, weight: number): void {
    for (const listener of this.#listeners) listener.receive(frame, weight);
  }

  linkChanged(state: { readonly link: 'up' | 'down' }): void {
    if (state.link === 'down') for (const listener of this.#listeners) listener.forget();
  }

  /** Switches the segment's own end of the cable off and on. */
  setLink(link: 'up' | 'down'): void {
    this.#cable?.setLink(link);
  }
}
