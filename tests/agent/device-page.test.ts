import { afterEach, expect, test } from 'vitest';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;

afterEach(() => agent.close());

/** The globals in the device page of a model. */
async function globalsOf(model: string): Promise<unknown> {
  agent = await startTestAgent({ model });
  const html = await (await fetch(agent.origin)).text();
  return JSON.parse(/<script type="application\/json" id="device">(.*?)<\/script>/.exec(html)?.[1] ?? '');
}

test('the device page closes by title what the switch cannot do, and says what that is', async () => {
  expect(await globalsOf('TEG-082WS')).toMatchObject({
    modelName: 'TEG-082WS',
    closedModules: { PoE: 0 },
    disabledModules: {},
    lacking: expect.arrayContaining(['powerOverEthernet']),
  });
});

test('power over Ethernet is open on a switch that powers devices', async () => {
  const globals = await globalsOf('TPE-1021WS');
  expect(globals).toMatchObject({ closedModules: {}, lacking: [] });
  expect(globals).not.toHaveProperty('closedModules.PoE');
});
