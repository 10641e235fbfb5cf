import { expect, it } from 'vitest';
import { Opened } from './opened.ts';

it('closes what is open where a further part does not open, the last first', async () => {
  const closed: string[] = [];
  const part = (name: string) => Promise.resolve({ close: async () => closed.push(name) });
  const opening = Opened.all(async (opened) => {
    await opened.add(part('bus'));
    await opened.add(part('store'));
    await opened.add(Promise.reject(new Error('no cloud')));
  });
  await expect(opening).rejects.toThrow('no cloud');
  expect(closed).toEqual(['store', 'bus']);
});

it('leaves what did open to be closed once', async () => {
  let times = 0;
  const all = await Opened.all(async (opened) => {
    opened.closes(async () => {
      times += 1;
    });
    return opened;
  });
  expect(times).toBe(0);
  await all.close();
  await all.close();
  expect(times).toBe(1);
});
