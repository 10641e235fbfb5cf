import { expect, it } from 'vitest';
import { freePort } from '../../tests/free-port.ts';
import { acmeInStore } from './acme-keeping.ts';

it('keeps the answers for all names that are proved side by side, however long each write takes', async () => {
  const ends: (() => void)[] = [];
  let kept = '';
  const store = {
    shared: async () => kept,
    takeTurn: async () => true,
    reshare: (_: string, text: string) =>
      new Promise<void>((resolve) => {
        ends.push(() => {
          kept = text;
          resolve();
        });
      }),
  };
  const keeping = await acmeInStore(store, { now: () => 0 }, { host: '127.0.0.1', port: await freePort() });
  const answers = await keeping.answers();
  const both = Promise.all([answers.set('one', 'a'), answers.set('other', 'b')]);
  // The later of the writes that are under way ends first.
  for (let round = 0; round < 4; round += 1) {
    await new Promise((done) => setImmediate(done));
    ends.pop()?.();
  }
  await both;
  expect(JSON.parse(kept)).toEqual({ one: 'a', other: 'b' });
  await keeping.close();
});
