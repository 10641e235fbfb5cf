import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestAgent } from './test-agent.ts';

const child = fileURLToPath(new URL('save-crash-child.ts', import.meta.url));
const OLD = 111;
const NEW = 222;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-crash-'));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Starts on what is there, and tells the ageing time that the device came up with. */
async function ageingTimeAfterStart(): Promise<unknown> {
  const agent = await startTestAgent({ directory });
  const client = await agent.signedIn();
  const group = await client.read('dot1dTp');
  await agent.stop();
  return typeof group === 'object' && group !== null && 'dot1dTpAgingTime' in group
    ? group.dot1dTpAgingTime
    : undefined;
}

async function saveOld(): Promise<void> {
  const agent = await startTestAgent({ directory });
  const client = await agent.signedIn();
  await client.set('dot1dTp', { dot1dTpAgingTime: OLD });
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await agent.running.context.flash.settled();
  await agent.stop();
}

describe('kill -9 during a save', () => {
  // Write, read back, rename, sync of the folder: each before it happens, and half done.
  const points = [1, 2, 3, 4].flatMap((at) => [[at] as const, [at, 'half'] as const]);

  test.each(points)('at file operation %s %s leaves the old configuration or the new one, whole', async (...point) => {
    await saveOld();
    const run = spawnSync(process.execPath, ['--import', 'tsx', child, directory, ...point.map(String)], {
      encoding: 'utf8',
    });
    expect(run.signal).toBe('SIGKILL');
    const renamed = point[0] > 3 || (point[0] === 3 && point[1] === 'half');
    expect(await ageingTimeAfterStart()).toBe(renamed ? NEW : OLD);
  });

  test('after its last operation finds the new one', async () => {
    await saveOld();
    const run = spawnSync(process.execPath, ['--import', 'tsx', child, directory, '5'], { encoding: 'utf8' });
    expect(run.stdout).toContain('saved');
    expect(await ageingTimeAfterStart()).toBe(NEW);
  });
});
