import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BROADCAST_MAC, macAt } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { bundled } from '../bundled.ts';
import { mustRun } from '../namespaces/command.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { python } from '../namespaces/python.ts';
import { DistantClient } from './distant-client.ts';
import { LabAgent } from './lab-agent.ts';
import { WpaSupplicant } from './wpa-supplicant.ts';

const patience = { timeout: 60_000, interval: 200 };
const SWITCH = '192.168.10.200';
const SERVER = '192.168.10.3';
const SECRET = 'testing123';
const TACACS_KEY = 'tac-key';

/** The administrator is at port 1, a supplicant at port 2, the servers at port 3, somebody in VLAN 20 at port 4. */
let lab: Lab;
let agent: LabAgent;
let folder: string;
let radius: ChildProcess | undefined;
let supplicant: WpaSupplicant;
let said = '';

const users = `
bob Cleartext-Password := "hello"
	Tunnel-Type = VLAN,
	Tunnel-Medium-Type = IEEE-802,
	Tunnel-Private-Group-Id = "20"

ann Cleartext-Password := "hello"

admin Cleartext-Password := "radius-Passw0rd"
	Service-Type = Administrative-User,
	Message-Authenticator = 0x00

guest Cleartext-Password := "radius-Passw0rd"
	Message-Authenticator = 0x00
`;

/** A FreeRADIUS configuration of its own, with certificates that are made here. */
async function configure(): Promise<void> {
  cpSync('/etc/freeradius/3.0', folder, { recursive: true, verbatimSymlinks: true });
  const inFolder = (name: string) => join(folder, name);
  const change = (file: string, ...pairs: readonly (readonly [RegExp, string])[]) => {
    let text = readFileSync(inFolder(file), 'utf8');
    for (const [found, wanted] of pairs) text = text.replace(found, wanted);
    writeFileSync(inFolder(file), text);
  };
  change('radiusd.conf', [/^\tuser = freerad$/m, ''], [/^\tgroup = freerad$/m, '']);
  writeFileSync(inFolder('clients.conf'), `client lab {\n ipaddr = 192.168.10.0/24\n secret = ${SECRET}\n}\n`);
  writeFileSync(inFolder('mods-config/files/authorize'), users);
  const openssl = (...words: readonly string[]) => mustRun('openssl', ...words);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj'];
  await openssl('req', '-x509', ...key, '/CN=lab', '-keyout', inFolder('ca.key'), '-out', inFolder('ca.pem'));
  for (const name of ['server', 'client']) {
    const request = inFolder(`${name}.csr`);
    await openssl(
      'req',
      ...key.slice(0, 3),
      '-subj',
      `/CN=${name}`,
      '-keyout',
      inFolder(`${name}.key`),
      '-out',
      request,
    );
    const signer = ['-CA', inFolder('ca.pem'), '-CAkey', inFolder('ca.key'), '-CAcreateserial', '-days', '30'];
    await openssl('x509', '-req', '-in', request, ...signer, '-out', inFolder(`${name}.pem`));
  }
  change(
    'mods-enabled/eap',
    [/private_key_file = .*/, `private_key_file = ${inFolder('server.key')}`],
    [/^(\t*)certificate_file = .*/m, `certificate_file = ${inFolder('server.pem')}`],
    [/^(\t*)ca_file = .*/m, `ca_file = ${inFolder('ca.pem')}`],
  );
}

async function startRadius(): Promise<void> {
  const started = lab
    .host(3)
    .namespace.spawn('freeradius', ['-X', '-d', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  radius = started;
  let ready = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream?.on('data', (text) => {
      said += text;
      ready = (ready + text).slice(-2000);
    });
  }
  await vi.waitFor(() => expect(ready).toContain('Ready to process requests'), patience);
}

const control = (...words: readonly string[]) => supplicant.control(...words);
const supplicate = (network: string) => supplicant.start(network);

const md5 = (name: string, password: string) => `eap=MD5\nidentity="${name}"\npassword="${password}"`;

async function standing(): Promise<object> {
  const rows = await agent.rows('dot1xAuthConfigEntry');
  const extended = await agent.rows('dot1xPortExtEntry');
  const status = rows.find((row) => row.dot1xPaePortNumber === 2)?.dot1xAuthAuthControlledPortStatus;
  return { open: status === 1, vlan: extended.find((row) => row.dot1xPaePortNumber === 2)?.dot1xPortAssignedVlan };
}
const stands = (wanted: object) => expect.poll(standing, patience).toMatchObject(wanted);
const port = (more: Readonly<Record<string, number>>) => ({ dot1xPaePortNumber: 2, ...more });

/** Signs in once, and out again. */
async function signIn(name: string, password: string): Promise<number> {
  const client = new DistantClient(lab.host(1).namespace, SWITCH);
  const code = await client.login(password, name);
  if (code === 0) await client.get(`/iss/specific/logout.js?Gambit=${client.gambit}`);
  return code;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-radius-'));
  mkdirSync(join(folder, 'wpa'));
  lab = await createLab({ ports: 4 });
  supplicant = new WpaSupplicant(lab.host(2).namespace, join(folder, 'wpa'));
  await Promise.all([
    configure(),
    lab.host(3).address(`${SERVER}/24`),
    lab.host(2).address('192.168.20.2/24'),
    lab.host(4).address('192.168.20.4/24'),
  ]);
  for (const at of [2, 3, 4]) await lab.host(at).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  agent = new LabAgent(lab);
  await agent.start();
  const members = (dot1qVlanIndex: number, all: string, untagged: string, more: object = {}) =>
    agent.set('dot1qVlanStaticEntry', {
      dot1qVlanIndex,
      dot1qVlanStaticEgressPorts: all,
      dot1qVlanStaticUntaggedPorts: untagged,
      ...more,
    });
  await members(20, '4', '', { RowStatus: 4 });
  await agent.set('dot1qPortVlanEntry', { dot1dBasePort: 4, dot1qPvid: 20 });
  await members(1, '1-3', '1-3');
  await members(20, '4', '4');
  await agent.set('radiusServerEntry', {
    radiusServerPriority: 1,
    radiusServerAddress: SERVER,
    radiusServerKey: SECRET,
    radiusServerTimeout: 1,
    radiusServerRetransmit: 1,
    radiusServerAccounting: 1,
    RowStatus: 4,
  });
  await agent.set('dot1xPortExtEntry', port({ dot1xPortDynamicVlan: 1 }));
  const times = { dot1xAuthTxPeriod: 1, dot1xAuthQuietPeriod: 1, dot1xAuthAuthControlledPortControl: 2 };
  await agent.set('dot1xAuthConfigEntry', port(times));
  await agent.set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 });
  await startRadius();
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

test('MD5 through a server opens the port in the VLAN that it names; logging off closes it; both are accounted', async () => {
  await stands({ open: false });
  expect(await lab.host(2).reaches('192.168.20.4', 1)).toBe(false);
  await supplicate(md5('bob', 'hello'));
  await stands({ open: true, vlan: 20 });
  expect(await lab.host(2).reaches('192.168.20.4', 10)).toBe(true);
  await expect.poll(() => said, patience).toMatch(/Acct-Status-Type = Start/);
  await control('logoff');
  await stands({ open: false });
  expect(await lab.host(2).reaches('192.168.20.4', 1)).toBe(false);
  await expect
    .poll(() => said, patience)
    .toMatch(/Acct-Status-Type = Stop(?:.|\n)*Acct-Terminate-Cause = User-Request/);
  const [records] = await agent.rows('radiusAccServerExtEntry');
  expect(records).toMatchObject({ radiusAccClientResponses: '2', radiusAccClientBadAuthenticators: '0' });
  await control('logon');
  await stands({ open: true });
});

test('a wrong password is refused, PEAP and certificates open the port', async () => {
  await supplicate(md5('bob', 'wrong'));
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
  await stands({ open: false });
  await expect
    .poll(() => agent.rows('syslogMsgEntry').then((rows) => JSON.stringify(rows)), patience)
    .toMatch(/was refused/);
  await supplicate(`eap=PEAP\nidentity="ann"\npassword="hello"\nca_cert="${folder}/ca.pem"\nphase2="auth=MSCHAPV2"`);
  await stands({ open: true, vlan: 1 });
  await supplicate(
    `eap=TLS\nidentity="client"\nca_cert="${folder}/ca.pem"\nclient_cert="${folder}/client.pem"\nprivate_key="${folder}/client.key"`,
  );
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
  await stands({ open: true, vlan: 1 });
});

test('with port security for one address its station is let in as guest and as user, and none behind it', async () => {
  const secured = async () => (await agent.rows('portSecPortEntry')).find((row) => row.portSecPort === 2) ?? {};
  const vlansInUse = async () => (await agent.rows('portSecInUseEntry')).map((row) => row.portSecInUseVlan);
  const [sender, listener] = [await lab.host(2).station(), await lab.host(4).station()];
  const heard: string[] = [];
  listener.onFrame = (frame) => heard.push(macAt(frame, 6));
  const restrict = 2;
  await agent.set('portSecPortEntry', {
    portSecPort: 2,
    portSecState: 1,
    portSecMaxAddr: 1,
    portSecViolation: restrict,
  });
  await agent.set('dot1xPortExtEntry', port({ dot1xPortGuestVlan: 20 }));
  await supplicate(md5('bob', 'hello'));
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
  await stands({ open: true, vlan: 20 });
  expect(await lab.host(2).reaches('192.168.20.4', 10)).toBe(true);
  expect(await vlansInUse()).toEqual([20]);
  // A second station behind the first: its frames are counted, and one of the first arrives behind them.
  const from = (source: string) =>
    buildEthernet({
      destination: BROADCAST_MAC,
      source,
      etherType: EtherType.experimental,
      payload: new Uint8Array(50),
    });
  const own = String((await agent.rows('portSecInUseEntry'))[0]?.portSecInUseMac);
  sender.send(from('02-AA-00-00-00-99'));
  sender.send(from(own));
  await expect.poll(() => heard, patience).toContain(own);
  expect(heard).not.toContain('02-AA-00-00-00-99');
  await expect.poll(secured, patience).toMatchObject({ portSecViolationCount: '1', portSecCurrentState: 1 });
  await supplicant.stop();
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
  const guest = 2;
  const source = async () => (await agent.rows('dot1xPortExtEntry'))[1]?.dot1xPortVlanSource;
  await expect.poll(source, patience).toBe(guest);
  expect(await lab.host(2).reaches('192.168.20.4', 10)).toBe(true);
  await supplicate(md5('ann', 'hello'));
  await stands({ open: true, vlan: 1 });
  expect(await lab.host(2).reaches('192.168.20.4', 1)).toBe(false);
  await expect.poll(vlansInUse, patience).not.toContain(20);
  await supplicate(md5('bob', 'hello'));
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
  await stands({ open: true, vlan: 20 });
  expect(await lab.host(2).reaches('192.168.20.4', 10)).toBe(true);
  expect(await secured()).toMatchObject({ portSecCurrent: 1, portSecViolationCount: '1', portSecCurrentState: 1 });
  await agent.set('portSecPortEntry', { portSecPort: 2, portSecState: 2 });
  await agent.set('dot1xPortExtEntry', port({ dot1xPortGuestVlan: 0 }));
});

test('it is asked again while it stays open, closes when the server is dead, and opens when it is back', async () => {
  await supplicate(md5('bob', 'hello'));
  await agent.set('dot1xPaePortEntry', port({ dot1xPaePortInitialize: 1 }));
  await stands({ open: true, vlan: 20 });
  const accepts = async () => Number((await agent.rows('radiusAuthServerExtEntry'))[0]?.radiusAuthClientAccessAccepts);
  const before = await accepts();
  await agent.set('dot1xAuthConfigEntry', port({ dot1xAuthReAuthEnabled: 1, dot1xAuthReAuthPeriod: 2 }));
  await expect.poll(accepts, patience).toBeGreaterThan(before + 1);
  if (radius) await killed(radius);
  await stands({ open: false });
  await startRadius();
  await stands({ open: true, vlan: 20 });
  await agent.set('dot1xAuthConfigEntry', port({ dot1xAuthReAuthEnabled: 2 }));
});

test('a station that logs off takes what it listened to with it, and is asked again when it is back', async () => {
  const listener = `
import socket, struct, time
one = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
one.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton('239.1.2.3') + struct.pack('@4si', bytes(4), socket.if_nametoindex('eth0')))
time.sleep(3600)`;
  const groups = async () =>
    (await agent.rows('igsVlanMulticastGroupEntry')).map((row) => [
      row.igsVlanMulticastGroupVlanId,
      row.igsVlanMulticastGroupPortList,
    ]);
  // General queries are too rare to be what finds it.
  await agent.set('igsCtrl', { igsStatus: 1, igsQuerierStatus: 1, igsQueryInterval: 600 });
  await agent.set('multicastFilterEntry', { dot1qVlanIndex: 20, multicastFilterMode: 3 });
  await supplicate(md5('bob', 'hello'));
  await stands({ open: true, vlan: 20 });
  // A host says what it listens to within a second of its beginning, and then only when it is asked.
  expect(await lab.host(2).reaches('192.168.20.4', 10)).toBe(true);
  const listens = lab.host(2).namespace.spawn(python, ['-c', listener], { stdio: 'inherit' });
  await expect.poll(groups, patience).toEqual([[20, '2']]);
  await control('logoff');
  await stands({ open: false });
  await expect.poll(groups, patience).toEqual([]);
  await control('logon');
  await stands({ open: true, vlan: 20 });
  await expect.poll(groups, patience).toEqual([[20, '2']]);
  await killed(listens);
  await agent.set('multicastFilterEntry', { dot1qVlanIndex: 20, multicastFilterMode: 1 });
  await agent.set('igsCtrl', { igsStatus: 2 });
});

test('after vswitchd and the agent were killed the port opens for whoever authenticates again', async () => {
  await agent.save();
  await agent.killDaemon('ovs-vswitchd');
  await stands({ open: true, vlan: 20 });
  expect(await lab.host(2).reaches('192.168.20.4', 20)).toBe(true);
  await agent.kill();
  await agent.start();
  await stands({ open: true, vlan: 20 });
  expect(await lab.host(2).reaches('192.168.20.4', 20)).toBe(true);
});

test('administrators sign in by RADIUS and TACACS+, and by the account of the switch when no server answers', async () => {
  await agent.set('radiusConfig', { radiusLoginStatus: 1, Force: 1 });
  expect(await signIn('admin', 'radius-Passw0rd')).toBe(0);
  expect(await signIn('guest', 'radius-Passw0rd')).toBe(8702);
  const program = bundled(fileURLToPath(new URL('tacacs-child.ts', import.meta.url)));
  const tacacs = lab.host(3).namespace.fork(program, [TACACS_KEY, 'tina', 'tacacs-Passw0rd']);
  await once(tacacs, 'message');
  await agent.set('tacacsServerEntry', {
    tacacsServerPriority: 1,
    tacacsServerAddress: SERVER,
    tacacsServerKey: TACACS_KEY,
    tacacsServerTimeout: 2,
    RowStatus: 4,
  });
  await agent.set('tacacsConfig', { tacacsLoginStatus: 1, Force: 1 });
  expect(await signIn('tina', 'tacacs-Passw0rd')).toBe(0);
  await killed(tacacs);
  const lesser = lab.host(3).namespace.fork(program, [TACACS_KEY, 'tina', 'tacacs-Passw0rd', '14']);
  await once(lesser, 'message');
  expect(await signIn('tina', 'tacacs-Passw0rd')).toBe(8702);
  expect(JSON.stringify(await agent.rows('syslogMsgEntry'))).toContain('knows tina, but not as an administrator');
  // The first that answers decides: RADIUS is not asked behind a refusal.
  expect(await signIn('admin', 'radius-Passw0rd')).toBe(8702);
  await killed(lesser);
  expect(await signIn('admin', 'radius-Passw0rd')).toBe(0);
  if (radius) await killed(radius);
  expect(await signIn('admin', 'first-Passw0rd')).toBe(0);
});
