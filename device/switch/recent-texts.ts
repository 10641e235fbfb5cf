import { putLatest } from '../../model/values/latest.ts';

/** Characters below which it costs more to look a text up than to carry it across, and beyond which none is kept. */
const WORTH_KEEPING = { least: 1000, most: 64_000 };

/** Texts that are kept at each end: those of the pages that are open. */
const KEPT = 8;

/** A text on its way: the first time whole, later by the number that it got then. */
export type CarriedText =
  | { readonly kind: 'text'; readonly text: string; readonly number?: number }
  | { readonly kind: 'again'; readonly number: number };

/**
 * The sending end of a channel that carries the same texts again and again, as polls of a table that stands still. Both ends forget
 * alike, since both see the same texts in the same order. The very same string costs a look-up; an equal one its comparison.
 */
export class SentTexts {
  readonly #numbers = new Map<string, number>();
  #last = 0;

  carried(text: string): CarriedText {
    if (text.length < WORTH_KEEPING.least || text.length > WORTH_KEEPING.most) return { kind: 'text', text };
    const known = this.#numbers.get(text);
    const number = known ?? this.#last + 1;
    this.#last = Math.max(this.#last, number);
    putLatest(this.#numbers, text, number, KEPT);
    return known === undefined ? { kind: 'text', text, number } : { kind: 'again', number };
  }
}

/** The receiving end: the same text is the very same string again. */
export class ReceivedTexts {
  readonly #texts = new Map<number, string>();

  /** Throws where the ends are out of step. */
  text(carried: CarriedText): string {
    const text = carried.kind === 'text' ? carried.text : this.#texts.get(carried.number);
    if (text === undefined) throw new Error('A text that was never sent was to be known.');
    if (carried.number !== undefined) putLatest(this.#texts, carried.number, text, KEPT);
    return text;
  }
}
