import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundLog } from './bounded-log.ts';

let folder: string;
let log: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-log-'));
  log = join(folder, 'ovs-vswitchd.log');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('takes at most two lengths of a log, however much is appended, and has what was written last', async () => {
  const former = join(folder, 'ovs-vswitchd.former.log');
  for (let time = 0; time < 6; time += 1) {
    appendFileSync(log, `${String(time).repeat(400_000)}\n`);
    await boundLog(log);
  }
  expect(readdirSync(folder)).toHaveLength(2);
  expect(readFileSync(former, 'utf8').slice(-2)).toBe('5\n');
  expect(statSync(former).size + statSync(log).size).toBeLessThan(2_000_000);
});

it('leaves a short one, and is content without one', async () => {
  await boundLog(log);
  writeFileSync(log, 'started\n');
  await boundLog(log);
  expect(readdirSync(folder)).toEqual(['ovs-vswitchd.log']);
});
