import { expect, test } from 'vitest';
import { breath } from '../../../datapath/breath.ts';
import { Pace } from './pace.ts';

function requests(cost: number) {
  let now = 0;
  const done: number[] = [];
  const pace = new Pace(() => now);
  const ask = (name: number, its = cost) =>
    void pace.begin().then(() => {
      now += its;
      done.push(name);
    });
  return { ask, done: () => done.splice(0) };
}

test('requests that take no time are all begun at once', async () => {
  const { ask, done } = requests(0.1);
  for (let name = 1; name <= 20; name += 1) ask(name);
  await Promise.resolve().then(() => {});
  expect(done()).toHaveLength(20);
});

test('of those that take long each lets everything else go first, in their order', async () => {
  const { ask, done } = requests(4);
  const begun: number[][] = [];
  for (const name of [1, 2, 3]) {
    ask(name);
    await Promise.resolve().then(() => {});
  }
  begun.push(done());
  await breath();
  ask(4);
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.resolve().then(() => {});
    begun.push(done());
    await breath();
  }
  expect(begun).toEqual([[1], [2], [3], [4], []]);
  ask(5);
  await Promise.resolve().then(() => {});
  expect(done()).toEqual([5]);
});

test('none goes before those that wait', async () => {
  const { ask, done } = requests(4);
  ask(1);
  await Promise.resolve().then(() => {});
  ask(2, 1);
  ask(3, 1);
  await breath();
  await Promise.resolve().then(() => {});
  ask(4, 1);
  await Promise.resolve().then(() => {});
  expect(done()).toEqual([1, 2]);
  await breath();
  await breath();
  expect(done()).toEqual([3, 4]);
});
