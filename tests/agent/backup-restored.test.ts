import { afterEach, beforeEach, expect, test } from 'vitest';
import { switchModels } from '../../apps/device/models.ts';
import { storeConfiguration } from '../../device/flash/stored-configuration.ts';
import { say } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import { configuredObjects, largeConfiguration } from './full-configuration.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const largest = [...switchModels.values()].reduce((most, one) => (one.ports.length > most.ports.length ? one : most));
let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent({ model: largest.name });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

/** The next start of the same switch. */
async function restarted(): Promise<void> {
  await agent.stop();
  agent = await startTestAgent({ model: largest.name, directory: agent.directory });
  client = await agent.signedIn();
}

const stored = () => storeConfiguration(configuredObjects, agent.running.context.configuration()).objects;

test('a switch with full tables comes back from its own backup after a factory reset, secrets among it', async () => {
  const { context } = agent.running;
  const large = largeConfiguration(context.hardware, context.configuration());
  expect(await context.problemsOf(large)).toEqual([]);
  await context.change(say('a test'), () => large);
  const before = stored();

  const passphrase = { cfgIncludeSecrets: 2, cfgPassphrase: 'correct-horse' };
  expect((await client.set('cfgTransferCtrl', { cfgDirection: 1, ...passphrase })).error.message).toBe('');
  const file = await (await client.get(`/iss/specific/cgi/config_backup?Gambit=${client.gambit}`)).blob();
  expect(file.size).toBeGreaterThan(1024 * 1024);
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
