import { expect, test } from 'vitest';
import { areUsable, keptHostKeys, makeHostKeys } from './host-keys.ts';

test('host keys of every kind are made, kept and read back; damaged ones are no use', async () => {
  const keys = await makeHostKeys(1);
  expect(await areUsable(keys)).toBe(true);
  const kept = keptHostKeys.read(JSON.parse(JSON.stringify(keptHostKeys.write(keys))), 1);
  expect(kept).toEqual(keys);
  const [first, ...others] = keys;
  const damaged = { ...first, privateKey: first?.privateKey.replace('BEGIN', 'BEGUN') ?? '' } as (typeof keys)[number];
  expect(await areUsable([damaged, ...others])).toBe(false);
  expect(await areUsable(others)).toBe(false);
  expect(keptHostKeys.read([{ type: 1 }], 1)).toBeUndefined();
});
