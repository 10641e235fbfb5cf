import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Passwords } from '../../device/sessions/passwords.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { fleetFeatures } from '../../fleet/features.ts';
import { SwitchAction } from '../../fleet/switches/objects.ts';
import { say } from '../../model/values/message.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { closing, RawSwitch } from './raw-switch.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000 });

const RIVAL_PASSWORD = 'rivalPassw0rd';
const SERIAL = 'OWNED1';
const PENDING = 'PENDING1';

let fleet: TestFleet;
/** Signed in to the same cloud as the administrator of another tenant. */
let rival: AgentClient;
let owned: RawSwitch;

async function makeUser(name: string, tenant: string): Promise<void> {
  const passwordHash = await new Passwords(weakSecrets.passwordCost).hash(RIVAL_PASSWORD);
  await fleet.cloud.store.accounts.put({ name, tenant, passwordHash, role: 'administrator' });
}

const claim = (client: AgentClient, fleetClaimSerial: string, fleetClaimCode: string) =>
  client.set('fleetClaimEntry', { fleetClaimSerial, fleetClaimCode, RowStatus: 4 });

/** The switch's own console, for logged-in users. */
function consoleFor({ gambit, cookie }: AgentClient, serial = SERIAL): AgentClient {
  return Object.assign(new AgentClient(`http://127.0.0.1:${fleet.cloud.port}/switch/${serial}`), { gambit, cookie });
}

beforeAll(async () => {
  fleet = await startTestFleet();
  await makeUser('rival', 'rivals');
  fleet = await fleet.restart();
  rival = fleet.stranger();
  expect(await rival.login(RIVAL_PASSWORD, 'rival')).toBe(0);
  owned = await RawSwitch.make(fleet.place, SERIAL);
  expect((await claim(fleet.client, SERIAL, owned.code)).error.code).toBe(0);
  expect(await owned.claim()).toBe(200);
  await owned.connect({ name: 'hidden-name', model: 'HIDDEN-MODEL' }, (method) =>
    method === 'globals'
      ? { globals: JSON.stringify({ modelName: 'HIDDEN-MODEL' }) }
      : method === 'call'
        ? { answer: JSON.stringify({ id: 0, error: { code: 0, message: '' }, result: { sysName: 'hidden-name' } }) }
        : undefined,
  );
  expect((await claim(fleet.client, PENDING, 'AAAA-BBBB-CCCC')).error.code).toBe(0);
});

afterAll(() => fleet.close());

describe('to another tenant of the same cloud', () => {
  const objects = fleetFeatures.flatMap(({ answers }) => answers).map(({ object }) => object);

  it.each(objects.map((object) => [object.name, object] as const))(
    '%s says nothing of this one',
    async (name, object) => {
      const queries =
        object.shape === 'table' ? [{}, ...Object.keys(object.index).map((key) => ({ [key]: SERIAL }))] : [{}];
      for (const query of queries) {
        const answer = JSON.stringify(await rival.call('CommonGet', { Template: name, ...query }));
        expect(answer).not.toMatch(/hidden|HIDDEN|PENDING1|AAAA-BBBB-CCCC|"admin"|OWNED1"/);
        const page = { Template: name, ...query, Page: 1, PageSize: 100 };
        expect(JSON.stringify(await rival.call('CommonGet', page))).not.toMatch(
          /hidden|HIDDEN|PENDING1|AAAA-BBBB|"admin"/,
        );
      }
    },
  );

  it('firmware is not there to be read, brought or deleted, and no switch of this one fetches theirs', async () => {
    const bundleFor = async (tenant: string, digest: string) => {
      const octets = Buffer.from(`firmware of ${tenant}`);
      const kept = { tenant, digest, version: '1.0', models: ['HIDDEN-MODEL'], size: octets.length, at: 0, by: 'x' };
      const pieces = async function* () {
        yield octets;
      };
      await fleet.cloud.store.firmware.put(kept, pieces());
    };
    const [ours, theirs] = ['a'.repeat(64), 'b'.repeat(64)];
    await bundleFor('own', ours);
    await bundleFor('rivals', theirs);
    const of = (values: object) => rival.set('fleetFirmwareEntry', { fleetFirmwareDigest: ours, ...values });
    expect(await rival.read('fleetFirmwareEntry')).toMatchObject([{ fleetFirmwareDigest: theirs }]);
    expect(
      (await rival.call('CommonGet', { Template: 'fleetFirmwareEntry', fleetFirmwareDigest: ours })).error.code,
    ).toBe(2);
    expect((await of({ RowStatus: 6 })).error.code).toBe(2);
    const made = { fleetRolloutName: 'theirs', fleetRolloutFirmware: ours, RowStatus: 4 };
    expect((await rival.set('fleetRolloutEntry', made)).error.message).toBe('The cloud has no such firmware.');
    expect(await fleet.client.read('fleetFirmwareEntry')).toMatchObject([{ fleetFirmwareDigest: ours }]);
    const fetched = (digest: string) => owned.get(`/firmware/${digest}`);
    expect(await fetched(ours)).toEqual({ status: 206, body: 'firmware of own' });
    expect((await fetched(theirs)).status).toBe(404);
    expect((await owned.get(`/firmware/${ours}`, owned.own.certificate)).status).toBe(403);
    expect((await owned.get(`/firmware/${ours}`, undefined, 'bytes=12-')).body).toBe('own');
    expect((await owned.get(`/firmware/${ours}`, undefined, 'bytes=15-')).status).toBe(416);
  });

  it('the switch is not there to be changed, given back, claimed or claimed away', async () => {
    const of = (values: object) => rival.set('fleetSwitchEntry', { fleetSwitchSerial: SERIAL, ...values });
    for (const fleetSwitchAction of Object.values(SwitchAction)) {
      expect((await of({ fleetSwitchAction })).error.code).toBe(2);
    }
    expect((await of({ RowStatus: 6 })).error.code).toBe(2);
    expect((await claim(rival, SERIAL, owned.code)).error.message).toBe('Another owner has claimed this switch.');
    const thief = await RawSwitch.make(fleet.place, SERIAL);
    const { body } = await thief.post('/sign-in', { account: 'rival', password: RIVAL_PASSWORD });
    expect(await thief.claim(JSON.parse(body).token)).toBe(409);
    expect(await fleet.client.read('fleetSwitchEntry')).toMatchObject([
      { fleetSwitchSerial: SERIAL, fleetSwitchCondition: 1 },
    ]);
  });

  it('its console shows and does nothing, and its page says nothing', async () => {
    const theirs = consoleFor(rival);
    for (const method of ['CommonGet', 'CommonSet']) {
      const { error } = await theirs.call(method, { Template: 'system', sysName: 'mine' });
      expect(error).toMatchObject({ code: 2, message: 'The fleet has no switch with this serial number.' });
    }
    expect(await (await theirs.get('/')).text()).not.toContain('HIDDEN');
    expect(await (await consoleFor(fleet.client).get('/')).text()).toContain('HIDDEN-MODEL');
    expect(await (await fleet.stranger().get(`/switch/${SERIAL}/`)).text()).not.toContain('HIDDEN');
    expect(await consoleFor(fleet.client).read('system')).toMatchObject({ sysName: 'hidden-name' });
  });

  it('a claim that waits stays as it is, whatever is typed or withdrawn elsewhere', async () => {
    expect((await claim(rival, PENDING, 'DDDD-EEEE-FFFF')).error.code).toBe(0);
    await rival.set('fleetClaimEntry', { fleetClaimSerial: PENDING, RowStatus: 6 });
    expect(await fleet.client.read('fleetClaimEntry')).toMatchObject([{ fleetClaimCode: 'AAAA-BBBB-CCCC' }]);
    expect(await rival.read('fleetClaimEntry')).toEqual([]);
  });

  it('accounts are not there to be changed, and their names are taken', async () => {
    const set = (values: object) => rival.set('fleetUserEntry', { fleetUserName: 'admin', ...values });
    const created = await set({ fleetUserRole: 1, fleetUserPassword: 'anotherPassw0rd', RowStatus: 4 });
    expect(created.error.message).toBe('An account with this name already exists.');
    expect((await set({ fleetUserPassword: 'anotherPassw0rd' })).error.code).toBe(2);
    expect((await set({ RowStatus: 6 })).error.code).toBe(2);
    expect(await rival.read('fleetUserEntry')).toMatchObject([{ fleetUserName: 'rival' }]);
  });

  it('each trail tells of its own sign-ins and deeds alone', async () => {
    const words = async (client: AgentClient) => JSON.stringify(await client.read('fleetAuditEntry'));
    expect(await words(rival)).toContain('rival logged in from 127.0.0.1.');
    expect(await words(rival)).not.toMatch(/admin logged in|OWNED1/);
    expect(await words(fleet.client)).toContain('admin logged in from 127.0.0.1.');
    expect(await words(fleet.client)).not.toContain('rival');
  });
});

describe('what one tenant has', () => {
  it('is pushed out of no trail by what happens to another one', async () => {
    const { store } = fleet.cloud;
    const entry = { at: 1, user: '', source: '', serial: '' };
    await store.audit.add({ ...entry, tenant: 'quiet', said: say('Once.') });
    for (let many = 0; many < 600; many += 1) await store.audit.add({ ...entry, tenant: 'loud', said: say('Again.') });
    const all = { tenant: 'quiet', search: '', orderBy: 'number', descending: true, offset: 0, limit: 9 } as const;
    expect((await store.audit.list(all)).total).toBe(1);
  });
});

describe('a session', () => {
  const user = (name: string, values: object) => fleet.client.set('fleetUserEntry', { fleetUserName: name, ...values });

  it('ends with the account, and is nobody else who gets its name later', async () => {
    await user('guest', { fleetUserRole: 1, fleetUserPassword: 'guestPassw0rd', RowStatus: 4 });
    const guest = fleet.stranger();
    expect(await guest.login('guestPassw0rd', 'guest')).toBe(0);
    await user('guest', { RowStatus: 6 });
    const made = { fleetUserName: 'guest', fleetUserRole: 1, fleetUserPassword: 'otherPassw0rd', RowStatus: 4 };
    expect((await rival.set('fleetUserEntry', made)).error.code).toBe(0);
    expect((await guest.call('CommonGet', { Template: 'fleetUserEntry' })).error.code).toBe(8701);
  });

  it('ends when its password is changed, and stays when its role is', async () => {
    await user('clerk', { fleetUserRole: 2, fleetUserPassword: 'clerkPassw0rd', RowStatus: 4 });
    const clerk = fleet.stranger();
    expect(await clerk.login('clerkPassw0rd', 'clerk')).toBe(0);
    await user('clerk', { fleetUserRole: 1 });
    expect((await clerk.call('CommonGet', { Template: 'fleetUserEntry' })).error.code).toBe(0);
    await user('clerk', { fleetUserPassword: 'newClerkPassw0rd' });
    expect((await clerk.call('CommonGet', { Template: 'fleetUserEntry' })).error).toMatchObject({
      code: 8701,
      message: 'The account was changed. Please log in again.',
    });
  });
});

it('a switch that is claimed anew has the lines of its former key ended', async () => {
  const former = await RawSwitch.make(fleet.place, 'RESET1');
  await claim(fleet.client, 'RESET1', former.code);
  await former.claim();
  const line = await former.connect();
  const closed = closing(line);
  const reset = await RawSwitch.make(fleet.place, 'RESET1');
  await claim(fleet.client, 'RESET1', reset.code);
  expect(await reset.claim()).toBe(200);
  expect(await closed).toBe(1008);
  await expect(former.open()).rejects.toThrow('status 403');
  (await reset.connect()).terminate();
});
