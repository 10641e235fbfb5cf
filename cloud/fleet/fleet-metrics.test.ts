import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { parseIpNetwork } from '../../model/values/ip-prefix.ts';
import type { SwitchQuery } from '../store/switches.ts';
import { FleetMetrics, type FleetMetricsSurroundings, type MetricsPermit } from './fleet-metrics.ts';

const collectors = [parseIpNetwork('192.0.2.0/24')].filter((network) => network !== undefined);
const permit: MetricsPermit = { token: 'secret', networks: collectors };

/** The metrics of a cloud with two accounts of one tenant and one of another, and ten switches, of which four are connected. */
function begin(around: Partial<FleetMetricsSurroundings> = {}) {
  const clock = new ManualClock();
  const asked: SwitchQuery[] = [];
  const tenants = ['own', 'own', 'shop'];
  const metrics = new FleetMetrics({
    permit,
    store: {
      listSwitches: async (query) => {
        asked.push(query);
        return { total: query.condition === 'connected' ? 4 : query.drifted || query.isAlarmed ? 1 : 10, rows: [] };
      },
    },
    users: { all: () => tenants.map((tenant, at) => ({ tenant, name: `${at}` }) as never) },
    clock,
    lines: () => 4,
    ...around,
  });
  const scrape = async () => (await metrics.answer('secret', '203.0.113.9')).body;
  const value = async (name: string) => new RegExp(`^faceplate_${name} (\\S+)$`, 'm').exec(await scrape())?.[1];
  return { metrics, clock, asked, scrape, value };
}

test.each([
  ['with the token, from anywhere', permit, 'secret', '203.0.113.9', 200],
  ['without one, from a permitted network', permit, undefined, '192.0.2.7', 200],
  ['without one, from elsewhere', permit, undefined, '203.0.113.9', 401],
  ['with another one, even from a permitted network', permit, 'guess', '192.0.2.7', 401],
  ['with one where none is accepted', { ...permit, token: undefined }, 'undefined', '192.0.2.7', 401],
  ['where metrics are not served', undefined, 'secret', '192.0.2.7', 404],
] as const)('a collector %s', async (_, given, token, from, status) => {
  const { metrics } = begin({ permit: given });
  expect((await metrics.answer(token, from)).status).toBe(status);
});

test('calls, refusals and failed logins are counted apart', async () => {
  const { metrics, value } = begin();
  for (const isRefused of [false, true, false]) metrics.called(isRefused);
  metrics.loginFailed();
  expect(await value('cloud_calls_total')).toBe('3');
  expect(await value('cloud_refusals_total')).toBe('1');
  expect(await value('cloud_failed_logins_total')).toBe('1');
});

test('switches are counted by tenant and condition, each tenant once', async () => {
  const { scrape, value, asked } = begin();
  const text = await scrape();
  for (const [condition, count] of Object.entries({ all: 10, connected: 4, drifted: 1, alarmed: 1 })) {
    expect(text).toContain(`faceplate_cloud_switches{tenant="own",condition="${condition}"} ${count}\n`);
    expect(text).toContain(`faceplate_cloud_switches{tenant="shop",condition="${condition}"} ${count}\n`);
  }
  expect(asked).toHaveLength(8);
  expect(await value('cloud_users')).toBe('3');
  expect(await value('cloud_switch_lines')).toBe('4');
});

test('the store is asked again after five seconds, and at once where it failed', async () => {
  const { clock, asked, scrape, metrics } = begin();
  await scrape();
  clock.advance(4_999);
  metrics.loginFailed();
  expect(await scrape()).toContain('cloud_failed_logins_total 0\n');
  expect(asked).toHaveLength(8);
  clock.advance(1);
  expect(await scrape()).toContain('cloud_failed_logins_total 1\n');
  let isAway = true;
  const away = begin({
    store: { listSwitches: async () => (isAway ? Promise.reject(new Error('away')) : { total: 0, rows: [] }) },
  });
  await expect(away.scrape()).rejects.toThrow('away');
  isAway = false;
  expect(await away.scrape()).toContain('cloud_switches');
});
