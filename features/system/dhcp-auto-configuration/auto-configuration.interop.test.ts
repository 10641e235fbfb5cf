import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { FILE_FORMAT } from '../../tools/config-backup-restore/configuration-file.ts';
import { leases } from '../l3-feature/slots.ts';
import { system as systemGroup } from '../system-management/objects.ts';
import { autoConfigState } from './state.ts';

/** A loopback address of the test's own: port 69 of 127.0.0.1 may be somebody's. */
const ADDRESS = '127.0.77.6';

/** A name that resolves to it: a loopback address is not a host's. */
const SERVER = 'tftp.example';

let dnsmasq: ChildProcess;
let folder: string;
let agent: TestAgent;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-boot-'));
  const words = ['--keep-in-foreground', '--port=0', '--conf-file=/dev/null', '--user=root', '--enable-tftp'];
  const places = [`--pid-file=${join(folder, 'pid')}`, `--tftp-root=${folder}`, `--listen-address=${ADDRESS}`];
  dnsmasq = spawn('dnsmasq', [...words, ...places, '--bind-interfaces'], { stdio: 'ignore' });
});

afterAll(() => {
  dnsmasq.kill();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => agent.close());

/** A file for the switch: what it does not name takes its factory value. */
function publish(name: string, ...lines: readonly object[]): void {
  const head = { format: FILE_FORMAT, model: 'TPE-1021WS', version: '0.1.0', configurationVersion: 3 };
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, name), text, { mode: 0o644 });
}

const system = (sysName: string) => ({ object: 'system', values: { sysName } });
const enabled = { object: 'dhcpAutoConfigCtrl', values: { dhcpAutoConfigState: 1, dhcpAutoConfigOverwrite: 1 } };

/** A restarted agent whose saved configuration asks for auto configuration. */
async function start(settings: object = {}): Promise<AgentClient> {
  const before = await startTestAgent();
  const client = await before.signedIn();
  const wanted = { dhcpAutoConfigState: 1, dhcpAutoConfigTimeout: 30, ...settings };
  expect((await client.set('dhcpAutoConfigCtrl', wanted)).error.code).toBe(0);
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
  await before.stop();
  return restart(before.directory);
}

async function restart(directory: string): Promise<AgentClient> {
  agent = await startTestAgent({ directory });
  agent.running.context.names.resolve = async () => [ADDRESS];
  return agent.signedIn();
}

function lease(bootFile?: string): void {
  const given = { address: '192.168.10.50', prefix: 24, gateway: undefined, dnsServers: [], server: '192.168.10.1' };
  const boot = bootFile === undefined ? {} : { bootServer: SERVER, bootFile };
  agent.running.context.slots.update(leases, () => new Map([[1, { ...given, ...boot, leaseTime: 600, since: 0 }]]));
}

const state = (client: AgentClient) => () => client.read('dhcpAutoConfigCtrl');
const patience = { timeout: 30_000 };

it('puts the file that a lease names in force, and saves it where that is wanted, once', async () => {
  publish('switch.cfg', system('from-dhcp'), enabled);
  const client = await start({ dhcpAutoConfigOverwrite: 1 });
  expect(await client.read('dhcpAutoConfigCtrl')).toMatchObject({ dhcpAutoConfigStatus: 1 });
  await expect.poll(() => client.read('ipv4InterfaceEntry'), patience).toMatchObject([{ ipAddrCfgMode: 2 }]);
  lease('switch.cfg');
  const named = { dhcpAutoConfigServer: SERVER, dhcpAutoConfigFile: 'switch.cfg', dhcpAutoConfigReason: '' };
  await expect.poll(state(client), patience).toMatchObject({ dhcpAutoConfigStatus: 4, ...named });
  expect(await client.read('system')).toMatchObject({ sysName: 'from-dhcp' });
  expect(await client.read('sysConfig')).toMatchObject({ configDirty: 2 });
  // A file without an account leaves the password as it is.
  expect(await agent.client().login(PASSWORD)).toBe(0);

  await client.set('system', { sysName: 'renamed' });
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
  await agent.stop();
  const again = await restart(agent.directory);
  lease('switch.cfg');
  await expect.poll(state(again), patience).toMatchObject({ dhcpAutoConfigStatus: 4 });
  expect(await again.read('system')).toMatchObject({ sysName: 'renamed' });
});

it('waits until a forced change of somebody is decided, and then is in force and saved all the same', async () => {
  publish('switch.cfg', system('from-dhcp'), enabled);
  const client = await start({ dhcpAutoConfigOverwrite: 1 });
  await client.set('ipAccessListEntry', { ipAccessAddr: '10.0.0.0', ipAccessPrefixLength: 8, RowStatus: 4 });
  expect((await client.set('ipAccessListCtrl', { ipAccessListState: 1 })).error.code).toBe(8710);
  expect((await client.set('ipAccessListCtrl', { ipAccessListState: 1, Force: 1 })).error.code).toBe(0);
  const status = () => agent.running.context.slots.get(autoConfigState).status;
  const isWaiting = () => agent.running.context.guard.provisional() !== undefined;
  lease('switch.cfg');
  await expect.poll(status, patience).toBe(3);
  expect(isWaiting()).toBe(true);
  expect(agent.running.context.configuration().group(systemGroup).sysName).toBe('');
  agent.clock.advance(60_000);
  await expect.poll(isWaiting).toBe(false);
  await expect
    .poll(async () => {
      agent.clock.advance(1_000);
      return status();
    }, patience)
    .toBe(4);
  expect(await client.read('system')).toMatchObject({ sysName: 'from-dhcp' });
  expect(await client.read('sysConfig')).toMatchObject({ configDirty: 2 });
  expect(await client.read('ipAccessListCtrl')).toMatchObject({ ipAccessListState: 2 });
});

it('saves nothing unless that is wanted', async () => {
  publish('switch.cfg', system('from-dhcp'), { ...enabled, values: { dhcpAutoConfigState: 1 } });
  const client = await start();
  lease('switch.cfg');
  await expect.poll(state(client), patience).toMatchObject({ dhcpAutoConfigStatus: 4 });
  expect(await client.read('system')).toMatchObject({ sysName: 'from-dhcp' });
  expect(await client.read('sysConfig')).toMatchObject({ configDirty: 1 });
});

it.each([
  ['is not there', 'gone.cfg', 5, 'The file was not found on the server.'],
  ['lies elsewhere', '../secret.cfg', 6, 'File name must be a file name without "..".'],
  ['is none', 'noise.cfg', 6, 'The file is not a configuration file.'],
  ['is wrong', 'wrong.cfg', 6, 'Line 2: '],
  ['leaves nobody a way in', 'brick.cfg', 6, ''],
])('keeps what is saved where the file %s', async (_what, file, dhcpAutoConfigStatus, reason) => {
  writeFileSync(join(folder, 'noise.cfg'), 'GIF89a', { mode: 0o644 });
  publish('wrong.cfg', { object: 'dot1dTp', values: { dot1dTpAgingTime: 3 } });
  const interfaces = { ipv4InterfaceIfIndex: 10_001, ipIfVlanId: 1, ipv4InterfaceEnableStatus: 2 };
  publish('brick.cfg', system('brick'), { object: 'ipv4InterfaceEntry', row: interfaces });
  const client = await start();
  lease(file);
  const failed = { dhcpAutoConfigStatus, dhcpAutoConfigReason: expect.stringContaining(reason) };
  await expect.poll(state(client), patience).toMatchObject(failed);
  expect(await client.read('system')).toMatchObject({ sysName: '' });
  expect(JSON.stringify(await client.read('syslogMsgEntry'))).toContain('DHCP auto configuration failed');
});

it('gives up where no lease comes in time, and where it names no file', async () => {
  const client = await start();
  agent.clock.advance(30_000);
  await expect.poll(state(client), patience).toMatchObject({ dhcpAutoConfigStatus: 7 });
  await agent.stop();
  const again = await restart(agent.directory);
  lease();
  agent.clock.advance(30_000);
  await expect.poll(state(again), patience).toMatchObject({ dhcpAutoConfigStatus: 5 });
});
