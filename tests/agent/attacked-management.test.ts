import { readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Client, type ClientChannel } from 'ssh2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sshState } from '../../features/system/ssh/slots.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { FIRMWARE_UPLOAD } from '../../features/tools/firmware-upgrade/objects.ts';
import { bundleOf, startBootedAgent } from '../../features/tools/firmware-upgrade/testing.ts';
import { PRIVATE_ROOT } from '../../model/mib/instance.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { PduKind } from '../../protocols/snmp/pdu.ts';
import { integer, TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from './agent-client.ts';
import { PASSWORD, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let web: AgentClient;

beforeEach(async () => {
  agent = await startBootedAgent();
  web = await agent.signedIn();
});

afterEach(() => agent.close());

const done = async (...call: Parameters<AgentClient['set']>) => expect((await web.set(...call)).error.code).toBe(0);
const portIn = (places: string) => Number(places.split(':').at(-1));
const provisional = () => agent.running.context.guard.provisional();

/** The console is asked about, and then forced, to leave its own session out; SSH and SNMP stay open to it. */
async function forceAccessList(): Promise<void> {
  await done('ipAccessListEntry', {
    ipAccessAddr: '127.0.0.1',
    ipAccessPrefixLength: 32,
    ipAccessServices: 0b10001,
    RowStatus: 4,
  });
  expect((await web.set('ipAccessListCtrl', { ipAccessListState: 1 })).error.code).toBe(ErrorCode.managementLoss);
  await done('ipAccessListCtrl', { ipAccessListState: 1, Force: 1 });
  expect(provisional()).toBeDefined();
}

const isListOn = () => !agent.running.context.sources.permits('http', '127.0.0.1');

async function signInBySsh(): Promise<Client> {
  await done('sshCtrl', { sshState: 1 });
  const [place = ''] = agent.running.context.slots.get(sshState).listening;
  agent.clock.advance(1_000);
  return new Promise((resolve, reject) => {
    const client = new Client();
    client.once('error', reject);
    client.once('ready', () => resolve(client));
    client.connect({ host: '127.0.0.1', port: portIn(place), username: 'admin', password: PASSWORD });
  });
}

/** A terminal: takes a line at a time and keeps what is said. */
async function terminalOf(
  client: Client,
): Promise<{ readonly enter: (line: string) => void; readonly said: () => string }> {
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    client.shell(false, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  let said = '';
  for (const stream of [channel, channel.stderr]) {
    stream.on('data', (octets: Buffer) => {
      said += octets;
    });
  }
  return { enter: (line) => channel.write(`${line}\n`), said: () => said };
}

describe('while a forced change of the console waits to be confirmed', () => {
  test('an SNMP manager sets nothing, reads what is in force, and sets again once it is taken back', async () => {
    await done('snmpCommunityEntry', {
      snmpCommunityIndex: '1',
      snmpCommunityName: 'writes',
      snmpCommunitySecurityName: 'ReadWrite',
      RowStatus: 4,
    });
    await done('snmpAgentCtrl', { snmpAgentState: 1 });
    const state = await web.read('snmpAgentCtrl');
    const manager = new TestManager(portIn(String(Object(state).snmpListening)), 'writes');
    const ageing = '1.3.6.1.2.1.17.4.2.0';
    const list = `${PRIVATE_ROOT}.101.1.1.0`;
    await forceAccessList();
    expect((await manager.ask(PduKind.set, { [ageing]: integer(333) })).errorStatus).not.toBe(0);
    // Nor may the forced change itself be made another one, or be kept, by somebody beside.
    expect((await manager.ask(PduKind.set, { [list]: integer(2) })).errorStatus).not.toBe(0);
    expect((await manager.ask(PduKind.get, { [list]: integer(0) })).varBinds[0]?.value).toMatchObject({ value: 1 });
    expect(provisional()).toBeDefined();
    agent.clock.advance(60_000);
    await expect.poll(isListOn).toBe(false);
    await expect.poll(async () => (await manager.ask(PduKind.set, { [ageing]: integer(333) })).errorStatus).toBe(0);
    expect(await web.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 333 });
  });

  test('lines that were begun before are not applied or saved, stay together, and are one change afterwards', async () => {
    const ssh = await signInBySsh();
    const { enter, said } = await terminalOf(ssh);
    for (const line of ['begin', 'add network vlan tagged 20 vlan-name Office']) enter(line);
    enter('set network vlan tagged 20 member 5-8');
    await forceAccessList();
    enter('apply');
    await expect.poll(said).toMatch(/confirm/);
    enter('save');
    await expect.poll(said).toMatch(/confirm[\s\S]*confirm/);
    expect(provisional()).toBeDefined();
    agent.clock.advance(60_000);
    await expect.poll(isListOn).toBe(false);
    expect(await web.read('sysConfig')).toMatchObject({ configOperStatus: 0 });
    expect(JSON.stringify(await web.read('dot1qVlanStaticEntry'))).not.toContain('Office');
    enter('apply');
    await expect
      .poll(() => web.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 20 }))
      .toMatchObject([{ dot1qVlanStaticName: 'Office', dot1qVlanStaticEgressPorts: '5-8' }]);
    ssh.destroy();
  });
});

describe('a restored access list', () => {
  test('ends the SSH session that it leaves out, and lets it sign in again once it is taken back', async () => {
    const ssh = await signInBySsh();
    const ended = new Promise<void>((resolve) => {
      ssh.once('close', () => resolve());
    });
    await done('cfgTransferCtrl', { cfgDirection: 1 });
    const backup = await (await web.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${web.gambit}`)).text();
    const row = { ipAccessAddr: '127.0.0.1', ipAccessPrefixLength: 32, ipAccessServices: 0b00100 };
    const lines = [
      ...backup
        .trimEnd()
        .split('\n')
        .filter((line) => !line.includes('ipAccessList')),
      JSON.stringify({ object: 'ipAccessListEntry', row }),
      JSON.stringify({ object: 'ipAccessListCtrl', values: { ipAccessListState: 1 } }),
      '',
    ];
    const checked = await web.upload(RESTORE_UPLOAD, new Blob([lines.join('\n')]), {});
    expect(checked.error.code).toBe(0);
    await done('cfgTransferCtrl', { cfgConfirm: 2 });
    await ended;
    await expect(signInBySsh()).rejects.toThrow();
    await done('ipAccessListCtrl', { ipAccessListState: 2 });
    (await signInBySsh()).destroy();
  });
});

describe('firmware and a restore', () => {
  const saved = async () => {
    await done('cfgTransferCtrl', { cfgDirection: 1 });
    return (await web.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${web.gambit}`)).text();
  };

  test('that comes while an image is on its way is in force, and the image goes into its slot all the same', async () => {
    await done('system', { sysName: 'before' });
    const backup = await saved();
    await done('system', { sysName: 'after' });
    await done('fwUpgradeCtrl', { fwStart: 1, fwMethod: 1, fwRebootAfter: 2 });
    const bundle = bundleOf('9.0');
    const { host, port } = new URL(agent.origin);
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
    const head = `${part('Gambit')}\r\n\r\n${web.gambit}\r\n${part('file')}; filename="a"\r\n\r\n`;
    const tail = '\r\n--x--\r\n';
    const socket = createConnection(Number(port), '127.0.0.1');
    const answered = new Promise<string>((resolve) => {
      socket.on('data', (octets) => resolve(octets.toString('latin1')));
    });
    socket.write(
      `POST /iss/specific/cgi/${FIRMWARE_UPLOAD} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${web.cookie}\r\n` +
        `Origin: ${agent.origin}\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
        `Content-Length: ${head.length + bundle.length + tail.length}\r\n\r\n${head}`,
    );
    socket.write(bundle.subarray(0, 100_000));
    const temporary = join(agent.directory, 'temporary');
    await expect.poll(() => readdirSync(temporary).length).toBe(1);
    expect((await web.upload(RESTORE_UPLOAD, new Blob([backup]))).error.code).toBe(0);
    await done('cfgTransferCtrl', { cfgConfirm: 2 });
    expect(await web.read('system')).toMatchObject({ sysName: 'before' });
    socket.write(bundle.subarray(100_000));
    socket.write(tail);
    expect(await answered).toContain('"code":0');
    expect(await web.read('fwImageEntry')).toMatchObject([{ fwImageVersion: '9.0' }, {}]);
    socket.destroy();
  });

  test('that comes once the switch is about to restart into the image is refused', async () => {
    const backup = await saved();
    await done('system', { sysName: 'after' });
    await done('fwUpgradeCtrl', { fwStart: 1, fwMethod: 1 });
    const { error } = await web.upload(FIRMWARE_UPLOAD, new Blob([new Uint8Array(bundleOf('9.0'))]));
    expect(error.code).toBe(0);
    await web.upload(RESTORE_UPLOAD, new Blob([backup]));
    expect((await web.set('cfgTransferCtrl', { cfgConfirm: 2 })).error).toMatchObject({
      code: 13,
      message: 'A firmware upgrade is running.',
    });
    expect(await web.read('system')).toMatchObject({ sysName: 'after' });
  });
});
