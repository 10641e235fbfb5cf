import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestAgent } from './test-agent.ts';

test('an agent whose test names no folder finds what it saved when it starts again, and writes none of it to the host', async () => {
  const first = await startTestAgent();
  const client = await first.signedIn();
  await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await first.running.context.flash.settled();
  expect(readdirSync(first.directory, { recursive: true })).toEqual(['temporary']);
  await first.stop();
  const second = await startTestAgent({ directory: first.directory });
  expect(await (await second.signedIn()).read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 222 });
  await second.close();
  expect(existsSync(first.directory)).toBe(false);
});
