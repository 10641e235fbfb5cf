// @long-running
import { expect, test } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { readChecked } from '../../device/flash/checked-text.ts';
import { seed } from '../../protocols/random-frames.ts';
import { damaged } from './damage.ts';
import { Life } from './life.ts';
import { ModelFiles } from './model-files.ts';
import { allScenes, at, countOf, sampled, TIME } from './scenes.ts';

// What is sought here are faults of flash: the strength of secrets would only make the search slow.
test(
  'no damage passes for what was written',
  async () => {
    const random = seededRandom(seed);
    const images = (await allScenes()).slice(1).map(({ image }) => image);
    const written = new Set(images.flatMap((image) => [...image.values()]));
    let count = 0;
    for (const image of sampled('images read', images, countOf({ sample: 1_000, full: 20_000 }), random)) {
      const { image: left, what } = damaged(image, random);
      for (const [path, content] of left) {
        if (content === undefined || written.has(content)) continue;
        const where = `${what}: ${path}, FACEPLATE_SEED=${seed}`;
        expect(readChecked(content)?.whole ?? false, where).toBe(false);
      }
      count += 1;
    }
    console.log(`${count} damaged images read, FACEPLATE_SEED=${seed}`);
  },
  TIME,
);

test(
  'damage to any file costs itself alone, and never silently',
  async () => {
    const random = seededRandom(seed);
    const scenes = (await allScenes()).slice(1);
    let count = 0;
    for (const scene of sampled('images started with', scenes, countOf({ sample: 16, full: 3_000 }), random)) {
      const { image, what } = damaged(scene.image, random);
      await at(`before ${scene.chapter}, ${what}`, async () => {
        const files = new ModelFiles(random, image);
        void files.follow({});
        const life = new Life(files, scene.world);
        await life.start();
        const [before] = scene.world.expected;
        const found = await life.found();
        expect(['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']).toContain(found.name);
        const isSame =
          before?.name === found.name &&
          before.address === found.address &&
          (before.kept === found.kept || what.includes('model.kept gone'));
        // A file that disappeared without a trace never existed, as far as can be known: neither did a pending change.
        if (!isSame && !what.includes('waiting-change.kept gone'))
          expect(life.present.log.filter((line) => !/^(The device started|Port \d+ link)/.test(line))).not.toEqual([]);
        await life.stop();
        await life.start();
        // What a start returns to because a change was not confirmed was never saved: the next one finds what was.
        if (scene.world.afterwards === undefined) expect(await life.found()).toEqual(found);
        const next = await life.found();
        await life.stop();
        await life.start();
        expect(await life.found()).toEqual(next);
        await life.stop();
      });
      count += 1;
    }
    console.log(`${count} damaged images started with, FACEPLATE_SEED=${seed}`);
  },
  TIME,
);
