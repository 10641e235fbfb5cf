// @long-running
import { test } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { seed } from '../../protocols/random-frames.ts';
import { Life } from './life.ts';
import { ModelFiles } from './model-files.ts';
import { allScenes, at, countOf, sampled, startsWell, TIME } from './scenes.ts';

// What is sought here are faults of flash: the strength of secrets would only make the search slow.
const errors = ['ENOSPC', 'EROFS', 'EIO', 'EMFILE', 'EACCES', 'EDQUOT'];
/** Those that reading meets, too. */
const readErrors = new Set(['EIO', 'EMFILE', 'EACCES']);
const reading = new Set(['read', 'list']);

test(
  'an error of any file operation, once or from then on, costs neither forwarding nor the way in, and is told as it is',
  async () => {
    const random = seededRandom(seed);
    const points = (await allScenes()).flatMap((scene) =>
      Array.from({ length: scene.operations }, (_, before) => before + 1).flatMap((from) =>
        errors.flatMap((code) => [true, false].map((lasts) => ({ scene, from, code, lasts }))),
      ),
    );
    let count = 0;
    for (const { scene, from, code, lasts } of sampled('errors', points, countOf({ sample: 12, full: 600 }), random)) {
      const where = `${scene.chapter}, ${code} ${lasts ? 'from' : 'at'} operation ${from}`;
      const files = new ModelFiles(random, scene.image);
      void files.follow({
        error(operation, kind) {
          const strikes = lasts ? operation >= from : operation === from;
          return strikes && (readErrors.has(code) || !reading.has(kind)) ? code : undefined;
        },
      });
      const life = new Life(files, scene.world);
      await at(where, () => scene.play(life));
      await startsWell(files.image(), life.world, random, where);
      count += 1;
    }
    console.log(`${count} errors of ${points.length} that there are, FACEPLATE_SEED=${seed}`);
  },
  TIME,
);
