import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { portSecAddrEntry } from '../../features/security/port-security/objects.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { tagOf } from '../../protocols/frames/vlan-tag.ts';
import type { AgentClient } from './agent-client.ts';
import { Md5Supplicant } from './md5-supplicant.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;
const ANN = '02-AA-00-00-00-02';
const BOB = '02-AA-00-00-00-12';
const SECOND = 1000;

/**
 * A supplicant at port 2, which has VLAN 1, guest VLAN 40, and VLANs 20 and 30 by its users; port 3 has all of them, tagged but
 * for VLAN 1.
 */
let agent: TestAgent;
let client: AgentClient;
let supplicant: Md5Supplicant;
let heard: Uint8Array[];
let beginning: Configuration;
let since = 0;

beforeAll(async () => {
  agent = await startTestAgent();
  await plugIn();
  for (const dot1qVlanIndex of [20, 30, 40]) {
    await made('dot1qVlanStaticEntry', { dot1qVlanIndex, dot1qVlanStaticEgressPorts: '3' });
  }
  for (const dialInUserName of ['ann', 'bob']) {
    await made('dialInUserEntry', { dialInUserName, dialInUserPassword: 'hello there', dialInUserVlan: 20 });
  }
  await set('dot1xExtConfig', { dot1xAuthMethod: 2 });
  await set('dot1xPortExtEntry', port({ dot1xPortDynamicVlan: 1, dot1xPortGuestVlan: 40 }));
  const times = { dot1xAuthTxPeriod: 1, dot1xAuthQuietPeriod: 1 };
  await set('dot1xAuthConfigEntry', port({ dot1xAuthAuthControlledPortControl: 2, ...times }));
  beginning = context().configuration();
}, 60_000);

afterAll(() => agent.close());

beforeEach(async () => {
  await context().change(say('a test'), () => beginning);
  Object.assign(supplicant, { station: ANN, user: 'ann', speaks: true, outcome: '' });
  since = context().log.entries()[0]?.sequence ?? 0;
});

const context = () => agent.running.context;

async function plugIn(speaks = true): Promise<void> {
  heard = [];
  supplicant = new Md5Supplicant(agent, 2, ANN, speaks);
  agent.attach(3, { ability, receive: (frame) => heard.push(frame.slice()) });
  client = await agent.signedIn();
}

/** As after a loss of power. */
async function restart(speaks = true): Promise<void> {
  await agent.stop();
  agent = await startTestAgent({ directory: agent.directory });
  await plugIn(speaks);
}

const port = (more: object) => ({ dot1xPaePortNumber: 2, ...more });
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function set(object: string, values: object): Promise<void> {
  const { error } = await client.set(object, { ...values });
  expect(error, object).toMatchObject({ code: 0 });
}
const made = (object: string, values: object) => set(object, { ...values, RowStatus: 4 });
const rows = async (object: string) => (await client.read(object)) as Values[];

/** Port security of port 2 for one address, and Port Access Control on. */
async function secure(more: object = {}): Promise<void> {
  await set('portSecPortEntry', { portSecPort: 2, portSecState: 1, portSecMaxAddr: 1, portSecViolation: 3, ...more });
  await set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 });
}

/** The VLAN in which a broadcast of a station behind port 2 arrives at port 3; undefined where it does not. */
async function arrivesIn(source = supplicant.station): Promise<number | undefined> {
  await settled();
  heard = [];
  const payload = new Uint8Array(50);
  const destination = 'FF-FF-FF-FF-FF-FF';
  supplicant.cable.send(buildEthernet({ destination, source, etherType: EtherType.experimental, payload }));
  for (let at = 0; at < 3; at += 1) await settled();
  const frame = heard.find((one) => one[5] === 0xff && one[6] === 0x02);
  return frame && (tagOf(frame)?.vid ?? 1);
}

async function isLetIn(): Promise<void> {
  await expect.poll(() => supplicant.outcome).toBe('success');
  supplicant.outcome = '';
  await settled();
}

/** The secure addresses of port 2: "VLAN address". */
async function secureAddresses(): Promise<string[]> {
  const inUse = await rows('portSecInUseEntry');
  return inUse.map((row) => `${row.portSecInUseVlan} ${row.portSecInUseMac}`);
}
const secured = async () => (await rows('portSecPortEntry'))[1] ?? {};
const kept = () =>
  context()
    .configuration()
    .rows(portSecAddrEntry)
    .map((row) => `${row.portSecAddrVlan} ${row.portSecAddrMac}`);
const complaints = () =>
  context()
    .log.entries()
    .filter(({ severity, sequence }) => severity <= 4 && sequence > since)
    .map(englishOf);

/** There is no authentication until the port is in its guest VLAN. */
async function becomesGuest(): Promise<void> {
  supplicant.speaks = false;
  await expect
    .poll(async () => {
      agent.clock.advance(SECOND);
      await settled();
      return (await rows('dot1xPortExtEntry'))[1]?.dot1xPortVlanSource;
    })
    .toBe(2);
}

describe('a port with Port Access Control, guest VLAN, assigned VLAN and port security for one address', () => {
  test('has room for its station in whichever VLAN that is, from guest to user to another VLAN and back', async () => {
    await secure();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    expect(await secureAddresses()).toEqual([`20 ${ANN}`]);
    supplicant.speaks = false;
    supplicant.leave();
    await becomesGuest();
    expect(await secureAddresses()).toEqual([]);
    expect(await arrivesIn()).toBe(40);
    expect(await secureAddresses()).toEqual([`40 ${ANN}`]);
    supplicant.speaks = true;
    supplicant.begin();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    await set('dialInUserEntry', { dialInUserName: 'ann', dialInUserPassword: '', dialInUserVlan: 30 });
    await set('dot1xPaePortEntry', port({ dot1xPaePortReauthenticate: 1 }));
    await isLetIn();
    expect(await arrivesIn()).toBe(30);
    expect(await secureAddresses()).toEqual([`30 ${ANN}`]);
    const addresses = await rows('dot1qTpFdbEntry');
    expect(addresses.filter((row) => row.dot1qTpFdbAddress === ANN)).toHaveLength(1);
    expect(await secured()).toMatchObject({ portSecCurrent: 1, portSecViolationCount: '0', portSecCurrentState: 1 });
    expect(complaints()).toEqual([]);
  });

  test('lets the next station in after the one before it logged off', async () => {
    await secure();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    supplicant.speaks = false;
    supplicant.leave();
    await settled();
    expect(await arrivesIn()).toBeUndefined();
    Object.assign(supplicant, { station: BOB, user: 'bob', speaks: true });
    supplicant.begin();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    expect(await secureAddresses()).toEqual([`20 ${BOB}`]);
  });

  test.each([
    ['protect', 1, '0', 1],
    ['restrict', 2, '1', 1],
    ['shutdown', 3, '1', 2],
  ])(
    'treats a second station behind an authenticated one as a violation: %s',
    async (_name, portSecViolation, count, state) => {
      await secure({ portSecViolation });
      await isLetIn();
      expect(await arrivesIn()).toBe(20);
      expect(await arrivesIn(BOB)).toBeUndefined();
      expect(await secured()).toMatchObject({ portSecViolationCount: count, portSecCurrentState: state });
      const isShut = state === 2;
      expect(await arrivesIn()).toBe(isShut ? undefined : 20);
      const [session] = await rows('dot1xAuthSessionStatsEntry');
      expect(session?.dot1xAuthSessionTerminateCause).toBe(isShut ? 2 : 999);
      if (!isShut) return;
      // It is open again after it was disabled and enabled, for a station that authenticates again.
      supplicant.speaks = false;
      await set('ifEntry', { ifIndex: 2, ifAdminStatus: 2 });
      await set('ifEntry', { ifIndex: 2, ifAdminStatus: 1 });
      expect(await secured()).toMatchObject({ portSecCurrentState: 1 });
      expect(await arrivesIn()).toBeUndefined();
      supplicant.speaks = true;
      supplicant.begin();
      await isLetIn();
      expect(await arrivesIn()).toBe(20);
    },
  );

  test('keeps what it learns of its own VLANs alone: an assigned one goes with whoever it was assigned to', async () => {
    await secure({ portSecMode: 1, portSecMaxAddr: 2 });
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    await settled();
    expect(kept()).toEqual([]);
    await set('dialInUserEntry', { dialInUserName: 'ann', dialInUserPassword: '', dialInUserVlan: 0 });
    await set('dot1xPaePortEntry', port({ dot1xPaePortReauthenticate: 1 }));
    await isLetIn();
    expect(await arrivesIn()).toBe(1);
    await expect.poll(kept).toEqual([`1 ${ANN}`]);
    supplicant.speaks = false;
    supplicant.leave();
    await settled();
    expect(await secureAddresses()).toEqual([`1 ${ANN}`]);
    await becomesGuest();
    expect(await arrivesIn()).toBe(40);
    expect(kept()).toEqual([`1 ${ANN}`]);
    expect(complaints()).toEqual([]);
    const { error } = await client.set('sysConfig', { configOper: 3 });
    expect(error.code).toBe(0);
    await context().flash.settled();
    await restart();
    await isLetIn();
    expect(await secureAddresses()).toEqual([`1 ${ANN}`]);
  });

  test('takes a configured address in a VLAN that it can be assigned to, and then nobody else', async () => {
    const address = { portSecAddrPort: 2, portSecAddrVlan: 20, portSecAddrMac: ANN };
    await secure({ portSecMaxAddr: 2, portSecViolation: 2 });
    await made('portSecAddrEntry', address);
    await set('dot1xPortExtEntry', port({ dot1xPortDynamicVlan: 2 }));
    await made('portSecAddrEntry', { ...address, portSecAddrVlan: 40 });
    const { error } = await client.set('portSecAddrEntry', { ...address, portSecAddrVlan: 30, RowStatus: 4 });
    expect(error.message).toContain('Port 2 is not a member of VLAN 30.');
    await set('dot1xPortExtEntry', port({ dot1xPortDynamicVlan: 1 }));
    Object.assign(supplicant, { station: BOB, user: 'bob' });
    supplicant.begin();
    await isLetIn();
    expect(await arrivesIn()).toBeUndefined();
    supplicant.leave();
    Object.assign(supplicant, { station: ANN, user: 'ann' });
    supplicant.begin();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
  });

  test('takes an address without a VLAN in its PVID, as that is by then, and no second time', async () => {
    await secure({ portSecMaxAddr: 2, portSecViolation: 2 });
    const address = { portSecAddrPort: 2, portSecAddrMac: ANN, portSecAddrVlan: '' };
    await made('portSecAddrEntry', address);
    expect(kept()).toEqual([`1 ${ANN}`]);
    const { error } = await client.set('portSecAddrEntry', { ...address, portSecAddrPermanent: 1, RowStatus: 4 });
    expect(error.code).not.toBe(0);
    expect(await rows('portSecAddrEntry')).toMatchObject([{ portSecAddrPermanent: 2 }]);
    const set = (Template: string, values: object) => ({ method: 'CommonSet', params: { Template, ...values } });
    const calls = [
      set('dot1qVlanStaticEntry', { dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '2-3' }),
      set('dot1qPortVlanEntry', { dot1dBasePort: 2, dot1qPvid: 30 }),
      set('portSecAddrEntry', { ...address, portSecAddrVlan: 0, RowStatus: 4 }),
    ];
    expect((await client.call('BatchPost', { FuncName: 'test', calls })).error.message).toBe('');
    expect(kept()).toEqual([`1 ${ANN}`, `30 ${ANN}`]);
    const first = { ...address, portSecAddrVlan: 1, RowStatus: 6 };
    expect((await client.set('portSecAddrEntry', first)).error.code).toBe(0);
  });

  test('is closed from the first moment of a start that finds it saved while somebody was in', async () => {
    await secure();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    expect((await client.set('sysConfig', { configOper: 3 })).error.code).toBe(0);
    await context().flash.settled();
    await restart(false);
    expect(await arrivesIn()).toBeUndefined();
    expect(await secureAddresses()).toEqual([]);
    supplicant.speaks = true;
    supplicant.begin();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    expect(await arrivesIn(BOB)).toBeUndefined();
    expect(await secured()).toMatchObject({ portSecCurrentState: 2 });
  });

  test('lets nobody stay in a VLAN that is taken away, and a guest VLAN cannot be', async () => {
    await secure();
    await isLetIn();
    expect(await arrivesIn()).toBe(20);
    const guest = await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, RowStatus: 6 });
    expect(guest.error.message).toContain('VLAN 40 is in use');
    await set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 6 });
    await expect.poll(() => supplicant.outcome).toBe('failure');
    expect(await arrivesIn()).toBeUndefined();
    expect(await secureAddresses()).toEqual([]);
  });

  test('is never MAC-based beside port security, whichever comes first, together or in a restored file', async () => {
    // A port that lets stations in one by one has no guest VLAN.
    await set('dot1xPortExtEntry', port({ dot1xPortGuestVlan: 0 }));
    await secure();
    const macBased = { Template: 'dot1xPortExtEntry', ...port({ dot1xPortAuthMode: 2 }) };
    const security = (portSecState: number) => ({ Template: 'portSecPortEntry', portSecPort: 2, portSecState });
    const call = (params: object) => ({ method: 'CommonSet', params });
    expect((await client.call('CommonSet', macBased)).error.message).toContain('Port 2 has port security.');
    await set('portSecPortEntry', { portSecPort: 2, portSecState: 2 });
    await set('dot1xPortExtEntry', port({ dot1xPortAuthMode: 2 }));
    expect((await client.call('CommonSet', security(1))).error.message).toContain(
      'Port 2 uses MAC-based authentication.',
    );
    const calls = [call({ ...macBased, dot1xPortAuthMode: 1 }), call(security(1)), call(macBased)];
    expect((await client.call('BatchPost', { FuncName: 'test', calls })).error.code).not.toBe(0);
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const backup = await (await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`)).text();
    const both = backup
      .trimEnd()
      .split('\n')
      .filter((line) => !(line.includes('"portSecPortEntry"') && line.includes('"portSecPort":2,')));
    both.push(
      JSON.stringify({ object: 'portSecPortEntry', row: { portSecPort: 2, portSecState: 1, portSecMaxAddr: 1 } }),
    );
    const form = new FormData();
    form.append('Gambit', client.gambit);
    form.append('file', new Blob([`${both.join('\n')}\n`]), 'file');
    const url = `${agent.origin}/iss/specific/cgi/${RESTORE_UPLOAD}`;
    const answer = Object(
      await (await fetch(url, { method: 'POST', body: form, headers: { cookie: client.cookie } })).json(),
    );
    expect(answer.error.message).toContain('Port 2 uses MAC-based authentication.');
  });
});
