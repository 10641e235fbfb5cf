import { expect, test } from 'vitest';
import { breath } from '../../../datapath/breath.ts';
import { Pace } from './pace.ts';

function requests() {
  let now = 0;
  const done: number[] = [];
  const pace = new Pace(() => now);
  /** A request that takes so long. */
  const ask = (name: number, cost: number) =>
    void pace.begin().then(() => {
      now += cost;
      done.push(name);
    });
  /** Those that were begun since the last look, without another turn of the event loop. */
  const begun = async () => {
    await Promise.resolve().then(() => {});
    return done.splice(0);
  };
  return { ask, begun };
}

test('requests that take no time are begun at once, but for the first', async () => {
  const { ask, begun } = requests();
  ask(1, 0.1);
  expect(await begun()).toEqual([]);
  await breath();
  expect(await begun()).toEqual([1]);
  for (let name = 2; name <= 20; name += 1) ask(name, 0.1);
  expect(await begun()).toHaveLength(19);
});

test('of those that take long each lets everything else go first, in their order', async () => {
  const { ask, begun } = requests();
  for (const name of [1, 2, 3]) ask(name, 4);
  const turns: number[][] = [await begun()];
  for (let turn = 0; turn < 4; turn += 1) {
    await breath();
    turns.push(await begun());
  }
  expect(turns).toEqual([[], [1], [2], [3], []]);
  ask(4, 4);
  expect(await begun()).toEqual([]);
  await breath();
  expect(await begun()).toEqual([4]);
});

test('those that wait are begun as many at a time as take no longer', async () => {
  const { ask, begun } = requests();
  for (const name of [1, 2, 3, 4, 5, 6]) ask(name, 1.5);
  await breath();
  expect(await begun()).toEqual([1, 2, 3]);
  ask(7, 1);
  expect(await begun()).toEqual([]);
  await breath();
  expect(await begun()).toEqual([4, 5, 6]);
  await breath();
  expect(await begun()).toEqual([7]);
});
