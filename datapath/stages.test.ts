import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { stageOrder, stages } from './stages.ts';

test('docs/datapath.md lists the stages as they are declared', async () => {
  const checked = promisify(execFile)(process.execPath, ['scripts/place-stages.mjs', '--check']);
  await expect(checked).resolves.toMatchObject({ stderr: '' });
});

test('a frame is let in before it is let out', () => {
  const directions = stages.map(({ direction }) => direction);
  expect(directions).toEqual([...directions].sort().reverse());
  for (const [place, { name }] of stages.entries()) expect(stageOrder(name)).toBe(place);
});
