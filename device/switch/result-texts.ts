import { createHash } from 'node:crypto';

/** Characters of a result's name: two results share one by chance in 2^96 tries. */
const TAG = 16;

/**
 * Results of reads as JSON text, and their names. A result that is the same object as before, as configured tables are until they
 * change (`ObjectReader`), is neither formatted nor hashed again; what is kept goes with the result.
 */
export class ResultTexts {
  readonly #texts = new WeakMap<object, string>();
  readonly #answers = new WeakMap<object, string>();
  readonly #tags = new WeakMap<object, string>();

  /** The result as JSON; undefined for what JSON does not have. */
  of(result: unknown): string | undefined {
    if (typeof result !== 'object' || result === null) return JSON.stringify(result);
    let text = this.#texts.get(result);
    if (text === undefined) {
      text = JSON.stringify(result);
      this.#texts.set(result, text);
    }
    return text;
  }

  /** What `whole` makes of the result as JSON, the very same string for the same result; it is always the same function. */
  answer(result: unknown, whole: (text: string | undefined) => string): string {
    const known = typeof result === 'object' && result !== null ? this.#answers.get(result) : undefined;
    if (known !== undefined) return known;
    const answer = whole(this.of(result));
    if (typeof result === 'object' && result !== null) this.#answers.set(result, answer);
    return answer;
  }

  /** A name that every result of this text has, and no other one. */
  tag(result: unknown): string {
    const known = typeof result === 'object' && result !== null ? this.#tags.get(result) : undefined;
    if (known !== undefined) return known;
    const tag = createHash('sha256')
      .update(this.of(result) ?? '')
      .digest('base64url')
      .slice(0, TAG);
    if (typeof result === 'object' && result !== null) this.#tags.set(result, tag);
    return tag;
  }
}
