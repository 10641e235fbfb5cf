import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Bench } from '../../network/test-bench.ts';
import { portAccessControl } from './device.ts';
import { dot1xAuthSessionStatsEntry } from './objects.ts';
import { authenticator, type PortSession } from './slots.ts';

let directory: string;
const bench = new Bench([portAccessControl]);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sessions-'));
  await bench.start(directory);
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true });
});

it('shows the name of a session in one line without control characters: stations choose it', async () => {
  const session: PortSession = {
    ...{ id: '1', user: 'ann\x1b[2J\r\n\u202Etxet', station: '02-AA-00-00-00-02', isLocal: false, since: 0 },
    ended: undefined,
    traffic: { inOctets: 0n, outOctets: 0n, inFrames: 0n, outFrames: 0n },
  };
  bench.context.slots.update(authenticator, () => ({
    sessions: async () => new Map([[2, session]]),
    port: () => undefined,
    initialize: () => undefined,
    reauthenticate: () => undefined,
    clear: () => undefined,
  }));
  const [row] = await bench.live(dot1xAuthSessionStatsEntry);
  expect(row?.dot1xAuthSessionUserName).toBe('ann\uFFFD[2J\uFFFD\uFFFD\uFFFDtxet');
});
