import {
  type AccessCondition,
  type ChunkBase,
  chunkOf,
  type NamedField,
} from '../../model/access-control/access-rule.ts';
import { type FrameReading, place } from './frame-reading.ts';

/** Conditions in the words of a reading. */
export interface MatchInWords {
  /** The fields that have to be there, as in `FrameReading.present`. */
  readonly needs: number;
  readonly words: readonly { readonly at: number; readonly mask: number; readonly value: number }[];
  readonly chunks: readonly {
    readonly base: ChunkBase;
    readonly offset: number;
    readonly mask: number;
    readonly value: number;
  }[];
}

const inWords = new WeakMap<readonly AccessCondition[], MatchInWords>();

/** Conditions in the words of a reading: fields in one order, whatever order they are given in. Made once for each list. */
export function matchInWords(match: readonly AccessCondition[]): MatchInWords {
  let known = inWords.get(match);
  if (!known) {
    known = madeOfWords(match);
    inWords.set(match, known);
  }
  return known;
}

const ofOne = new WeakMap<AccessCondition, MatchInWords>();

/** One condition in the words of a reading. Made once for each. */
export function conditionInWords(condition: AccessCondition): MatchInWords {
  let known = ofOne.get(condition);
  if (!known) {
    known = madeOfWords([condition]);
    ofOne.set(condition, known);
  }
  return known;
}

function madeOfWords(match: readonly AccessCondition[]): MatchInWords {
  const words: { at: number; mask: number; value: number }[] = [];
  const chunks: { base: ChunkBase; offset: number; mask: number; value: number }[] = [];
  let needs = 0;
  for (const { field, value, mask } of match) {
    const chunk = chunkOf(field);
    if (chunk) {
      chunks.push({ ...chunk, mask: Number(BigInt.asIntN(32, mask)), value: Number(BigInt.asIntN(32, value)) });
      continue;
    }
    // Fields other than chunks have a name.
    const { bit, first, words: count } = place(field as NamedField);
    needs |= bit;
    for (let word = 0; word < count; word += 1) {
      const shift = BigInt((count - 1 - word) * 32);
      const bits = Number(BigInt.asIntN(32, mask >> shift));
      if (bits !== 0) words.push({ at: first + word, mask: bits, value: Number(BigInt.asIntN(32, value >> shift)) });
    }
  }
  words.sort((one, other) => one.at - other.at);
  chunks.sort((one, other) => one.base.localeCompare(other.base) || one.offset - other.offset);
  return { needs, words, chunks };
}

/** Whether a frame that was read is as the conditions say. */
export function holdsFrame({ needs, words, chunks }: MatchInWords, reading: FrameReading): boolean {
  return (
    (reading.present & needs) === needs &&
    words.every((one) => ((reading.words[one.at] ?? 0) & one.mask) === one.value) &&
    chunks.every(({ base, offset, mask, value }) => {
      const octets = reading.chunk(base, offset);
      return octets !== undefined && (octets & mask) === value;
    })
  );
}
