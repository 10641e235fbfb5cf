import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  await client.set('system', { sysName: 'Cellar Switch' });
});

afterAll(() => agent.close());

const set = (host: string, params: object) => freshCall(client, 'CommonSet', params, host);
const renamed = (sysName: string) => ({ Template: 'system', sysName });
const code = (value: number) => ({ error: { code: value } });
const LOSS =
  'This change would disconnect the current management session. The switch would no longer answer to the name';

describe('a name that a session uses', () => {
  test.each(['cellar-switch', 'CELLAR-switch.lan.', 'cellar-switch.local:80'])(
    'is given up by force only: %s',
    async (host) => {
      const name = host.toLowerCase().replace(/:\d+$|\.$/g, '');
      expect(await set(host, renamed('attic'))).toMatchObject({
        error: { code: 8710, message: `${LOSS} ${name}, which this session uses.` },
      });
      expect(await set(host, { Template: 'system', sysLocation: host })).toMatchObject(code(0));
    },
  );

  test('may change in what is no part of it', async () => {
    expect(await set('cellar-switch', renamed('cellar switch'))).toMatchObject(code(0));
  });

  test('in a domain keeps that domain', async () => {
    await client.set('dnsResolverCtrl', { dnsDomainName: 'example.org' });
    const away = { Template: 'dnsResolverCtrl', dnsDomainName: 'example.net' };
    expect(await set('cellar-switch.example.org', away)).toMatchObject(code(8710));
    expect(await set('cellar-switch', away)).toMatchObject(code(0));
  });

  test('comes back where nobody confirms the new one, and is kept no longer where somebody does', async () => {
    const forced = (sysName: string) => set('cellar-switch', { ...renamed(sysName), Force: 1 });
    expect(await forced('attic')).toMatchObject(code(0));
    expect(await set('cellar-switch', renamed('roof'))).toBe(421);
    agent.clock.advance(60_000);
    await expect.poll(async () => Object(await client.read('system')).sysName).toBe('cellar switch');
    await expect.poll(() => forced('attic')).toMatchObject(code(0));
    await expect.poll(() => freshCall(client, 'CommonGet', { Template: 'system' }, 'attic')).toMatchObject(code(0));
    agent.clock.advance(60_000);
    expect(await client.read('system')).toMatchObject({ sysName: 'attic' });
  });

  test('is no matter for who came by an address, or by localhost', async () => {
    expect(await set('127.0.0.1', renamed('cellar'))).toMatchObject(code(0));
    expect(await set('localhost', renamed('roof'))).toMatchObject(code(0));
  });
});
