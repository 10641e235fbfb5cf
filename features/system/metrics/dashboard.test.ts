import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostFiles } from '../../../device/flash/flash-files.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { readExposition, type Scrape } from '../../../tests/exposition.ts';

/** Labels that a collector adds to what it fetches. */
const ADDED = new Set(['instance', 'job']);

let agent: TestAgent;
let scrape: Scrape;

beforeAll(async () => {
  agent = await startTestAgent({ files: hostFiles, scenario: 'office' });
  const client = await agent.signedIn();
  await client.set('metricsCtrl', { metricsState: 1, metricsNetworks: '127.0.0.1' });
  // One of each thing that is counted only once it has happened.
  await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
  await client.set('dot1dStp', { stpGlobalStatus: 1 });
  const { context } = agent.running;
  await context.flash.write(context.configuration(), 'admin');
  context.counts.add('punts', 'lldp');
  agent.clock.advance(5_000);
  scrape = readExposition(await (await fetch(`${agent.origin}/metrics`)).text());
});

afterAll(() => agent.close());

/** Every text below a key of this name. */
function textsOf(key: string, json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap((one) => textsOf(key, one));
  if (!isRecord(json)) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    name === key && typeof value === 'string' ? [value] : textsOf(key, value),
  );
}

const dashboard: unknown = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8'));
const queries = [...textsOf('expr', dashboard), ...textsOf('query', dashboard).filter((text) => text.includes('('))];

/** Metrics that are there only if something went wrong; their names are still the product's own. */
const silent = new Set(['faceplate_punt_drops_total', 'faceplate_poe_power_watts']);

/** Labels that the samples of a metric have. */
function labelsOf(metric: string): ReadonlySet<string> {
  return new Set(scrape.samples.filter(({ name }) => name === metric).flatMap(({ labels }) => Object.keys(labels)));
}

test.each(queries)('the dashboard asks for what a switch serves: %s', (query) => {
  const metrics = [...query.matchAll(/\b(?:faceplate|process)_\w+/g)].map(([name]) => name);
  expect(metrics).not.toEqual([]);
  const served = metrics.filter((metric) => !silent.has(metric));
  expect(served.filter((metric) => !scrape.types.has(metric))).toEqual([]);
  const known = new Set([...ADDED, ...metrics.flatMap((metric) => [...labelsOf(metric)])]);
  const matched = [...query.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label);
  const grouped = [...query.matchAll(/(?:by|without|ignoring) \(([\w, ]+)\)/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  expect([...matched, ...grouped].filter((label) => !known.has(label))).toEqual([]);
  // Only what counts up has a rate.
  for (const [, metric = ''] of query.matchAll(/(?:rate|increase)\((\w+)/g)) expect(metric).toMatch(/_total$/);
});

test('the documentation names what a switch serves', () => {
  const named = [...readFileSync('docs/monitoring.md', 'utf8').matchAll(/`((?:faceplate|process)_[a-z_]+)/g)].map(
    ([, name = '']) => name,
  );
  const unknown = named.filter((name) => !name.endsWith('_') && !scrape.types.has(name) && !silent.has(name));
  expect(named.length).toBeGreaterThan(20);
  // The drops are there once a class was over its rate, SNMP's counters while it runs, and the cloud's at the cloud.
  expect(unknown.filter((name) => !/snmp|cloud|service_failures|attack_drops/.test(name))).toEqual([]);
});
