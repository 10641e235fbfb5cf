import { macFromNumber } from '../../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';

/** Locally administered, and unused by others in a scenario that does not ask for it. */
const FIRST_ADDRESS = 0x06_00_00_00_00_00;
const PAYLOAD = new Uint8Array(46);
/** Seconds in which every station sends once after the first time: well below any aging time in use. */
const ROUND_SECONDS = 120;

/**
 * Many addresses behind one cable, to fill a forwarding database: all speak in the first turn, then one after the other,
 * so that they stay known. They speak to their own neighbourhood, so that the frames go nowhere else.
 */
export class Crowd {
  readonly #count: number;
  readonly #neighbour: string;
  #spoken = 0;

  /** `neighbour` is a MAC address behind the same cable. */
  constructor(count: number, neighbour: string) {
    this.#count = count;
    this.#neighbour = neighbour;
  }

  /** Lets those speak whose turn comes in `seconds`. */
  play(seconds: number, send: (frame: Uint8Array) => void): void {
    const share = this.#spoken === 0 ? 1 : Math.min(1, seconds / ROUND_SECONDS);
    for (let left = Math.ceil(this.#count * share); left > 0; left -= 1) {
      const source = macFromNumber(FIRST_ADDRESS + (this.#spoken % this.#count));
      const etherType = EtherType.experimental;
      send(buildEthernet({ destination: this.#neighbour, source, etherType, payload: PAYLOAD }));
      this.#spoken += 1;
    }
  }

  /** Lets everybody speak at the next turn: the link was away, and the switch has forgotten them. */
  startOver(): void {
    this.#spoken = 0;
  }
}
