import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { agentFormats, cloudFormats, FORMAT_FILE } from '../device/flash/folder-format.ts';
import { AgentClient } from './agent/agent-client.ts';
import { agentProgram } from './agent/agent-program.ts';
import { endProcess } from './end-process.ts';

// Data folders as former releases left them: tests/releases/VERSION/agent and …/cloud. The system name is "release VERSION", and
// the password of admin is `PASSWORD`. Formats that came since have a folder by their name: "format-4" has changes beside its slot.

const kept = fileURLToPath(new URL('releases', import.meta.url));
const cloudProgram = fileURLToPath(new URL('../dist/cloud/main.cjs', import.meta.url));
const PASSWORD = 'Release0Passw0rd';
const releases = readdirSync(kept);
const ofClouds = releases.filter((release) => existsSync(join(kept, release, 'cloud')));

let folder = '';
let running: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-release-'));
});

afterEach(async () => {
  await endProcess(running, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program on the folder; resolves to where it listens, or to what it said and ended with. */
async function start(program: string, ...words: string[]) {
  const child = spawn(process.execPath, [program, '--listen', '127.0.0.1:0', '--data', folder, ...words], {
    // The passwords that were kept are hashed at full strength.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  running = child;
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let origin = '';
  for await (const line of createInterface(child.stdout)) {
    origin = /^Listening on (\S+?)\/$/.exec(line)?.[1] ?? '';
    if (origin !== '') return { origin, errors, code: undefined };
  }
  return { origin, code: await ended, errors };
}

const startCloud = () => start(cloudProgram, '--switches', '127.0.0.1:0');

describe.each(releases)('the folder of release %s', (release) => {
  test('of an agent starts with its settings and accounts', async () => {
    cpSync(join(kept, release, 'agent'), folder, { recursive: true });
    const { origin } = await start(agentProgram);
    const client = new AgentClient(origin);
    expect(await client.login(PASSWORD)).toBe(0);
    expect(await client.read('system', {})).toMatchObject({ sysName: `release-${release}` });
    const said = JSON.stringify(await client.read('syslogMsgEntry', {}));
    expect(said).not.toMatch(/damaged|unknown format|does not read|could not be/);
  });
});

test.each(ofClouds)('the folder of release %s of a cloud starts with its accounts', async (release) => {
  cpSync(join(kept, release, 'cloud'), folder, { recursive: true });
  const { origin } = await startCloud();
  expect(await new AgentClient(origin).login(PASSWORD)).toBe(0);
});

/** Names, times and contents of what is in the folder. */
const contents = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { mtimeMs, mode } = statSync(path);
      return [name, mtimeMs, mode, statSync(path).isFile() ? readFileSync(path, 'hex') : ''];
    });

describe.each([
  ['agent', agentFormats, () => start(agentProgram)],
  ['cloud', cloudFormats, startCloud],
] as const)('a folder that a later %s has written', (what, formats, begin) => {
  test.each([
    ['files', formats.files ?? 0, `this version reads versions up to ${formats.files}`],
    ['inventions', 0, 'this version does not know it'],
  ])('in format "%s" is refused in one sentence, and left untouched', async (name, known, most) => {
    cpSync(join(kept, ofClouds.at(-1) ?? '', what), folder, { recursive: true });
    writeFileSync(join(folder, FORMAT_FILE), JSON.stringify({ ...formats, [name]: known + 1 }));
    const before = contents();
    const { code, errors } = await begin();
    expect(errors).toBe(
      `The folder ${folder} was written by a later version of Faceplate (format "${name}" ${known + 1}; ${most}). It was left as it is.\n`,
    );
    expect(code).toBe(1);
    expect(contents()).toEqual(before);
  });
});

test('a folder says by which formats it is written once it has been used', async () => {
  await start(agentProgram);
  await expect.poll(() => readdirSync(folder)).toContain(FORMAT_FILE);
  expect(JSON.parse(readFileSync(join(folder, FORMAT_FILE), 'utf8'))).toEqual(agentFormats);
});
