import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const ADDRESS = '192.168.10.200';
const PASSWORD = 'first-Passw0rd';
const patience = { timeout: 30_000, interval: 200 };

let lab: Lab;
let agent: LabAgent;
let folder: string;

/** What a program at a host comes to, given its input. */
interface Ended {
  readonly output: string;
  readonly status: number | null;
}

/** Where a program runs, by the port that its host is connected to, and its input; default: as the administrator. */
interface Given {
  readonly input?: string;
  readonly password?: string;
  readonly host?: number;
}

function runs(name: string, words: readonly string[], given: Given = {}): Promise<Ended> {
  const { input = '', password = PASSWORD, host = 1 } = given;
  const ask = join(folder, 'ask');
  const child = lab.host(host).namespace.spawn(name, words, {
    env: { ...process.env, SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: 'force', ANSWER: password, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  // A client that is refused does not wait for its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return new Promise((resolve) => child.on('close', (status) => resolve({ output, status })));
}

/** OpenSSH's client, which has never seen the switch and does not ask. */
function ssh(words: readonly string[], given: Given = {}): Promise<Ended> {
  const known = ['-o', `UserKnownHostsFile=${join(folder, 'known')}`, '-o', 'StrictHostKeyChecking=accept-new'];
  return runs('ssh', ['-F', 'none', ...known, ...words], given);
}

const byPassword = ['-o', 'PubkeyAuthentication=no', '-o', 'NumberOfPasswordPrompts=1', `admin@${ADDRESS}`];

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  agent = new LabAgent(lab);
  await agent.start();
  folder = mkdtempSync(join(tmpdir(), 'faceplate-ssh-'));
  writeFileSync(join(folder, 'ask'), '#!/bin/sh\necho "$ANSWER"\n', { mode: 0o755 });
  await agent.set('sshCtrl', { sshState: 1 });
  await agent.set('telnetCtrl', { telnetState: 1 });
  const listening = async () => {
    expect(await agent.rows('sshCtrl')).toMatchObject([{ sshListening: `${ADDRESS}:22` }]);
    expect(await agent.rows('telnetCtrl')).toMatchObject([{ telnetListening: `${ADDRESS}:23` }]);
  };
  await vi.waitFor(listening, patience);
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

test('OpenSSH runs one command by password, with its exit status, and sees the fingerprint of the page', async () => {
  const shown = await ssh([...byPassword, 'show system system-management | json']);
  expect(shown.status, shown.output).toBe(0);
  expect(JSON.parse(shown.output.slice(shown.output.indexOf('{')))).toMatchObject({ system: { sysName: '' } });
  expect((await ssh([...byPassword, 'set network vlan tagged 20 member 5'])).status).toBe(1);
  expect((await ssh([...byPassword, 'fly'])).status).toBe(2);
  const known = await runs('ssh-keygen', ['-l', '-f', join(folder, 'known')]);
  const keys = await agent.rows('sshHostKeyEntry');
  expect(keys.some(({ sshKeyFingerprint }) => known.output.includes(String(sshKeyFingerprint)))).toBe(true);
});

test('OpenSSH signs in by a key of each kind', async () => {
  const lines: string[] = [];
  for (const type of ['ed25519', 'ecdsa', 'rsa']) {
    await runs('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', join(folder, type)]);
    lines.push(readFileSync(join(folder, `${type}.pub`), 'utf8'));
  }
  await agent.set('sshCtrl', { sshUserKeyFile: lines.join('') });
  for (const type of ['ed25519', 'ecdsa', 'rsa']) {
    const words = ['-o', 'BatchMode=yes', '-o', 'IdentitiesOnly=yes', '-i', join(folder, type), `admin@${ADDRESS}`];
    const { status, output } = await ssh([...words, 'show dashboard | count']);
    expect(status, output).toBe(0);
  }
});

test('at a terminal of OpenSSH the guard asks before it cuts the session off', async () => {
  const line = 'set network physical-interface 1 admin-status disabled\r';
  const { output } = await ssh(['-tt', ...byPassword], { input: line });
  expect(output).toContain('Port 1 would be disabled.');
  expect(output).toContain('Continue? [y/N]');
  expect(await agent.rows('ifEntry', { ifIndex: 1 })).toMatchObject([{ ifAdminStatus: 1 }]);
});

test('lines come from a file, and the first fault is the exit status', async () => {
  const good = ['begin', 'add network vlan tagged 30 vlan-name Cameras', 'apply', 'exit', ''].join('\n');
  const { status, output } = await ssh(['-T', ...byPassword], { input: good });
  expect(status, output).toBe(0);
  expect(await agent.rows('dot1qVlanStaticEntry', { dot1qVlanIndex: 30 })).toHaveLength(1);
  expect((await ssh(['-T', ...byPassword], { input: 'set nothing\n' })).status).toBe(2);
});

test('telnet signs in, shows and leaves', async () => {
  const child = lab.host(1).namespace.spawn('telnet', [ADDRESS], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  const sees = (text: string) => vi.waitFor(() => expect(output).toContain(text), patience);
  await sees('Username: ');
  child.stdin?.write('admin\n');
  await sees('Password: ');
  child.stdin?.write(`${PASSWORD}\n`);
  await sees('> ');
  expect(output).not.toContain(PASSWORD);
  child.stdin?.write('show system telnet | include address\n');
  await sees('Address');
  const gone = new Promise((resolve) => child.on('close', resolve));
  child.stdin?.write('exit\n');
  await gone;
});

test('OpenSSH gets other keys in the middle of what it is shown, and misses nothing of it', async () => {
  const limits = ['-v', '-o', 'RekeyLimit=16K'];
  const shown = 'show network vlan tagged | json; '.repeat(60);
  const plain = await ssh([...byPassword, shown]);
  const { status, output } = await ssh([...limits, ...byPassword, shown]);
  expect(status, output).toBe(0);
  expect(output.match(/SSH2_MSG_NEWKEYS sent/g)?.length ?? 0).toBeGreaterThan(2);
  const answers = (text: string) => text.match(/"dot1qVlanStaticEntry"/g)?.length;
  expect(answers(output)).toBe(answers(plain.output));
});

test('the session of a client that has fallen silent is ended', async () => {
  await agent.set('sshCtrl', { sshPollInterval: 1 });
  const known = ['-o', `UserKnownHostsFile=${join(folder, 'known')}`];
  const child = lab.host(1).namespace.spawn('ssh', ['-F', 'none', ...known, '-tt', ...byPassword], {
    env: { ...process.env, SSH_ASKPASS: join(folder, 'ask'), SSH_ASKPASS_REQUIRE: 'force', ANSWER: PASSWORD },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  await vi.waitFor(() => expect(output).toContain('> '), patience);
  expect(await agent.rows('sshSessionEntry')).toHaveLength(1);
  child.kill('SIGSTOP');
  await vi.waitFor(async () => expect(await agent.rows('sshSessionEntry')).toEqual([]), patience);
  child.kill('SIGKILL');
  await agent.set('sshCtrl', { sshPollInterval: 60 });
});

test('SSH answers only the VLAN that it is kept to, and whoever comes by it is asked before', async () => {
  await agent.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, RowStatus: 4 });
  const isServed = async () => (await ssh([...byPassword, 'show dashboard | count'])).status === 0;
  // One source may not connect as often as it likes.
  await vi.waitFor(async () => {
    const kept = await ssh(['-T', ...byPassword], { input: 'set system ssh management-vlan 40\n' });
    expect(kept.output).toContain('SSH would no longer answer VLAN 1, which this session uses.');
  }, patience);
  expect(await agent.rows('sshCtrl')).toMatchObject([{ sshVlan: 0 }]);
  await expect.poll(isServed, patience).toBe(true);
  await agent.set('sshCtrl', { sshVlan: 40 });
  expect(await isServed()).toBe(false);
  await agent.set('sshCtrl', { sshVlan: 0 });
  await expect.poll(isServed, patience).toBe(true);
});

test('three wrong passwords from one fe80 address close it to passwords, not to keys, and nobody else on the link', async () => {
  for (const { namespace } of lab.hosts)
    await namespace.exec('sysctl', '-q', '-w', 'net.ipv6.conf.eth0.disable_ipv6=0');
  await lab.host(2).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  const index = { ipv6InterfaceIfIndex: 10_001 };
  await agent.set('ipv6InterfaceEntry', { ...index, ipIfVlanId: 1, RowStatus: 4 });
  const linkLocal = async () => String((await agent.rows('ipv6InterfaceEntry', index))[0]?.linkLocalInUse);
  await expect.poll(linkLocal, patience).toMatch(/^fe80:/);
  const own = `${await linkLocal()}%eth0`;
  for (const port of [1, 2]) await expect.poll(() => lab.host(port).reaches(own), patience).toBe(true);
  await runs('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'on-link')]);
  await agent.set('sshCtrl', { sshUserKeyFile: readFileSync(join(folder, 'on-link.pub'), 'utf8') });
  const passwords = [...byPassword.slice(0, -1), `admin@${own}`];
  const keys = ['-o', 'BatchMode=yes', '-o', 'IdentitiesOnly=yes', '-i', join(folder, 'on-link'), `admin@${own}`];
  const status = async (words: readonly string[], given: Given) =>
    (await ssh([...words, 'show dashboard | count'], given)).status;
  for (let at = 0; at < 3; at += 1) expect(await status(passwords, { host: 2, password: 'wrong' })).toBe(255);
  expect(await status(passwords, { host: 2 })).toBe(255);
  expect(await status(keys, { host: 2 })).toBe(0);
  expect(await status(passwords, {})).toBe(0);
});

test('wrong passwords close the source for a while, and leave another one served', async () => {
  for (let at = 0; at < 3; at += 1)
    expect((await ssh([...byPassword, 'show dashboard'], { password: 'wrong' })).status).toBe(255);
  expect((await ssh([...byPassword, 'show dashboard'])).status).toBe(255);
  await lab.host(2).address('192.168.10.2/24');
  expect((await ssh([...byPassword, 'show dashboard | count'], { host: 2 })).status).toBe(0);
});
