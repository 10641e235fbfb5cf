import { expect } from 'vitest';
import { type Random, seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { seed } from '../../protocols/random-frames.ts';
import { chapters, Life, newWorld, type World } from './life.ts';
import { ModelFiles } from './model-files.ts';

/** `npm run faults` tries everything; `npm test` tries a sample. */
const FULL = process.env.FACEPLATE_FAULTS === 'full';

/** Milliseconds that a test may take on a busy machine. */
export const TIME = FULL ? 7_200_000 : 180_000;

/** How many are tried of something. */
export const countOf = ({ sample, full }: { readonly sample: number; readonly full: number }) => (FULL ? full : sample);

/** A piece of the switch's life, and what it begins with. */
export interface Scene {
  readonly chapter: string;
  readonly image: ReadonlyMap<string, string | undefined>;
  readonly world: World;
  /** File operations that it takes, and those of them that its start does. */
  readonly operations: number;
  readonly started: number;
  play(life: Life): Promise<void>;
}

/** One after another what the switch lives through, as it is without any fault. */
export async function allScenes(random: Random = seededRandom(seed)): Promise<readonly Scene[]> {
  const scenes: Scene[] = [];
  let image: ReadonlyMap<string, string | undefined> = new Map();
  let world = newWorld;
  for (const [chapter, live] of chapters) {
    let started = 0;
    const play = async (life: Life) => {
      await life.start();
      started = life.files.operations;
      await live(life);
      await life.stop();
    };
    const files = new ModelFiles(random, image);
    void files.follow({});
    const life = new Life(files, world);
    await play(life);
    scenes.push({ chapter, play, image, world, operations: files.operations, started });
    image = files.image();
    world = life.world;
    expect(world.expected, chapter).toHaveLength(1);
  }
  return scenes;
}

/** Milliseconds from one word on how far it is to the next. */
const WORD = 10_000;

/** `count` of all in a random order; each once before any twice. A full run says now and then how far it is with `what`. */
export function* sampled<One>(what: string, all: readonly One[], count: number, random: Random): Generator<One> {
  const began = performance.now();
  let said = began;
  let done = 0;
  for (let left = count; left > 0; left -= all.length) {
    const shuffled = all.map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
    for (const [, one] of shuffled.slice(0, left)) {
      yield one;
      done += 1;
      const now = performance.now();
      if (!FULL || now - said < WORD) continue;
      said = now;
      const minutes = ((now - began) * (count - done)) / done / 60_000;
      process.stderr.write(
        `${what}: ${done} of ${count}, ${minutes.toFixed(1)} minutes left, FACEPLATE_SEED=${seed}\n`,
      );
    }
  }
}

/**
 * Starts on what is left, without any fault: the switch forwards and lets its owner in, finds what it has to, can be saved,
 * and is found so by the start after it. Rejects with `where` otherwise.
 */
export async function startsWell(
  image: ReadonlyMap<string, string | undefined>,
  world: World,
  random: Random,
  where: string,
): Promise<void> {
  const files = new ModelFiles(random, image);
  void files.follow({});
  const life = new Life(files, world);
  await at(where, async () => {
    await life.start();
    expect(world.expected).toContainEqual(await life.found());
    await life.rename('saved');
    await life.save(life.present.running.context.flash.startUpSlot);
    await life.stop();
    await life.start();
    expect((await life.found()).name).toBe('saved');
    await life.stop();
  });
}

/** Does `work`, and says where in what it throws. */
export async function at<Result>(where: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${where}, FACEPLATE_SEED=${seed}: ${error instanceof Error ? error.stack : error}`, {
      cause: error,
    });
  }
}
