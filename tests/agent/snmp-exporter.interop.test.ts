import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endProcess } from '../end-process.ts';
import { freePort } from '../free-port.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const COMMUNITY = 'exporter';

/** What the exporter's own generator makes of the interfaces' tables in IF-MIB (RFC 2863), shortened. */
const configuration = `
if_mib:
  walk: [1.3.6.1.2.1.2.2.1.8, 1.3.6.1.2.1.31.1.1.1]
  get: [1.3.6.1.2.1.1.3.0]
  metrics:
  - {name: sysUpTime, oid: 1.3.6.1.2.1.1.3, type: gauge, help: hundredths of a second}
  - name: ifOperStatus
    oid: 1.3.6.1.2.1.2.2.1.8
    type: gauge
    help: state
    indexes: [{labelname: ifIndex, type: gauge}]
    lookups: [{labels: [ifIndex], labelname: ifName, oid: 1.3.6.1.2.1.31.1.1.1.1, type: DisplayString}]
  - name: ifHCInOctets
    oid: 1.3.6.1.2.1.31.1.1.1.6
    type: counter
    help: octets
    indexes: [{labelname: ifIndex, type: gauge}]
    lookups: [{labels: [ifIndex], labelname: ifName, oid: 1.3.6.1.2.1.31.1.1.1.1, type: DisplayString}]
  version: 2
  max_repetitions: 25
  auth: {community: ${COMMUNITY}}
`;

let agent: TestAgent;
let exporter: ChildProcess;
let folder: string;
let port: number;
let target: string;

beforeAll(async () => {
  agent = await startTestAgent({ scenario: 'office' });
  const client = await agent.signedIn();
  const community = { snmpCommunityIndex: '1', snmpCommunityName: COMMUNITY, RowStatus: 4 };
  expect((await client.set('snmpCommunityEntry', community)).error.message).toBe('');
  expect((await client.set('snmpAgentCtrl', { snmpAgentState: 1 })).error.message).toBe('');
  target = String(Object(await client.read('snmpAgentCtrl')).snmpListening).replace(/^.*:/, '127.0.0.1:');
  folder = mkdtempSync(join(tmpdir(), 'faceplate-exporter-'));
  const file = join(folder, 'snmp.yml');
  writeFileSync(file, configuration);
  port = await freePort();
  const words = [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${port}`];
  exporter = spawn('prometheus-snmp-exporter', words, { stdio: 'ignore' });
});

afterAll(async () => {
  await endProcess(exporter, 'SIGTERM');
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the exporter of Prometheus reads uptime, and state and octets of every port by its name', async () => {
  const scrape = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/snmp?module=if_mib&target=${target}`);
    return response.ok ? response.text() : '';
  };
  await expect.poll(() => scrape().catch(() => '')).toMatch(/^sysUpTime \d/m);
  const samples = await scrape();
  for (const number of agent.running.context.hardware.ports.keys()) {
    const labels = `{ifIndex="${number}",ifName="Port ${number}"}`;
    for (const name of ['ifOperStatus', 'ifHCInOctets']) expect(samples).toContain(`\n${name}${labels} `);
  }
});
