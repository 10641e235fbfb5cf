import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storeConfiguration } from '../../device/flash/stored-configuration.ts';
import { theDevice } from '../../device/management.ts';
import { managementGuard } from '../../features/save/guard-objects.ts';
import { say } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import {
  configuredObjects,
  fullKinds,
  growingTables,
  largeConfiguration,
  largestModel,
  mostRows,
} from './full-configuration.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** The one with most ports, and power for them: no other has all tables. */
let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent({ model: largestModel.name });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

/** The next start of the same switch. */
async function restarted(): Promise<void> {
  await agent.stop();
  agent = await startTestAgent({ model: largestModel.name, directory: agent.directory });
  client = await agent.signedIn();
}

const stored = () => storeConfiguration(configuredObjects, agent.running.context.configuration()).objects;

test('every table that an administrator fills is full on one of the switches', () => {
  const { hardware, configuration } = agent.running.context;
  const switches = fullKinds.map((kind) => largeConfiguration(hardware, configuration(), kind));
  const short = growingTables.filter(
    (table) => !switches.some((one) => one.rows(table).length === mostRows(table, hardware)),
  );
  expect(short.map(({ name }) => name)).toEqual([]);
});

describe.each(fullKinds)('a switch full of %s', (kind) => {
  test('comes back from its own backup after a factory reset, secrets among it', async () => {
    const { context } = agent.running;
    const large = largeConfiguration(context.hardware, context.configuration(), kind);
    expect(await context.problemsOf(large)).toEqual([]);
    await context.change(say('a test'), () => large);
    const before = stored();

    const passphrase = { cfgIncludeSecrets: 2, cfgPassphrase: 'correct-horse' };
    expect((await client.set('cfgTransferCtrl', { cfgDirection: 1, ...passphrase })).error.message).toBe('');
    const file = await (await client.get(`/iss/specific/cgi/config_backup?Gambit=${client.gambit}`)).blob();
    await context.flash.factoryReset();
    await restarted();
    expect(Object(stored()).dot1qVlanStaticEntry).toHaveLength(1);

    const given = { cfgKeepAddress: '2', cfgPassphrase: passphrase.cfgPassphrase };
    expect((await client.upload('config_restore', file, given)).error.message).toBe('');
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.message).toBe('');
    await expect.poll(agent.reboots).toBe(1);
    await restarted();
    expect(stored()).toEqual(before);
  });
});

test('while the start with full tables is judged, others have their turns', async () => {
  const { context } = agent.running;
  const large = largeConfiguration(context.hardware, context.configuration());
  const request = { kind: 'set' as const, object: managementGuard, values: {}, forced: false, caller: theDevice };
  let isJudged = false;
  const judging = context.judgeStart(large, request).then(() => {
    isJudged = true;
  });
  let turns = 0;
  for (; !isJudged; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  await judging;
  // Between what is compared, compiled, put together, looked at as it would be, and as it is.
  expect(turns).toBeGreaterThanOrEqual(5);
});
