import type { IcmpEcho } from '../../../protocols/frames/icmp.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { EchoResult } from '../../host-stack.ts';

interface Pending {
  readonly address: string;
  readonly neighbour: string;
  readonly began: number;
  readonly cancel: Cancel;
  finish(result: EchoResult): void;
}

/** Distinguishes this station's requests from those of others that pass by. */
const IDENTIFIER = 0xface;
const SEQUENCES = 0x1_0000;

/** The echo requests that wait for their reply. */
export class EchoRequests {
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sends a request to `address` by way of `neighbour`; resolves with its outcome after at most `timeout` milliseconds.
   */
  begin(
    address: string,
    neighbour: string,
    timeout: number,
    send: (request: Pick<IcmpEcho, 'identifier' | 'sequence'>) => void,
  ): Promise<EchoResult> {
    const sequence = this.#sequence;
    this.#sequence = (sequence + 1) % SEQUENCES;
    return new Promise((resolve) => {
      const finish = (result: EchoResult) => {
        cancel();
        this.#pending.delete(sequence);
        resolve(result);
      };
      const cancel = this.#clock.after(timeout, () => finish({ kind: 'timeout' }));
      this.#pending.set(sequence, { address, neighbour, began: this.#clock.now(), cancel, finish });
      send({ identifier: IDENTIFIER, sequence });
    });
  }

  /** A reply came in from `address`. */
  answered({ identifier, sequence }: IcmpEcho, address: string, timeToLive: number): void {
    const pending = this.#pending.get(sequence);
    if (identifier !== IDENTIFIER || pending?.address !== address) return;
    pending.finish({ kind: 'reply', milliseconds: this.#clock.now() - pending.began, timeToLive });
  }

  /** There is no answer from a neighbor's address. */
  unreachable(neighbour: string): void {
    for (const pending of [...this.#pending.values()]) {
      if (pending.neighbour === neighbour) pending.finish({ kind: 'unreachable' });
    }
  }

  /** Ends all of them. */
  stop(): void {
    for (const pending of [...this.#pending.values()]) pending.finish({ kind: 'timeout' });
  }
}
