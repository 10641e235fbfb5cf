import { type Message, say } from '../../model/values/message.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from './connections.ts';
import type { PlanInForce } from './plan-in-force.ts';
import { RETRY_MILLISECONDS } from './standing-connections.ts';

/** Dependencies of `StateUpdates`; `Lines` are the connections that a change of the state needs. */
interface UpdateSurroundings<Lines> {
  readonly clock: Clock;
  /** The connections to Open vSwitch; undefined where it is gone. */
  open(): Lines | undefined;
  inForce(): Pick<PlanInForce, 'given'> & { update(lines: Lines): Promise<void> };
  complain(what: Message, error: unknown): void;
}

/**
 * Milliseconds that a frame of a protocol waits at most for the decision before it: half a hello time, of which three may be lost,
 * and a third of what LACP waits for its partner at its shortest (IEEE 802.1AX 6.4.4).
 */
const PATIENCE = 1000;

/** Brings the rules up to the state that is wanted, until that succeeds. */
export class StateUpdates<Lines extends Pick<Connections, 'isOpen'>> {
  readonly #around: UpdateSurroundings<Lines>;
  /** Whether the bridge refused the state that is wanted. */
  #isBehind = false;
  /** The change to the state that is wanted, while it is under way: what goes on meanwhile waits for it. */
  #updating: Promise<void> | undefined;
  #ended = false;

  constructor(around: UpdateSurroundings<Lines>) {
    this.#around = around;
  }

  /** Calls `goOn` once the rules are as far as the state was when this was called. */
  whenDone(goOn: () => void): void {
    if (this.#updating) void this.#updating.then(goOn);
    else goOn();
  }

  /** The same, but a second from now at the latest: behind a long change what keeps a protocol alive does not wait for its end. */
  whenSoonDone(goOn: () => void): void {
    const updating = this.#updating;
    if (!updating) {
      goOn();
      return;
    }
    let isGone = false;
    const go = () => {
      if (!isGone) goOn();
      isGone = true;
    };
    const cancel = this.#around.clock.after(PATIENCE, go);
    void updating.then(cancel).then(go);
  }

  /** Another state is wanted, or Open vSwitch may lack the one that is. Where it is gone, its return brings it up. */
  update(): void {
    const { clock, open, inForce, complain } = this.#around;
    const connections = open();
    if (!connections || !inForce().given) return;
    const updating = inForce()
      .update(connections)
      .then(
        () => {
          this.#isBehind = false;
        },
        (error: unknown) => {
          if (!connections.isOpen || this.#isBehind) return;
          this.#isBehind = true;
          complain(say('The decisions of the protocols are not in force'), error);
          clock.after(RETRY_MILLISECONDS, () => this.#catchUp());
        },
      );
    this.#updating = updating;
    void updating.then(() => {
      if (this.#updating === updating) this.#updating = undefined;
    });
  }

  end(): void {
    this.#ended = true;
  }

  /** Tries again what was refused, until it succeeds; a newer state may do so before. */
  #catchUp(): void {
    if (!this.#isBehind || this.#ended) return;
    this.update();
    this.#around.clock.after(RETRY_MILLISECONDS, () => this.#catchUp());
  }
}
