import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { startTestAgent } from './test-agent.ts';

/** Turns of the event loop that a slow flash takes for a write. */
const TURNS = 20_000;

test('a switch has stopped only once the key that a login asked for is on its flash', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-stopped-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  let hasBegun = false;
  let isStopping = false;
  let isWritten = false;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const files: typeof hostFiles = {
    ...hostFiles,
    async write(path, content) {
      const isKey = path.endsWith('device-key.new');
      hasBegun ||= isKey;
      while (isKey && !isStopping) await turn();
      for (let turns = 0; isKey && turns < TURNS; turns += 1) await turn();
      await hostFiles.write(path, content);
      isWritten ||= isKey;
    },
  };
  const agent = await startTestAgent({ directory, files });
  await agent.signedIn();
  await expect.poll(() => hasBegun).toBe(true);
  isStopping = true;
  await agent.stop();
  expect(isWritten).toBe(true);
});
