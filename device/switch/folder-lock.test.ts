import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const module = fileURLToPath(new URL('folder-lock.ts', import.meta.url));
const holder = `
  import { lockFolder } from ${JSON.stringify(module)};
  console.log(await lockFolder(process.argv[1]));
  setInterval(() => {}, 1000);
`;

test.skipIf(process.platform !== 'linux')(
  'a folder has one agent, whatever it is called, and kill -9 frees it',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'faceplate-lock-'));
    const folder = join(directory, 'folder');
    mkdirSync(folder);
    symlinkSync(folder, join(directory, 'link'));
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', holder, '--', folder]);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const [said] = await new Promise<Buffer[]>((resolve) => child.stdout.once('data', (...data) => resolve(data)));
    expect(String(said)).toBe('true\n');
    expect(await lockFolder(join(directory, 'link'))).toBe(false);
    expect(await lockFolder(directory)).toBe(true);
    child.kill('SIGKILL');
    await gone;
    expect(await lockFolder(folder)).toBe(true);
    expect(await lockFolder(folder)).toBe(false);
    expect(await lockFolder(join(directory, 'nothing'))).toBe(true);
    rmSync(directory, { recursive: true });
  },
);
