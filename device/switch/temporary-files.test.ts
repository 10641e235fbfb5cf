import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TemporaryFiles } from './temporary-files.ts';

test('a file in transfer, which may hold keys, can be read by its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-transfer-'));
  try {
    const path = await new TemporaryFiles(folder).write('a key');
    expect(readFileSync(path, 'utf8')).toBe('a key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
