import { expect, test, vi } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { Life } from './life.ts';
import { type Cut, ModelFiles } from './model-files.ts';
import { allScenes, at, countOf, sampled, seed, startsWell, TIME } from './scenes.ts';

// What is sought here are faults of flash: the strength of secrets would only make the search slow.
vi.mock('node:crypto', async (original) =>
  (await import('./cheap-secrets.ts')).withCheapSecrets(await original<typeof import('node:crypto')>()),
);

const cuts: readonly Cut[] = ['kill', 'killHalfway', 'power', 'powerHalfway'];

test(
  'the end of the process or of the power at any file operation leaves the old state or the new one',
  async () => {
    const random = seededRandom(seed);
    const points = (await allScenes()).flatMap((scene) =>
      Array.from({ length: scene.operations }, (_, before) => before + 1).flatMap((operation) =>
        cuts.map((how) => ({ scene, operation, how })),
      ),
    );
    let count = 0;
    for (const { scene, operation, how } of sampled(
      'ends',
      points,
      countOf({ sample: 40, full: Math.max(points.length, 2_500) }),
      random,
    )) {
      const where = `${scene.chapter}, ${how} at operation ${operation} of ${scene.operations}`;
      const files = new ModelFiles(random, scene.image);
      const cut = files.follow({ cut: { at: operation, how } });
      const life = new Life(files, scene.world);
      const ended = await at(where, () => Promise.race([cut, scene.play(life)]));
      expect(ended, where).toBe('cut');
      await startsWell(files.survivors(how), life.world, random, where);
      count += 1;
    }
    console.log(`${count} ends of the process or the power at ${points.length} points, FACEPLATE_SEED=${seed}`);
  },
  TIME,
);
