import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentProgram } from './agent/agent-program.ts';
import { endProcess } from './end-process.ts';

// What Node has compiled of the parts of a program is kept by the build, and taken at the next starts.

const dist = dirname(dirname(agentProgram));
const teller = fileURLToPath(new URL('./kept-code-teller.cjs', import.meta.url));
let place = '';
const code = () => join(place, 'compiled', 'device');

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'faceplate-kept-code-'));
  for (const name of ['device', 'compiled/device']) cpSync(join(dist, name), join(place, name), { recursive: true });
});

afterAll(() => rmSync(place, { recursive: true }));

/** What a start says on standard output, and the parts that it compiled itself or took as they were kept. */
function started(program: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment };
  const said = execFileSync(process.execPath, ['--require', teller, program, ...words], { encoding: 'utf8', env });
  const [output = '', ...parts] = said.split('\npart ');
  return {
    output,
    kept: parts.filter((part) => part.startsWith('kept ')).length,
    compiled: parts.filter((part) => part.startsWith('compiled ')).length,
  };
}

test.each(['device', 'cloud'])('a start of the built program in %s compiles nothing', (name) => {
  const { output, kept, compiled } = started(join(dist, name, 'main.cjs'), ['--help']);
  expect(output).toContain('--listen');
  expect({ kept, compiled }).toEqual({ kept: 1, compiled: 0 });
});

test('the thread of the switch has its part, too', () => {
  const parts = readdirSync(join(dist, 'device')).filter((file) => /^worker-\w+\.cjs$/.test(file));
  const kept = parts.filter((file) => existsSync(join(dist, 'compiled', 'device', `${file}.code`)));
  expect(kept.length).toBeGreaterThan(3);
});

/** Changes the last octet of a file. */
function damageLast(file: string): void {
  const octets = readFileSync(file);
  octets[octets.length - 1] = ~Number(octets.at(-1)) & 0xff;
  writeFileSync(file, octets);
}

test.each([
  ['is damaged', damageLast],
  ['is cut off', (file: string) => truncateSync(file, 1000)],
  ['is of something else', (file: string) => writeFileSync(file, 'no code')],
  ['is empty', (file: string) => truncateSync(file, 0)],
  ['is gone', (file: string) => rmSync(file)],
])('where it %s, the part is compiled', (_, damage) => {
  for (const file of readdirSync(code())) damage(join(code(), file));
  const { output, kept, compiled } = started(join(place, 'device', 'main.cjs'), ['--help']);
  expect(output).toContain('--listen');
  expect({ kept, compiled }).toEqual({ kept: 0, compiled: 1 });
});

test('a part with other characters than those of ASCII is read as it is written', () => {
  const program = join(place, 'spoken', 'main.cjs');
  mkdirSync(dirname(program));
  const keeping = readFileSync(fileURLToPath(new URL('../scripts/kept-code.cjs', import.meta.url)), 'utf8');
  writeFileSync(program, `${keeping}require('./part.cjs');\n`);
  writeFileSync(join(dirname(program), 'part.cjs'), "process.stdout.write('Zürich, 東京');");
  expect(started(program, []).output).toContain('Zürich, 東京');
});

const FULL = '/dev/full';

test.runIf(existsSync(FULL)).concurrent('a full disk leaves no half of it behind', async ({ expect }) => {
  const own = { CACHE_DIRECTORY: join(place, 'full-cache') };
  const folder = join(own.CACHE_DIRECTORY, 'full');
  const temporary = join(folder, 'part.cjs.new');
  const program = join(place, 'full', 'main.cjs');
  for (const made of [folder, dirname(program)]) mkdirSync(made, { recursive: true });
  symlinkSync(FULL, temporary);
  const keeping = readFileSync(fileURLToPath(new URL('../scripts/kept-code.cjs', import.meta.url)), 'utf8');
  writeFileSync(program, `${keeping}require('./part.cjs');\nsetInterval(() => {}, 1000);\n`);
  writeFileSync(join(dirname(program), 'part.cjs'), '');
  const running = spawn(process.execPath, [program], { stdio: 'ignore', env: { ...process.env, ...own } });
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  const open = readdirSync(`/proc/${running.pid}/fd`).map((name) => readlinkSync(`/proc/${running.pid}/fd/${name}`));
  expect(open).not.toContain(FULL);
  await endProcess(running, 'SIGKILL');
});

test.concurrent('an installed program keeps its own, and forgets it after a crash and those of former versions', async ({
  expect,
}) => {
  const own = { CACHE_DIRECTORY: join(place, 'cache') };
  const folder = join(own.CACHE_DIRECTORY, 'device');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main-FORMER.cjs.code'), '');
  const words = [agentProgram, '--listen', '127.0.0.1:0', '--data', join(place, 'data')];
  const agent = spawn(process.execPath, words, { stdio: 'ignore', env: { ...process.env, ...own } });
  const kept = () => readdirSync(folder).filter((name) => name.endsWith('.code'));
  const expected = readdirSync(join(dist, 'compiled', 'device')).filter((name) => name.startsWith('main-'));
  await expect.poll(() => kept().filter((name) => name.startsWith('main-'))).toEqual(expected);
  await expect.poll(() => kept().filter((name) => name.startsWith('worker-')).length).toBeGreaterThan(3);
  await endProcess(agent, 'SIGKILL');
  expect(started(agentProgram, ['--help'], own)).toMatchObject({ kept: 1, compiled: 0 });
  expect(started(agentProgram, ['--help'], { ...own, FACEPLATE_CRASHED: 'yes' })).toMatchObject({
    kept: 0,
    compiled: 1,
  });
  expect(existsSync(folder)).toBe(false);
});
