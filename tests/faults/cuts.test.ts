// @long-running
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { readChecked } from '../../device/flash/checked-text.ts';
import { seed } from '../../protocols/random-frames.ts';
import { Life } from './life.ts';
import { type Cut, ModelFiles } from './model-files.ts';
import { FOLDER } from './model-switch.ts';
import { allScenes, at, countOf, type Scene, sampled, startsWell, TIME } from './scenes.ts';

// What is sought here are faults of flash: the strength of secrets would only make the search slow.
const cuts: readonly Cut[] = ['kill', 'killHalfway', 'power', 'powerHalfway'];

interface Point {
  readonly scene: Scene;
  readonly operation: number;
  readonly how: Cut;
}

const random = seededRandom(seed);
let points: readonly Point[];
let scenes: readonly Scene[];

beforeAll(async () => {
  scenes = await allScenes(random);
  points = scenes.flatMap((scene) =>
    Array.from({ length: scene.operations }, (_, before) => before + 1).flatMap((operation) =>
      cuts.map((how) => ({ scene, operation, how })),
    ),
  );
}, TIME);

test('saves replace the file of a slot in some scenes, and the changes beside it in others', () => {
  const contents = scenes.map(({ image }) => image.get(`${FOLDER}/flash/configuration-1.changes`) ?? '');
  const bodies = contents.flatMap((text) => readChecked(text)?.body ?? []);
  expect(bodies).toContainEqual(expect.stringContaining('"set":{}'));
  expect(bodies).toContainEqual(expect.stringContaining('"sysName":'));
});

/** Ends the run there, and starts on what is left. */
async function endsWell({ scene, operation, how }: Point): Promise<void> {
  const where = `${scene.chapter}, ${how} at operation ${operation} of ${scene.operations}`;
  const files = new ModelFiles(random, scene.image);
  const cut = files.follow({ cut: { at: operation, how } });
  const life = new Life(files, scene.world);
  const ended = await at(where, () => Promise.race([cut, scene.play(life)]));
  expect(ended, where).toBe('cut');
  await startsWell(files.survivors(how), life.world, random, where);
}

test(
  'the end of the process or of the power at any file operation leaves the old state or the new one',
  async () => {
    let count = 0;
    const many = countOf({ sample: 40, full: Math.max(points.length, 2_500) });
    for (const point of sampled('ends', points, many, random)) {
      await endsWell(point);
      count += 1;
    }
    console.log(`${count} ends of the process or the power at ${points.length} points, FACEPLATE_SEED=${seed}`);
  },
  TIME,
);

test(
  'kill -9 at any file operation while the mode is switched and saved leaves one mode or the other, whole',
  async () => {
    const switching = points.filter(
      ({ scene, operation, how }) => scene.chapter.startsWith('a mode') && operation > scene.started && how === 'kill',
    );
    expect(switching.length).toBeGreaterThan(20);
    const many = countOf({ sample: 24, full: switching.length });
    for (const point of sampled('ends of a switched mode', switching, many, random)) await endsWell(point);
  },
  TIME,
);
