import { expect } from 'vitest';
import { Coverage, compare, inWords, type Subject, shrink, trialOf } from './comparison.ts';

/**
 * Tries so many frames, some into each configuration, the same with every subject, and fails with the smallest trial in which one
 * does otherwise than the oracle says.
 */
export async function expectAgreement(
  [first, ...others]: readonly [Subject, ...Subject[]],
  seed: number,
  frames: number,
  each: number,
): Promise<Coverage> {
  const coverage = new Coverage();
  for (let done = 0; done * each < frames; done += 1) {
    for (const subject of [first, ...others]) {
      // The same but for ports that one switch has beyond the pool, and its own address.
      const trial = trialOf(seed + done, each, subject);
      const difference = await compare(subject, trial, subject === first ? coverage : undefined);
      if (!difference) continue;
      const [smallest, still] = await shrink(subject, trial, difference);
      expect.fail(`FACEPLATE_SEED=${seed + done} FACEPLATE_FRAMES=${each}\n${inWords(subject, smallest, still)}`);
    }
  }
  return coverage;
}
