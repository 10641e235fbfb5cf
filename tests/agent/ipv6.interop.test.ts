import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { DistantClient } from './distant-client.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 30_000, interval: 200 };
const PASSWORD = 'first-Passw0rd';
const OWN = '2001:db8::10';

const folder = mkdtempSync(join(tmpdir(), 'faceplate-dhcpv6-'));
let lab: Lab;
let agent: LabAgent;

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  for (const { namespace } of lab.hosts)
    await namespace.exec('sysctl', '-q', '-w', 'net.ipv6.conf.eth0.disable_ipv6=0');
  // Duplicate detection for the tests' own addresses costs seconds.
  await lab.host(1).namespace.ip('address', 'add', '2001:db8::1/64', 'dev', 'eth0', 'nodad');
  await lab.host(2).namespace.ip('address', 'add', '2001:db8:1::1/64', 'dev', 'eth0', 'nodad');
  await lab.host(2).namespace.ip('address', 'add', '2001:db8::66/64', 'dev', 'eth0', 'nodad');
  agent = new LabAgent(lab);
  await agent.start();
  await agent.set('ipv6InterfaceEntry', { ipv6InterfaceIfIndex: 10_001, ipIfVlanId: 1, RowStatus: 4 });
});

afterAll(async () => {
  await agent?.stop();
  await lab?.close();
  rmSync(folder, { recursive: true });
});

const interfaceIndex = { ipv6InterfaceIfIndex: 10_001 };
const address = (ipv6Address: string) =>
  agent.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address, RowStatus: 4 });
/** What `ip` shows of the switch's interface. */
const kernel = () => lab.switch.ip('-6', 'address', 'show', 'dev', 'vlan1');
const standing = async (wanted: string) => {
  const rows = await agent.rows('ipAddressEntry');
  return rows.find(({ ipAddressAddr }) => ipAddressAddr === wanted)?.ipAddressStatus;
};

test('a static address answers pings and neighbours, and the switch pings from it', async () => {
  await address(OWN);
  await expect.poll(() => lab.host(1).reaches(OWN, 1), PATIENCE).toBe(true);
  const { code } = await lab.switch.attempt('ping', ['-6', '-n', '-c', '1', '-W', '5', '2001:db8::1']);
  expect(code).toBe(0);
  const [row] = await agent.rows('ipv6InterfaceEntry', interfaceIndex);
  expect(row).toMatchObject({ globalAddresses: `${OWN}/64` });
  // It is probed first, as every address is.
  const linkLocal = async () => String((await agent.rows('ipv6InterfaceEntry', interfaceIndex))[0]?.linkLocalInUse);
  await expect.poll(linkLocal, PATIENCE).toMatch(/^fe80:/);
  const inUse = await linkLocal();
  await expect.poll(() => lab.host(1).reaches(`${inUse}%eth0`, 1), PATIENCE).toBe(true);
});

test('neighbours are listed, cleared, and as they are said, in the kernel, too', async () => {
  const neighbours = () => lab.switch.ip('-6', 'neigh', 'show', 'dev', 'vlan1');
  const listed = async (wanted: string) =>
    (await agent.rows('ipNetToPhysicalEntry')).find((row) => row.ipNetToPhysicalNetAddress === wanted);
  const entry = { ipNetToPhysicalIfIndex: 10_001, ipNetToPhysicalNetAddress: '2001:db8::77' };
  const ipNetToPhysicalPhysAddress = '02-00-00-00-00-77';
  expect(await listed('2001:db8::1')).toMatchObject({ ipNetToPhysicalType: 3, arpPort: 1 });
  await agent.set('ipv6NeighborStaticEntry', { ...entry, ipNetToPhysicalPhysAddress, RowStatus: 4 });
  await expect.poll(neighbours, PATIENCE).toContain('2001:db8::77 lladdr 02:00:00:00:00:77 PERMANENT');
  await agent.set('ipv6NeighborCtrl', { ipv6NeighborClear: 1 });
  expect(await neighbours()).not.toContain('2001:db8::1 lladdr');
  expect(await listed('2001:db8::77')).toMatchObject({ ipNetToPhysicalType: 1, ipNetToPhysicalPhysAddress });
  await agent.set('ipv6NeighborStaticEntry', { ...entry, RowStatus: 6 });
  await expect.poll(neighbours, PATIENCE).not.toContain('2001:db8::77');
});

test('the console is reached over IPv6, and asks before the address of the session goes', async () => {
  const client = new DistantClient(lab.host(1).namespace, `[${OWN}]`);
  await expect.poll(() => client.login(PASSWORD).catch(() => -1), PATIENCE).toBe(0);
  const gone = { ifIndex: 10_001, ipv6Address: OWN, RowStatus: 6 };
  const { error } = await client.set('ipv6IfAddressEntry', gone);
  expect(error).toMatchObject({ code: 8710, message: expect.stringContaining(`no longer answer at ${OWN}`) });
  expect((await client.set('ipv6InterfaceEntry', { ...interfaceIndex, ipv6NsRetransmitTime: 2 })).error.code).toBe(0);
  await expect
    .poll(() => lab.switch.exec('cat', '/proc/sys/net/ipv6/neigh/vlan1/retrans_time_ms'), PATIENCE)
    .toContain('2000');
});

test('an address that another station has is listed and not used', async () => {
  await address('2001:db8::66');
  await expect.poll(() => standing('2001:db8::66'), PATIENCE).toBe(7);
  expect(await kernel()).not.toContain('2001:db8::66');
  await lab.host(2).namespace.ip('address', 'del', '2001:db8::66/64', 'dev', 'eth0');
  await agent.set('ipv6IfAddressEntry', { ifIndex: 10_001, ipv6Address: '2001:db8::66', RowStatus: 6 });
});

test('a router advertisement gives an address and the default route', async () => {
  const router = lab
    .host(2)
    .namespace.spawn('dnsmasq', [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--interface=eth0',
      '--port=0',
      '--enable-ra',
      '--dhcp-range=2001:db8:1::,ra-only',
      '--dhcp-leasefile=/dev/null',
      '--pid-file',
    ]);
  await agent.set('ipv6InterfaceEntry', { ...interfaceIndex, ipv6AcceptRa: 1 });
  const given = async () => /2001:db8:1:[0-9a-f:]+/.exec(await kernel())?.[0] ?? '';
  await expect.poll(given, PATIENCE).not.toBe('');
  const own = await given();
  await expect.poll(() => lab.host(2).reaches(own, 1), PATIENCE).toBe(true);
  await expect.poll(() => lab.switch.ip('-6', 'route', 'show', 'default'), PATIENCE).toMatch(/via fe80:.* dev vlan1/);
  router.kill();
  await agent.set('ipv6InterfaceEntry', { ...interfaceIndex, ipv6AcceptRa: 2 });
  await expect.poll(kernel, PATIENCE).not.toContain(own);
  expect(await lab.switch.ip('-6', 'route', 'show', 'default')).not.toContain('vlan1');
});

test('a DHCPv6 server gives an address, again after kill -9, and the console asks before it goes', async () => {
  const leases = join(folder, 'leases');
  await lab.host(2).namespace.ip('address', 'add', '2001:db8:2::1/64', 'dev', 'eth0', 'nodad');
  const server = lab
    .host(2)
    .namespace.spawn('dnsmasq', [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--user=root',
      '--interface=eth0',
      '--port=0',
      '--enable-ra',
      '--dhcp-range=2001:db8:2::100,2001:db8:2::110,64,2m',
      `--dhcp-leasefile=${leases}`,
      '--pid-file',
    ]);
  await agent.set('ipv6InterfaceEntry', { ...interfaceIndex, dhcpv6State: 1 });
  const given = async () => /2001:db8:2::1[01][0-9a-f]\/64/.exec(await kernel())?.[0]?.replace('/64', '') ?? '';
  await expect.poll(given, PATIENCE).not.toBe('');
  const own = await given();
  const row = async () => (await agent.rows('ipv6InterfaceEntry', interfaceIndex))[0];
  const identifier = String((await row())?.dhcpv6Identifier);
  expect(readFileSync(leases, 'utf8')).toContain(identifier);
  await expect.poll(() => lab.switch.ip('-6', 'route', 'show', 'default'), PATIENCE).toMatch(/via fe80:.* dev vlan1/);

  const client = new DistantClient(lab.host(2).namespace, `[${own}]`);
  await expect.poll(() => client.login(PASSWORD).catch(() => -1), PATIENCE).toBe(0);
  const { error } = await client.set('ipv6InterfaceEntry', { ...interfaceIndex, dhcpv6State: 2 });
  expect(error).toMatchObject({ code: 8710, message: expect.stringContaining(`no longer answer at ${own}`) });
  expect((await client.set('ipv6InterfaceEntry', { ...interfaceIndex, dhcpv6ClientAction: 1 })).error.code).toBe(0);

  await agent.save();
  await agent.kill();
  await agent.start();
  await expect.poll(given, PATIENCE).toBe(own);
  expect(await row()).toMatchObject({ dhcpv6Identifier: identifier });
  await agent.set('ipv6InterfaceEntry', { ...interfaceIndex, dhcpv6State: 2 });
  await expect.poll(given, PATIENCE).toBe('');
  // The lease is given back, so the server knows of none.
  await expect.poll(() => readFileSync(leases, 'utf8'), PATIENCE).not.toContain(own);
  server.kill();
});

test('after kill -9 what was saved is there again, and nothing else', async () => {
  await agent.save();
  await address('2001:db8::11');
  await expect.poll(kernel, PATIENCE).toContain('2001:db8::11/');
  await agent.kill();
  await agent.start();
  await expect.poll(kernel, PATIENCE).toContain(`${OWN}/`);
  expect(await kernel()).not.toContain('2001:db8::11/');
  await expect.poll(() => lab.host(1).reaches(OWN, 1), PATIENCE).toBe(true);
  await agent.set('ipv6Ctrl', { ipv6GlobalState: 2 });
  await expect.poll(kernel, PATIENCE).not.toContain('inet6');
});
