import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const short = fileURLToPath(new URL('./short.mjs', import.meta.url));

test('the product keeps to the budgets of its short bench', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [short]);
  expect(stdout).toBe('');
});
