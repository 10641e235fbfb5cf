import { expect, test } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { ModelFiles } from '../../tests/faults/model-files.ts';
import {
  ATTEMPTS,
  beginStart,
  choosing,
  erasing,
  factoryChoice,
  nextImage,
  readChoice,
  type StartChoice,
  serving,
  writeChoice,
} from './start-choice.ts';

const allWhole = () => true;

test('a new image is started a few times, and then the former one again', () => {
  let choice = choosing({ proven: 1 }, 2);
  expect(nextImage(choice)).toBe(2);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const started = beginStart(choice, allWhole);
    expect(started.image).toBe(2);
    choice = started.choice;
  }
  const back = beginStart(choice, allWhole);
  expect(back).toEqual({ image: 1, choice: { proven: 1, failed: { image: 2, why: 'didNotServe' } } });
  expect(beginStart(back.choice, allWhole)).toEqual(back);
});

test('an image that serves is the one to fall back to', () => {
  const { choice } = beginStart(choosing({ proven: 1 }, 2), allWhole);
  expect(nextImage(choice)).toBe(2);
  expect(beginStart(serving(2), allWhole)).toEqual({ image: 2, choice: { proven: 2 } });
});

test('a damaged image is not started: the proven one is, and the installed one where that is damaged, too', () => {
  const tried = choosing({ proven: 1 }, 2);
  expect(beginStart(tried, (image) => image !== 2)).toEqual({
    image: 1,
    choice: { proven: 1, failed: { image: 2, why: 'damaged' } },
  });
  expect(beginStart(tried, (image) => image === 0).image).toBe(0);
  expect(beginStart({ proven: 1 }, (image) => image === 0)).toEqual({
    image: 0,
    choice: { proven: 0, failed: { image: 1, why: 'damaged' } },
  });
});

test('choosing what is proven takes a trial back, and what a slot was given up for goes with it', () => {
  expect(choosing(choosing({ proven: 1 }, 2), 1)).toEqual({ proven: 1 });
  const failed = { image: 2, why: 'damaged' } as const;
  expect(erasing({ proven: 1, failed }, 2)).toEqual({ proven: 1 });
  expect(erasing({ proven: 1, failed }, 1)).toEqual({ proven: 1, failed });
});

test('what is kept is read again; what is damaged means the installed program, and is told', async () => {
  const files = new ModelFiles(seededRandom(1), new Map([['/firmware', undefined]]));
  expect(await readChoice(files, '/firmware/start')).toEqual({ choice: factoryChoice, isLost: false });
  const choice: StartChoice = {
    proven: 1,
    trial: { image: 2, attempts: 1 },
    failed: { image: 2, why: 'damaged', isTold: true },
  };
  await writeChoice(files, '/firmware/start', choice);
  expect(await readChoice(files, '/firmware/start')).toEqual({ choice, isLost: false });
  await files.write('/firmware/start', `${await files.read('/firmware/start')}x`);
  expect(await readChoice(files, '/firmware/start')).toEqual({ choice: factoryChoice, isLost: true });
});
