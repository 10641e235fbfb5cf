import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { type FlashFiles, hostFiles } from '../flash/flash-files.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { Passwords } from '../sessions/passwords.ts';
import { weakSecrets } from '../sessions/testing.ts';
import { initialPassword } from './initial-account.ts';

let directory: string;
const path = () => join(directory, 'initial-password');
const passwords = new Passwords(weakSecrets.passwordCost);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-password-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A start: the passwords printed by it, and whether anything was stored by then. */
async function start({
  files = hostFiles,
  isInForce = true,
  given,
  isLost = false,
}: {
  files?: FlashFiles;
  isInForce?: boolean;
  given?: string;
  isLost?: boolean;
} = {}) {
  const log = new LogBuffer(new DeviceWallClock(new ManualClock(), () => 0));
  const told: { password: string; kept: string | undefined }[] = [];
  const initial = await initialPassword({
    files,
    path: path(),
    passwords,
    log,
    given,
    announce: async (password) => void told.push({ password, kept: await hostFiles.read(path()) }),
  });
  if (isLost) await initial.renew();
  await initial.settle(isInForce);
  return { hash: initial.hash, told, said: log.entries().map(englishOf) };
}

test('it is told once, before it is kept', async () => {
  const first = await start();
  expect(first.told).toEqual([{ password: expect.stringMatching(/^\S{16}$/), kept: undefined }]);
  expect(first.said).toEqual([]);
  expect(await passwords.verify(first.told[0]?.password ?? '', first.hash, 'browser')).toBe(true);
  expect(await start()).toEqual({ hash: first.hash, told: [], said: [] });
});

test.each([
  ['emptied', () => ''],
  ['without its half', (text: string) => text.slice(0, text.length / 2)],
  ['with another hash', (text: string) => text.replace(/(.)\n$/, (_, last) => (last === 'A' ? 'E\n' : 'A\n'))],
])(
  'one whose file is %s is made anew and told, where it is in force; else nothing is said of it',
  async (_what, damage) => {
    await start();
    writeFileSync(path(), damage(readFileSync(path(), 'utf8')));
    expect(await start({ isInForce: false })).toMatchObject({ told: [], said: [] });
    const next = await start();
    expect(next.told).toHaveLength(1);
    expect(next.said).toEqual(['The initial password is damaged; a new one is in use, printed by the agent.']);
    expect((await start()).hash).toBe(next.hash);
  },
);

test('one whose account cannot be read any more does not return: a new one is told, and kept', async () => {
  const first = await start();
  expect(await start({ isLost: true, isInForce: false })).toMatchObject({ told: [], said: [] });
  const next = await start({ isLost: true });
  expect(next.said).toEqual(['The account cannot be read; a new initial password is in use, printed by the agent.']);
  expect(next.told).toHaveLength(1);
  expect(await passwords.verify(first.told[0]?.password ?? '', next.hash, 'browser')).toBe(false);
  expect(await start()).toEqual({ hash: next.hash, told: [], said: [] });
});

test('one that cannot be kept is told and holds, which the log says; one that cannot be read is spared', async () => {
  const fail = (code: string) => () => Promise.reject(Object.assign(new Error('x'), { code }));
  const full = await start({ files: { ...hostFiles, write: fail('ENOSPC') } });
  expect(full.told).toHaveLength(1);
  expect(full.said).toEqual([
    'The initial password is lost at the next start, which generates a new one, because the flash is full.',
  ]);
  const kept = await start({ given: 'first-Passw0rd' });
  expect(kept.told).toEqual([]);
  const unread = await start({ files: { ...hostFiles, read: fail('EIO') } });
  expect(unread.told).toHaveLength(1);
  expect((await start()).hash).toBe(kept.hash);
});
