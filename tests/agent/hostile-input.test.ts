import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

/** Runs what must be refused, and checks that it changed nothing and that the agent still answers. */
async function changesNothing(action: () => Promise<unknown>): Promise<void> {
  const before = agent.running.context.configuration();
  const plans = agent.plans.length;
  await action();
  expect(agent.running.context.configuration()).toBe(before);
  expect(agent.plans.length).toBe(plans);
  expect((await client.call('CommonGet', { Template: 'sysConfig' })).error.code).toBe(0);
}

describe('a call that is no good', () => {
  test.each([
    ['not JSON', '{"method":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['no params', '{"method":"CommonGet","id":0}'],
    ['an unknown method', '{"method":"Eval","id":0,"params":{"Template":"sysConfig"}}'],
    ['no Template', '{"method":"CommonGet","id":0,"params":{}}'],
    ['an unknown Template', '{"method":"CommonGet","id":0,"params":{"Template":"nonsense"}}'],
    ['a Template out of the prototype', '{"method":"CommonGet","id":0,"params":{"Template":"constructor"}}'],
    ['reads that are no list', '{"method":"BatchGet","id":0,"params":{"reads":{"Template":"sysConfig"}}}'],
    ['a change among reads', '{"method":"BatchGet","id":0,"params":{"reads":[{"method":"CommonSet","params":{}}]}}'],
    ['a __proto__ key', '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","__proto__":{"x":1}}}'],
    ['a constructor key', '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","constructor":1}}'],
    ['a nested value', '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","dot1dTpAgingTime":{"$gt":1}}}'],
    ['an unknown column', '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","nonsense":1}}'],
    ['a read-only column', '{"method":"CommonSet","id":0,"params":{"Template":"sysConfig","configDirty":1}}'],
    ['a fraction', '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","dot1dTpAgingTime":10.5}}'],
    [
      'a value out of range',
      '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","dot1dTpAgingTime":1000001}}',
    ],
    ['a RowStatus for a group', '{"method":"CommonSet","id":0,"params":{"Template":"dot1dTp","RowStatus":4}}'],
    [
      'a row without its index',
      '{"method":"CommonSet","id":0,"params":{"Template":"dot1qVlanStaticEntry","dot1qVlanStaticName":"x"}}',
    ],
    [
      'a row that is not there',
      '{"method":"CommonSet","id":0,"params":{"Template":"dot1qVlanStaticEntry","dot1qVlanIndex":99,"dot1qVlanStaticName":"x"}}',
    ],
    [
      'a batch in a batch',
      '{"method":"BatchPost","id":0,"params":{"FuncName":"x","calls":[{"method":"BatchPost","params":{}}]}}',
    ],
    ['deep nesting', `{"method":"CommonGet","id":0,"params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('%s gets a clear error, and nothing happens', async (_what, rpc) => {
    await changesNothing(async () => {
      const { id, error } = await client.callText(rpc);
      expect(id).toBe(0);
      expect(error.code).not.toBe(0);
      expect(error.message).toMatch(/^[A-Z][^\n]{8,400}[.:\w]$/s);
      expect(error.message).not.toMatch(/\bat .*:\d+:\d+|node_modules|\/work|\/tmp/);
    });
  });

  test('a wrong token is told apart from everything else before the call is even read', async () => {
    await changesNothing(async () => {
      for (const gambit of ['', 'nonsense', '0'.repeat(64), '__proto__', client.gambit.toUpperCase()]) {
        expect((await client.callText('{"method":', gambit)).error.code).toBe(4294967295);
      }
    });
  });

  test('an unknown column is named', async () => {
    expect((await client.set('dot1dTp', { nonsense: 1 })).error).toMatchObject({ code: 2, message: /"nonsense"/ });
  });
});

describe('HTTP that is no good', () => {
  const form = 'application/x-www-form-urlencoded';

  test('an over-long body gets 413', async () => {
    await changesNothing(async () => {
      const response = await client.post(`Gambit=${client.gambit}&RPC=${'x'.repeat(5_000_000)}`, {
        'content-type': form,
      });
      expect(response.status).toBe(413);
    });
  });

  test('another content type gets 415', async () => {
    await changesNothing(async () => {
      expect((await client.post('<xml/>', { 'content-type': 'text/xml' })).status).toBe(415);
    });
  });

  test('a page of another site can neither call nor log in', async () => {
    await changesNothing(async () => {
      const rpc = new URLSearchParams({ Gambit: client.gambit, RPC: '{}' });
      expect((await client.post(rpc, { origin: 'http://evil.example' })).status).toBe(403);
      const site = { 'sec-fetch-site': 'cross-site' };
      expect((await client.get(`/iss/specific/login_data.js?${await client.sealed('admin', 'x')}`, site)).status).toBe(
        403,
      );
    });
  });

  test('a path outside the console is not found', async () => {
    for (const path of ['/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/.git/config', '/iss/specific/']) {
      const status = await new Promise((resolve) => {
        httpRequest(`${agent.origin}/`, { path, method: 'GET' }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).end();
      });
      expect([400, 403, 404]).toContain(status);
    }
  });

  test('a page that leads its own name here is refused, however well it guesses the name of the device', async () => {
    await client.set('system', { sysName: 'core' });
    await client.set('dnsResolverCtrl', { dnsDomainName: 'example.com' });
    const status = (host: string) =>
      new Promise((resolve) => {
        httpRequest(`${agent.origin}/iss/specific/public_key.js`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).end();
      });
    await expect.poll(() => status('core.example.com')).toBe(200);
    for (const host of ['core', 'core.lan', 'Core.Local.']) expect(await status(host)).toBe(200);
    for (const host of ['core.evil.example', 'evil.example', 'example.com']) expect(await status(host)).toBe(421);
  });

  test('every answer carries the headers that keep strangers out', async () => {
    const { headers } = await client.get('/');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'/);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/);
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('nothing of this reached the log with what was sent', () => {
    const log = agent.running.context.log
      .entries()
      .map(({ message }) => message)
      .join('\n');
    expect(log).not.toContain(client.gambit);
    expect(log).not.toMatch(/Gambit|pelican|CommonSet/);
  });
});

describe('the device page', () => {
  test('holds the globals in a data block that no text can break out of', async () => {
    const page = await (await client.get('/')).text();
    const json = /<script type="application\/json" id="device">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({
      modelName: 'TPE-1021WS',
      Port_num: 10,
      maxVlanId: 4094,
      webVersion: 'test',
    });
    expect(json).not.toContain('<');
  });
});
