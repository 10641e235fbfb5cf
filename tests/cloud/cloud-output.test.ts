import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AgentClient } from '../agent/agent-client.ts';
import { readExposition, sampleOf } from '../exposition.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';

let cloud: CloudProcess;

beforeAll(async () => {
  cloud = await CloudProcess.start({ options: ['--log', 'journal', '--metrics-from', '127.0.0.1'] });
});

afterAll(() => cloud.stop());

test('the audit trail is on standard output, one event a line, with priorities and stable identifiers', async () => {
  const client = new AgentClient(cloud.origin);
  await client.login('Wrong-pass1');
  expect(await client.login(cloudPassword)).toBe(0);
  const lines = () => cloud.output.split('\n').filter((line) => line.startsWith('<'));
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
  const [failed = '', succeeded = ''] = lines();
  expect(failed).toMatch(/^<4>[0-9a-f]{8} Login from 127\.0\.0\.1 failed\. tenant=own source=127\.0\.0\.1$/);
  expect(succeeded).toMatch(/^<[56]>[0-9a-f]{8} .*admin.* tenant=own user=admin source=127\.0\.0\.1$/);
  expect(failed.slice(3, 11)).not.toBe(succeeded.slice(3, 11));
  expect(lines().join('\n')).not.toContain(cloudPassword);
});

test('a collector of a permitted network scrapes the metrics, which count that', async () => {
  const response = await fetch(`${cloud.origin}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const scrape = readExposition(await response.text());
  expect(sampleOf(scrape, 'faceplate_cloud_users')).toBe(1);
  expect(sampleOf(scrape, 'faceplate_cloud_failed_logins_total')).toBe(1);
  expect(sampleOf(scrape, 'faceplate_cloud_switches', { condition: 'connected' })).toBe(0);
  expect(sampleOf(scrape, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  // A token that is sent decides, and none is accepted here.
  const refused = await fetch(`${cloud.origin}/metrics`, { headers: { authorization: 'Bearer guess' } });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});
