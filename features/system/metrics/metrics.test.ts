import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMetrics, gauge } from '../../../device/metrics/metric.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { readExposition, type Scrape, sampleOf } from '../../../tests/exposition.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent({ scenario: 'office' });
  client = await agent.signedIn();
});

afterAll(() => agent.close());

const fetched = (path: string, headers: Record<string, string> = {}) => fetch(`${agent.origin}${path}`, { headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function created(name: string, columns: object = {}): Promise<string> {
  const { result, error } = await client.set('apiTokenCtrl', { apiTokenNewName: name, ...columns });
  expect(error.code).toBe(0);
  return String(Object(result).apiTokenIssued);
}

/** As a collector sees the switch now; an earlier measurement is not answered again. */
async function scraped(token: string): Promise<Scrape> {
  agent.clock.advance(1_000);
  const response = await fetched('/metrics', bearer(token));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readExposition(await response.text());
}

describe('metrics', () => {
  test('are not there until they are enabled, and then for tokens and listed collectors only', async () => {
    const token = await created('prometheus', { apiTokenNewScope: 3 });
    expect((await fetched('/metrics', bearer(token))).status).toBe(404);
    expect((await client.set('metricsCtrl', { metricsState: 1 })).error.code).toBe(0);
    const refused = await fetched('/metrics');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.text()).not.toContain('faceplate_');
    for (const wrong of ['', 'fpt_wrong', token.slice(0, -1)]) {
      expect((await fetched('/metrics', bearer(wrong))).status).toBe(401);
    }
    expect((await fetched('/metrics', bearer(token))).status).toBe(200);
    const other = await created('network', { apiTokenNewScope: 1, apiTokenNewSection: 2 });
    expect((await fetched('/metrics', bearer(other))).status).toBe(401);
    await client.set('metricsCtrl', { metricsNetworks: '192.0.2.0/24, 2001:db8::1' });
    expect((await fetched('/metrics')).status).toBe(401);
    await client.set('metricsCtrl', { metricsNetworks: '192.0.2.0/24, 127.0.0.0/8' });
    expect((await fetched('/metrics')).status).toBe(200);
    // A token that is sent decides.
    expect((await fetched('/metrics', bearer('fpt_wrong'))).status).toBe(401);
    const { error } = await client.set('metricsCtrl', { metricsNetworks: '192.0.2.0/24, 300.1.1.1' });
    expect(error.message).toBe('300.1.1.1 is not an IP address or network.');
  });

  test('say what the pages say', async () => {
    const token = await created('reader', { apiTokenNewScope: 1 });
    await client.set('portCtrlEntry', { ifIndex: 3, ifAlias: 'Camera north' });
    const scrape = await scraped(token);
    const ports = (await client.read('ifXEntry')) as readonly Record<string, unknown>[];
    expect(scrape.samples.filter(({ name }) => name === 'faceplate_port_up')).toHaveLength(ports.length);
    const supply = (await client.read('pethMainPseEntry')) as readonly Record<string, unknown>[];
    expect(sampleOf(scrape, 'faceplate_poe_power_watts')).toBe(Number(supply[0]?.pethMainPseConsumptionPower) / 1000);
    const [health] = [Object(await client.read('sysHealth'))];
    expect(Math.round(sampleOf(scrape, 'faceplate_temperature_celsius') ?? 0)).toBe(health.temperature);
    expect(scrape.samples.find(({ labels }) => labels.alias === 'Camera north')?.labels.port).toBe('3');
    const links = (await client.read('portCtrlEntry')) as readonly Record<string, unknown>[];
    for (const { ifIndex, ifHighSpeed } of links) {
      expect(sampleOf(scrape, 'faceplate_port_speed_bytes', { port: String(ifIndex) })).toBe(
        Number(ifHighSpeed) * 125_000,
      );
    }
    expect(sampleOf(scrape, 'faceplate_sessions', { service: 'web' })).toBe(1);
  });

  test('count calls, refusals and failed logins', async () => {
    const token = await created('counter', { apiTokenNewScope: 3 });
    const before = await scraped(token);
    await client.read('system');
    await client.set('system', { sysName: 'x'.repeat(4096) });
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
    await agent.client().login('wrong-Passw0rd');
    await fetched('/metrics', bearer('fpt_wrong'));
    const after = await scraped(token);
    const grown = (name: string, labels = {}) =>
      (sampleOf(after, name, labels) ?? 0) - (sampleOf(before, name, labels) ?? 0);
    expect(grown('faceplate_calls_total', { access: 'web', kind: 'read' })).toBe(1);
    expect(grown('faceplate_refusals_total', { access: 'web', code: '2' })).toBe(1);
    expect(grown('faceplate_failed_logins_total')).toBe(1);
    expect(grown('faceplate_refused_tokens_total')).toBe(1);
  });

  test('that could not be measured are measured again at once', async () => {
    const token = await created('again', { apiTokenNewScope: 3 });
    agent.clock.advance(1_000);
    const { datapath } = agent.running.context;
    const { portStates } = datapath;
    datapath.portStates = () => Promise.reject(new Error('Not now.'));
    expect((await fetched('/metrics', bearer(token))).status).not.toBe(200);
    datapath.portStates = portStates;
    expect((await fetched('/metrics', bearer(token))).status).toBe(200);
  });

  test('are measured once a second at most', async () => {
    const token = await created('often', { apiTokenNewScope: 3 });
    const first = await (await fetched('/metrics', bearer(token))).text();
    await client.read('system');
    expect(await (await fetched('/metrics', bearer(token))).text()).toBe(first);
    agent.clock.advance(1_000);
    expect(await (await fetched('/metrics', bearer(token))).text()).not.toBe(first);
  });
});

test('names that users choose end neither a label nor a line', () => {
  const alias = 'a"} 1\nfaceplate_forged 1\\';
  const text = formatMetrics([gauge('port_info', 'A port.', [{ labels: { alias }, value: 1 }])]);
  expect(readExposition(text).samples).toEqual([{ name: 'faceplate_port_info', labels: { alias }, value: 1 }]);
});

test('probes say that the switch answers, and nothing else', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetched(path);
    expect([response.status, await response.text(), response.headers.get('set-cookie')]).toEqual([200, 'ok\n', null]);
  }
});
