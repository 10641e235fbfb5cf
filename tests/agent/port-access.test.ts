import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import type { Cable } from '../../datapath/virtual/virtual-datapath.ts';
import { englishOf } from '../../device/log/log.ts';
import { dynamicMembers } from '../../features/network/vlan/slots.ts';
import { radiusServerEntry } from '../../features/security/radius/objects.ts';
import { ipv4InterfaceEntry } from '../../features/system/l3-feature/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { portBit } from '../../model/values/port-list.ts';
import type { Values } from '../../model/wire/call.ts';
import { logoff, response, start } from '../../protocols/dot1x/testing.ts';
import { EapType } from '../../protocols/eap/packet.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { igmp } from '../../protocols/multicast-snooping/family.ts';
import type { AgentClient } from './agent-client.ts';
import { Md5Supplicant } from './md5-supplicant.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** A server behind port 4. */
const SERVER = '192.0.2.9';
const SERVERS_MAC = '02-AA-00-00-00-09';
/** A station wants another method (RFC 3748 5.3.1). */
const NAK = 3;
const STATION = '02-AA-00-00-00-02';
const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;

/** A station with EAP-MD5 at port 2, and one that listens at port 3. */
let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;
let supplicant: Md5Supplicant;
let cable: Cable;
let path: ManagementPath | undefined;
const heard: Uint8Array[] = [];

beforeAll(async () => {
  agent = await startTestAgent({
    locate: ({ remoteAddress }) => (remoteAddress === SERVER ? { port: 4, vlan: 1, clientMac: SERVERS_MAC } : path),
  });
  supplicant = new Md5Supplicant(agent, 2, STATION);
  cable = supplicant.cable;
  agent.attach(3, { ability, receive: (frame) => heard.push(frame.slice()) });
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

beforeEach(async () => {
  await client.set('managementGuard', { managementGuardTakeBack: 1 });
  await context().change(say('a test'), () => factory);
  path = undefined;
  supplicant.password = 'hello there';
  supplicant.outcome = '';
});

const context = () => agent.running.context;
const rows = async (object: string) => (await client.read(object)) as Values[];
const port = (more: object) => ({ dot1xPaePortNumber: 2, ...more });

/** Whether a broadcast of the station arrives at port 3. */
async function passes(): Promise<boolean> {
  await settled();
  heard.length = 0;
  const payload = new Uint8Array(50);
  cable.send(
    buildEthernet({ destination: 'FF-FF-FF-FF-FF-FF', source: STATION, etherType: EtherType.experimental, payload }),
  );
  await settled();
  return heard.length > 0;
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Port Access Control by the list of users, for port 2. */
async function begin(more: object = {}, user: object = {}): Promise<void> {
  const calls = [
    { Template: 'dialInUserEntry', dialInUserName: 'ann', dialInUserPassword: 'hello there', RowStatus: 4, ...user },
    { Template: 'dot1xExtConfig', dot1xAuthMethod: 2 },
    { Template: 'dot1xPortExtEntry', ...port(more) },
    { Template: 'dot1xAuthConfigEntry', ...port({ dot1xAuthAuthControlledPortControl: 2 }) },
    { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 },
  ].map((params) => ({ method: 'CommonSet', params }));
  expect((await client.call('BatchPost', { FuncName: 'test', calls })).error.message).toBe('');
}

test('a port is closed until its station authenticates by the list of users, and closes when it logs off', async () => {
  supplicant.password = 'wrong';
  await begin();
  expect(await passes()).toBe(false);
  await expect.poll(() => supplicant.outcome).toBe('failure');
  expect(await passes()).toBe(false);
  supplicant.password = 'hello there';
  agent.clock.advance(60_000);
  await expect.poll(() => supplicant.outcome).toBe('success');
  expect(await passes()).toBe(true);
  const ports = await rows('dot1xAuthConfigEntry');
  expect(ports[1]).toMatchObject({ dot1xAuthAuthControlledPortStatus: 1, dot1xAuthPaeState: 5 });
  const [session] = await rows('dot1xAuthSessionStatsEntry');
  expect(session).toMatchObject({ dot1xPaePortNumber: 2, dot1xAuthSessionUserName: 'ann' });
  cable.send(padFrame(logoff(STATION)));
  // The station answers the next request at once; between the two it is out.
  await settled();
  expect(context().log.entries().map(englishOf)).toContain(`Port 2: the session of ${STATION} ended.`);
});

test('the VLAN of a user is that of the port as long as he is in, and Current shows it', async () => {
  await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3', RowStatus: 4 });
  await begin({ dot1xPortDynamicVlan: 1 }, { dialInUserVlan: 20 });
  await expect.poll(() => supplicant.outcome).toBe('success');
  expect(await passes()).toBe(true);
  expect(heard[0]?.subarray(12, 16)).toEqual(Uint8Array.of(0x81, 0, 0, 20));
  const current = await rows('dot1qVlanCurrentEntry');
  expect(current.map((row) => [row.dot1qVlanIndex, row.dot1qVlanCurrentUntaggedPorts])).toEqual([
    [1, '1,3-10'],
    [20, '2'],
  ]);
  const ports = await rows('dot1xPortExtEntry');
  expect(ports[1]).toMatchObject({ dot1xPortAssignedVlan: 20, dot1xPortVlanSource: 3, dot1xPortStations: STATION });
});

test('what was learnt in a VLAN that a port leaves for another one is forgotten, though its user stays in', async () => {
  // It is a member of both all the time, so that the VLANs themselves have nothing to forget.
  for (const vlan of [20, 30]) {
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: vlan, dot1qVlanStaticEgressPorts: '2,3', RowStatus: 4 });
  }
  await begin({ dot1xPortDynamicVlan: 1 }, { dialInUserVlan: 20 });
  await expect.poll(() => supplicant.outcome).toBe('success');
  expect(await passes()).toBe(true);
  const known = async () =>
    (await context().datapath.forwardingDatabase()).filter(({ address }) => address === STATION).map(({ fid }) => fid);
  expect(await known()).toEqual([20]);
  await client.set('dialInUserEntry', { dialInUserName: 'ann', dialInUserVlan: 30 });
  await client.set('dot1xPaePortEntry', port({ dot1xPaePortReauthenticate: 1 }));
  await expect.poll(async () => (await rows('dot1xPortExtEntry'))[1]?.dot1xPortAssignedVlan).toBe(30);
  await expect.poll(known).toEqual([]);
  expect(await passes()).toBe(true);
  expect(await known()).toEqual([30]);
});

test('a user whose VLAN does not exist is not let in', async () => {
  await begin({ dot1xPortDynamicVlan: 1 }, { dialInUserVlan: 30 });
  await expect.poll(() => supplicant.outcome).toBe('failure');
  expect(await passes()).toBe(false);
});

test('by stations, only the one that authenticated is let in', async () => {
  await begin({ dot1xPortAuthMode: 2 });
  await expect.poll(() => supplicant.outcome).toBe('success');
  expect(await passes()).toBe(true);
  heard.length = 0;
  const payload = new Uint8Array(50);
  const source = '02-AA-00-00-00-99';
  cable.send(buildEthernet({ destination: 'FF-FF-FF-FF-FF-FF', source, etherType: EtherType.experimental, payload }));
  await settled();
  expect(heard).toEqual([]);
});

test('by stations, each has the VLAN of its user and no way into that of the other one', async () => {
  for (const vlan of [20, 30]) {
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: vlan, dot1qVlanStaticEgressPorts: '3', RowStatus: 4 });
  }
  await client.set('dialInUserEntry', {
    ...{ dialInUserName: 'bob', dialInUserPassword: 'hello there', dialInUserVlan: 30, RowStatus: 4 },
  });
  await begin({ dot1xPortAuthMode: 2, dot1xPortDynamicVlan: 1 }, { dialInUserVlan: 20 });
  await expect.poll(() => supplicant.outcome).toBe('success');
  const other = '02-AA-00-00-00-99';
  Object.assign(supplicant, { station: other, user: 'bob', outcome: '' });
  supplicant.begin();
  await expect.poll(() => supplicant.outcome).toBe('success');
  Object.assign(supplicant, { station: STATION, user: 'ann' });
  const sends = async (source: string, tag?: number) => {
    heard.length = 0;
    const payload = new Uint8Array(50);
    const destination = 'FF-FF-FF-FF-FF-FF';
    const frame = buildEthernet({ destination, source, etherType: EtherType.experimental, payload });
    cable.send(tag === undefined ? frame : pushTag(frame, tag));
    await settled();
    return heard.map((octets) => tagOf(octets)?.vid);
  };
  expect([await sends(STATION), await sends(other)]).toEqual([[20], [30]]);
  expect([await sends(STATION, 20), await sends(STATION, 30), await sends(other, 20)]).toEqual([[20], [], []]);
  const ports = await rows('dot1xPortExtEntry');
  expect(ports[1]?.dot1xPortStations).toBe(`${STATION} (VLAN 20), ${other} (VLAN 30)`);
});

test('a guest VLAN is refused to a port that lets stations in one by one', async () => {
  await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 4 });
  const set = (values: object) => client.call('CommonSet', { Template: 'dot1xPortExtEntry', ...port(values) });
  const refusal = 'Port 2: a guest VLAN needs port-based authentication.';
  expect((await set({ dot1xPortAuthMode: 2, dot1xPortGuestVlan: 20 })).error.message).toBe(refusal);
  expect((await set({ dot1xPortGuestVlan: 20 })).error.message).toBe('');
  expect((await set({ dot1xPortAuthMode: 2 })).error.message).toBe(refusal);
});

test('a guest gets into the guest VLAN and no other one, whatever it sends', async () => {
  for (const vlan of [20, 30]) {
    const members = { dot1qVlanStaticEgressPorts: vlan === 30 ? '2,3' : '3' };
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: vlan, ...members, RowStatus: 4 });
  }
  await client.set('macVlanEntry', { macVlanAddress: STATION, macVlanId: 30, RowStatus: 4 });
  supplicant.speaks = false;
  await begin({ dot1xPortGuestVlan: 20 });
  agent.clock.advance(60_000);
  const vlanOf = async () => {
    expect(await passes()).toBe(true);
    return heard.map((octets) => tagOf(octets)?.vid);
  };
  expect(await vlanOf()).toEqual([20]);
  // Earlier declarations of neighbors may outlast the moment in which the port accepts a guest.
  context().slots.update(dynamicMembers, () => new Map([[40, portBit(2) | portBit(3)]]));
  const current = await rows('dot1qVlanCurrentEntry');
  context().slots.update(dynamicMembers, () => dynamicMembers.empty);
  expect(current.map((row) => [row.dot1qVlanIndex, row.dot1qVlanCurrentEgressPorts])).toEqual([
    [1, '1,3-10'],
    [20, '2-3'],
    [30, '3'],
    [40, '3'],
  ]);
  heard.length = 0;
  const payload = new Uint8Array(50);
  const tagged = (vlan: number) =>
    pushTag(
      buildEthernet({ destination: 'FF-FF-FF-FF-FF-FF', source: STATION, etherType: EtherType.experimental, payload }),
      vlan,
    );
  for (const vlan of [1, 20, 30]) cable.send(tagged(vlan));
  await settled();
  expect(heard).toEqual([]);
  supplicant.speaks = true;
});

test.each([
  ['a guest', { dot1xPortGuestVlan: 20 }],
  ['a user in his own VLAN', { dot1xPortDynamicVlan: 1 }],
  ['a station in its own VLAN', { dot1xPortDynamicVlan: 1, dot1xPortAuthMode: 2 }],
])('what %s listens to is known in the VLAN that authentication put him into', async (who, more) => {
  await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3', RowStatus: 4 });
  await client.set('igsCtrl', { igsStatus: 1 });
  supplicant.speaks = who !== 'a guest';
  await begin(more, { dialInUserVlan: 20 });
  if (supplicant.speaks) await expect.poll(() => supplicant.outcome).toBe('success');
  else agent.clock.advance(60_000);
  await settled();
  const report = { kind: 'report', version: 2, group: '239.1.1.1' } as const;
  cable.send(padFrame(igmp.build(report, { mac: STATION, address: '192.0.2.7' })));
  await settled();
  expect(await rows('igsVlanMulticastGroupEntry')).toMatchObject([
    {
      igsVlanMulticastGroupVlanId: 20,
      igsVlanMulticastGroupIpAddress: '239.1.1.1',
      igsVlanMulticastGroupPortList: '2',
    },
  ]);
  supplicant.speaks = true;
});

test('made-up stations that are refused one after the other do not push out what else the log says', async () => {
  await begin({ dot1xPortAuthMode: 2 });
  await expect.poll(() => supplicant.outcome).toBe('success');
  for (let at = 16; at < 48; at += 1) {
    const station = `02-AA-00-00-01-${at.toString(16)}`.toUpperCase();
    cable.send(padFrame(start(station)));
    cable.send(padFrame(response(station, 0, EapType.identity, new TextEncoder().encode('mallory'))));
    await settled();
    cable.send(padFrame(response(station, 1, NAK, Uint8Array.of(0))));
    await settled();
    agent.clock.advance(200);
  }
  const said = context().log.entries().map(englishOf);
  const refused = said.filter((text) => text.includes('mallory'));
  expect(refused.length).toBeGreaterThan(5);
  expect(refused.length).toBeLessThan(15);
  expect(said).toContain('Port 2: further refusals are not logged for a while.');
});

test("the administrator is asked before his own port is closed, whichever setting does it, and a station's frames are no flood", async () => {
  path = { port: 2, vlan: 1, clientMac: STATION };
  const control = (value: number) => ({
    Template: 'dot1xAuthConfigEntry',
    ...port({ dot1xAuthAuthControlledPortControl: value }),
  });
  expect((await client.call('CommonSet', control(1))).error.code).toBe(0);
  const on = { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 };
  const refused = await client.call('CommonSet', on);
  expect(refused.error).toMatchObject({
    code: 8710,
    message: expect.stringContaining('Port 2 would be closed until a station behind it authenticates.'),
  });
  for (let at = 0; at < 2000; at += 1) cable.send(padFrame(start(STATION)));
  expect(await passes()).toBe(true);
});

test('whoever came in by authenticating is asked before he would have to do so again', async () => {
  await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3', RowStatus: 4 });
  await client.set('ipv4InterfaceEntry', {
    ipv4InterfaceIfIndex: 10_020,
    ipIfVlanId: 20,
    ipAddressAddr: '192.0.2.1',
    ipAddressMask: '255.255.255.0',
    RowStatus: 4,
  });
  await begin({ dot1xPortDynamicVlan: 1 }, { dialInUserVlan: 20 });
  await expect.poll(() => supplicant.outcome).toBe('success');
  path = { port: 2, vlan: 20, clientMac: STATION };
  expect(await passes()).toBe(true);
  const asked = { code: 8710, message: expect.stringContaining('Port 2 would be closed until a station behind it') };
  expect((await client.set('dot1xPortExtEntry', port({ dot1xPortDynamicVlan: 2 }))).error).toMatchObject(asked);
  const initialize = (at: number, more: object = {}) =>
    client.set('dot1xPaePortEntry', { dot1xPaePortNumber: at, dot1xPaePortInitialize: 1, ...more });
  expect((await initialize(2)).error).toMatchObject(asked);
  expect(await passes()).toBe(true);
  expect((await initialize(3)).error.code).toBe(0);
  supplicant.speaks = false;
  expect((await initialize(2, { Force: 1 })).error.code).toBe(0);
  expect(await passes()).toBe(false);
  expect(context().guard.provisional()).toBeUndefined();
  supplicant.speaks = true;
});

test('the administrator is asked before the port is closed that leads to a server which says who may come in', async () => {
  path = { port: 2, vlan: 1, clientMac: STATION };
  const server = { radiusServerPriority: 1, radiusServerAddress: SERVER, radiusServerKey: 'secret', RowStatus: 4 };
  expect((await client.set('radiusServerEntry', server)).error.code).toBe(0);
  const control = (at: number) =>
    client.set('dot1xAuthConfigEntry', { dot1xPaePortNumber: at, dot1xAuthAuthControlledPortControl: 2 });
  expect((await client.set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 })).error.code).toBe(0);
  expect((await control(3)).error.code).toBe(0);
  expect((await control(4)).error).toMatchObject({
    code: 8710,
    message: expect.stringContaining(`Port 4, which leads to server ${SERVER}, would be closed until`),
  });
  // Where the list of users is asked, no server is needed.
  expect((await client.set('dot1xExtConfig', { dot1xAuthMethod: 2 })).error.code).toBe(0);
  expect((await control(4)).error.code).toBe(0);
});

test.each([
  ['radiusServer', { radiusServerKey: 'secret' }],
  ['tacacsServer', { tacacsServerKey: 'secret' }],
])('%s: the switch asks no server at an address of its own, and takes no address of a server', async (name, key) => {
  const server = (more: object) => client.set(`${name}Entry`, { [`${name}Priority`]: 1, ...more });
  const own = context().configuration().rows(ipv4InterfaceEntry)[0];
  const secondary = {
    ifIndex: own?.ipv4InterfaceIfIndex,
    secondaryAddr: '192.168.11.1',
    secondaryMask: '255.255.255.0',
  };
  expect((await client.set('ipIfSecondaryEntry', { ...secondary, RowStatus: 4 })).error.message).toBe('');
  for (const address of [own?.ipAddressAddr, '192.168.11.1']) {
    const { error } = await server({ [`${name}Address`]: address, ...key, RowStatus: 4 });
    expect(error.message).toContain(`The server must have another address than the switch's own ${address}.`);
  }
  expect((await server({ [`${name}Address`]: '192.168.10.9', ...key, RowStatus: 4 })).error.message).toBe('');
  expect((await server({ [`${name}Address`]: own?.ipAddressAddr })).error.code).not.toBe(0);
  const moved = { ipv4InterfaceIfIndex: own?.ipv4InterfaceIfIndex, ipAddressAddr: '192.168.10.9' };
  const { error } = await client.set('ipv4InterfaceEntry', { ...moved, Force: 1 });
  expect(error.message).toMatch(/192\.168\.10\.9 is the address of (RADIUS|TACACS\+) server 1\./);
  expect((await server({ [`${name}Address`]: '192.168.12.9' })).error.message).toBe('');
  const added = { ...secondary, secondaryAddr: '192.168.12.9', RowStatus: 4, Force: 1 };
  expect((await client.set('ipIfSecondaryEntry', added)).error.message).toContain('192.168.12.9 is the address of');
});

test('secrets are read back by nobody and stand in no sentence', async () => {
  await begin();
  const server = { radiusServerPriority: 1, radiusServerAddress: '192.0.2.9', radiusServerKey: 'geheim-geheim' };
  await client.set('radiusServerEntry', { ...server, RowStatus: 4 });
  const tacacs = { tacacsServerPriority: 1, tacacsServerAddress: '192.0.2.9', tacacsServerKey: 'geheim-geheim' };
  await client.set('tacacsServerEntry', { ...tacacs, RowStatus: 4 });
  for (const object of ['dialInUserEntry', 'radiusServerEntry', 'tacacsServerEntry']) {
    const read = JSON.stringify(await rows(object));
    expect(read).not.toMatch(/hello there|geheim/);
  }
  const changes = JSON.stringify(await rows('configChangeEntry'));
  const log = context().log.entries().map(englishOf).join('\n');
  expect(changes + log).not.toMatch(/hello there|geheim/);
  // An empty secret leaves the one that is there.
  await client.set('radiusServerEntry', { radiusServerPriority: 1, radiusServerKey: '', radiusServerTimeout: 9 });
  const [kept] = context().configuration().rows(radiusServerEntry);
  expect(kept).toMatchObject({ radiusServerKey: 'geheim-geheim', radiusServerTimeout: 9 });
});
