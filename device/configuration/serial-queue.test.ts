import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

/** A task that logs its steps, with a turn of the event loop between them. */
function steps(log: string[], name: string) {
  return async () => {
    log.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
  };
}

test('tasks run one after the other in the order they came, failures or not', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const first = queue.run(steps(log, 'first'));
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const last = queue.run(steps(log, 'last'));
  await expect(failing).rejects.toThrow('no');
  await Promise.all([first, last]);
  expect(log).toEqual(['first begins', 'first ends', 'last begins', 'last ends']);
});

test('a task started within a running one does not wait for it, and the next waits for both', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const outer = queue.run(async () => {
    await queue.run(steps(log, 'awaited'));
    void queue.run(steps(log, 'left alone'));
  });
  const next = queue.run(steps(log, 'next'));
  await Promise.all([outer, next]);
  expect(log).toEqual([
    'awaited begins',
    'awaited ends',
    'left alone begins',
    'left alone ends',
    'next begins',
    'next ends',
  ]);
});

test('several tasks started within a running one run one after the other, at any depth', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  await queue.run(async () => {
    const deep = queue.run(async () => {
      await Promise.all([queue.run(steps(log, 'deep first')), queue.run(steps(log, 'deep second'))]);
      log.push('deep ends');
    });
    await Promise.all([deep, queue.run(steps(log, 'second')), queue.run(() => Promise.reject(new Error('no')))]).catch(
      () => log.push('failure heard'),
    );
  });
  expect(log.filter((line) => line !== 'failure heard')).toEqual([
    'deep first begins',
    'deep first ends',
    'deep second begins',
    'deep second ends',
    'deep ends',
    'second begins',
    'second ends',
  ]);
  expect(log).toContain('failure heard');
});

test('what a task left behind waits its turn once the task is over', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  let later: (() => void) | undefined;
  await queue.run(async () => {
    void new Promise<void>((resolve) => {
      later = resolve;
    }).then(() => queue.run(steps(log, 'late')));
  });
  const other = queue.run(steps(log, 'other'));
  later?.();
  await other;
  await queue.run(async () => {});
  expect(log).toEqual(['other begins', 'other ends', 'late begins', 'late ends']);
});
