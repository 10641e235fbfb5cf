import type { Message } from '../model/values/message.ts';
import { ErrorCode } from '../model/wire/error-code.ts';
import { Refusal } from './refusal.ts';

/** Keeps everybody from changing the switch while something runs that must not be disturbed. */
export interface HoldControl {
  /** Why nothing may be changed now; undefined where it may. */
  readonly reason: Message | undefined;
  /** Begins to hold, until the function it gives back is called. Throws a `Refusal` (13) where somebody holds already. */
  begin(reason: Message): () => void;
  /** Throws a `Refusal` (13) while somebody holds. */
  refuse(): void;
}

/** The one hold of a switch. Actions of the device itself are not held. */
export class Hold implements HoldControl {
  #reason: Message | undefined;

  get reason(): Message | undefined {
    return this.#reason;
  }

  begin(reason: Message): () => void {
    this.refuse();
    this.#reason = reason;
    return () => {
      this.#reason = undefined;
    };
  }

  refuse(): void {
    if (this.#reason) throw new Refusal(ErrorCode.resourceUnavailable, this.#reason);
  }
}
