import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { developedPrograms } from '../scripts/dev-program.mjs';

// What `npm run dev` makes of the agent's sources, on two programs of a few lines.

let sources = '';
let folder = '';

beforeEach(() => {
  sources = mkdtempSync(join(tmpdir(), 'faceplate-sources-'));
  folder = mkdtempSync(join(tmpdir(), 'faceplate-programs-'));
  write('one.ts', "import { word } from './word.ts';\nconsole.log('one', word as string);\nprocess.stdin.resume();");
  write('two.ts', "console.log('two', import.meta.url.slice(-7));");
  write('word.ts', "export const word: string = 'first';");
});

afterEach(() => {
  for (const each of [sources, folder]) rmSync(each, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(sources, name), text);
const started = () => developedPrograms(sources, { one: 'one.ts', two: 'two.ts' }, folder);
const compiled = () => join(folder, 'compiled');
const program = (name: string) => join(folder, 'device', `${name}.cjs`);
const env = () => ({ ...process.env, CACHE_DIRECTORY: compiled() });
const said = (name: string) =>
  execFileSync(process.execPath, [program(name)], { encoding: 'utf8', env: env(), input: '' }).trim();

test('a program runs from its sources, and with what has changed in them', async () => {
  const programs = await started();
  expect([said('one'), said('two')]).toEqual(['one first', 'two two.cjs']);
  expect(programs.has(join(sources, 'word.ts'))).toBe(true);
  expect(programs.has(join(sources, 'further.ts'))).toBe(false);
  write('word.ts', "import { further } from './further.ts';\nexport const word = ['second and', further].join(' ');");
  write('further.ts', "export const further = 'more';");
  await programs.change([join(sources, 'word.ts')]);
  expect([said('one'), said('two')]).toEqual(['one second and more', 'two two.cjs']);
  expect(programs.has(join(sources, 'further.ts'))).toBe(true);
});

test('what is wrong with a change is refused, and leaves the program as it was', async () => {
  const programs = await started();
  write('word.ts', "export const word = 'second");
  await expect(programs.change([join(sources, 'word.ts')])).rejects.toThrow('Unterminated string literal');
  rmSync(join(sources, 'word.ts'));
  await expect(programs.change([join(sources, 'word.ts')])).rejects.toThrow('Could not resolve');
  expect(said('one')).toBe('one first');
  // Nothing asks for it any longer.
  write('one.ts', "console.log('one alone');");
  await programs.change([join(sources, 'word.ts'), join(sources, 'one.ts')]);
  expect(said('one')).toBe('one alone');
  expect(programs.has(join(sources, 'word.ts'))).toBe(false);
});

test('a change is run although it is as long as the one before, of which Node may have kept what it compiled', async () => {
  const programs = await started();
  const change = async (word: string) => {
    write('word.ts', `export const word = '${word}';`);
    await programs.change([join(sources, 'word.ts')]);
  };
  await change('hammer');
  const running = spawn(process.execPath, [program('one')], { env: env(), stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(running, 'exit');
  await vi.waitFor(() => expect(existsSync(join(compiled(), 'device', 'one-modules.cjs.code'))).toBe(true));
  // It ends by itself, once everything is kept.
  running.stdin.end();
  await ended;
  await change('pliers');
  expect(said('one')).toBe('one pliers');
});
