// @long-running
import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSqlite } from '../../cloud/store/sqlite-database.ts';
import { FLEET_FIRMWARE_UPLOAD } from '../../fleet/firmware/objects.ts';
import { ChosenSwitches, MemberCondition, RolloutAction, RolloutCondition } from '../../fleet/rollouts/objects.ts';
import { agentBundle } from '../agent/agent-bundle.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { type BootSwitch, pem, startBootSwitch } from './boot-switch.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';

// Cloud, boot program and agents as they are shipped, in processes of their own. One after the other: each case goes on with the
// switches as the one before it left them.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const patience = { timeout: 120_000, interval: 250 };
const MODEL = 'TEG-082WS';

const maker = generateKeyPairSync('ed25519');
/** Trusted by the cloud, and by no switch. */
const other = generateKeyPairSync('ed25519');

const blob = (octets: Uint8Array) => new Blob([new Uint8Array(octets)]);
const digestOf = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

let cloud: CloudProcess;
let client: AgentClient;
let members: BootSwitch[] = [];
/** Two of the model that the firmware is for, in the order of their turns, and one of another. */
let [first, second, third] = ['', '', ''];

/** Starts a switch and lets the cloud take it. */
const joined = (model: string) =>
  startBootSwitch(model, maker.publicKey, {
    port: Number(cloud.place.split(':')[1]),
    fingerprint: cloud.fingerprint,
    password: cloudPassword,
  });

async function signIn(): Promise<void> {
  client = new AgentClient(cloud.origin);
  expect(await client.login(cloudPassword)).toBe(0);
}

const rows = async (object: string, query: Record<string, string> = {}) => {
  const read = await client.read(object, query).catch(() => []);
  return Array.isArray(read) ? read : [];
};

const upload = async (octets: Uint8Array, who = client) =>
  (await who.upload(FLEET_FIRMWARE_UPLOAD, blob(octets))).error.message;

const begin = async (name: string, octets: Uint8Array, more: Record<string, string | number> = {}) =>
  (
    await client.set('fleetRolloutEntry', {
      fleetRolloutName: name,
      fleetRolloutFirmware: digestOf(octets),
      RowStatus: 4,
      ...more,
    })
  ).error.message;

const stateOf = async (fleetRolloutName: string) =>
  (await rows('fleetRolloutEntry', { fleetRolloutName }))[0]?.fleetRolloutState;

const membersOf = async (fleetMemberRollout: string) =>
  (await rows('fleetMemberEntry', { fleetMemberRollout })).map((row) => ({
    serial: row.fleetMemberSwitch,
    state: row.fleetMemberState,
    reason: String(row.fleetMemberReasonSaid),
  }));

const versions = async () =>
  new Map((await rows('fleetSwitchEntry')).map((row) => [row.fleetSwitchSerial, row.fleetSwitchVersion]));

beforeAll(async () => {
  cloud = await CloudProcess.start();
  writeFileSync(join(cloud.directory, 'firmware.pub'), pem(maker.publicKey) + pem(other.publicKey));
  await signIn();
  const [foreign, ...fitting] = await Promise.all(['TEG-204WS', MODEL, MODEL].map(joined));
  fitting.sort((one, another) => (one.serial < another.serial ? -1 : 1));
  members = [...fitting, ...(foreign ? [foreign] : [])];
  [first = '', second = '', third = ''] = members.map(({ serial }) => serial);
  await vi.waitFor(async () => expect((await versions()).size).toBe(3), patience);
});

afterAll(async () => {
  for (const member of members) await member.close();
  await cloud?.stop();
});

const changedFrom = (octets: Uint8Array) => {
  const changed = Buffer.from(octets);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  return changed;
};

const good = agentBundle(maker.privateKey, '9.0.0', { models: [MODEL] });

it('takes an image that is whole and signed by whom it trusts, and says of every other what is wrong', async () => {
  const stranger = generateKeyPairSync('ed25519').privateKey;
  expect(await upload(Buffer.from('no image'))).toBe('The file is not a firmware image.');
  expect(await upload(agentBundle(stranger, '9.0.0', { models: [MODEL] }))).toContain('its signature is not trusted');
  expect(await upload(good.subarray(0, good.length - 1))).toBe('The image is damaged.');
  expect(await upload(Buffer.concat([good, Buffer.from('x')]))).toBe('The image is damaged.');
  expect(await upload(changedFrom(good))).toBe('The image is damaged.');
  expect(await rows('fleetFirmwareEntry')).toEqual([]);

  const looker = { fleetUserName: 'looker', fleetUserRole: 2, fleetUserPassword: 'lookerPassw0rd', RowStatus: 4 };
  await client.set('fleetUserEntry', looker);
  const observer = new AgentClient(cloud.origin);
  await observer.login('lookerPassw0rd', 'looker');
  expect(await upload(good, observer)).toContain('change nothing');

  expect(await upload(good)).toBe('');
  expect(await upload(good)).toBe('');
  expect(await rows('fleetFirmwareEntry')).toMatchObject([
    {
      fleetFirmwareDigest: digestOf(good),
      fleetFirmwareVersion: '9.0.0',
      fleetFirmwareModels: MODEL,
      fleetFirmwareSize: good.length,
      fleetFirmwareBy: 'admin',
    },
  ]);
});

it('brings it to one switch after the other, over a connection that breaks off and with a cloud that is killed meanwhile', async () => {
  const half = Math.floor(good.length / 2);
  const [brokenOff, reached] = members.slice(0, 2).map(({ uplink }) => uplink.breaksOffAfter(half));
  expect(await begin('nine', good)).toBe('');
  expect((await membersOf('nine')).map(({ serial }) => serial).sort()).toEqual([first, second]);
  const inUse = await client.set('fleetFirmwareEntry', { fleetFirmwareDigest: digestOf(good), RowStatus: 6 });
  expect(inUse.error.message).toBe('The rollout nine uses this firmware.');
  await brokenOff;
  await expect.poll(async () => (await versions()).get(first), patience).toBe('9.0.0');
  await reached;
  await cloud.kill();
  await cloud.begin();
  await signIn();
  await expect.poll(() => stateOf('nine'), patience).toBe(RolloutCondition.done);
  expect((await membersOf('nine')).map(({ state }) => state)).toEqual([MemberCondition.done, MemberCondition.done]);
  expect(await versions()).toEqual(
    new Map([
      [first, '9.0.0'],
      [second, '9.0.0'],
      [third, '0.1.0'],
    ]),
  );
});

it('stops at a switch that does not take it, and says why', async () => {
  const only = { fleetRolloutSwitches: first };

  // Signed by somebody whom the cloud trusts and the switch does not.
  const foreign = agentBundle(other.privateKey, '9.1.0', { models: [MODEL] });
  expect(await upload(foreign)).toBe('');
  expect(
    await begin('foreign', foreign, { fleetRolloutSwitches: second, fleetRolloutChosen: ChosenSwitches.leftOut }),
  ).toBe('');
  await expect
    .poll(() => membersOf('foreign'), patience)
    .toEqual([
      {
        serial: first,
        state: MemberCondition.refused,
        reason: expect.stringContaining('its signature is not trusted'),
      },
    ]);
  await expect.poll(() => stateOf('foreign'), patience).toBe(RolloutCondition.stopped);

  // Other octets than its digest says.
  const tampered = agentBundle(maker.privateKey, '9.2.0', { models: [MODEL] });
  expect(await upload(tampered)).toBe('');
  await cloud.kill();
  const database = await openSqlite(join(cloud.directory, 'cloud.sqlite'));
  await database.transaction(async (sql) => {
    const where = 'WHERE digest = ? AND place = 0';
    const [row] = await sql.rows(`SELECT content FROM firmware_pieces ${where}`, [digestOf(tampered)]);
    const content = Buffer.from(String(row?.content), 'base64');
    content[1000] = (content[1000] ?? 0) ^ 1;
    await sql.run(`UPDATE firmware_pieces SET content = ? ${where}`, [content.toString('base64'), digestOf(tampered)]);
  });
  await database.close();
  await cloud.begin();
  await signIn();
  expect(await begin('tampered', tampered, only)).toBe('');
  await expect.poll(() => stateOf('tampered'), patience).toBe(RolloutCondition.stopped);
  expect(await membersOf('tampered')).toEqual([
    { serial: first, state: MemberCondition.refused, reason: expect.stringContaining('other firmware than announced') },
  ]);

  // One that does not come up.
  const dead = agentBundle(maker.privateKey, '9.3.0', { models: [MODEL], program: 'process.exit(1);' });
  expect(await upload(dead)).toBe('');
  expect(await begin('dead', dead, only)).toBe('');
  await expect.poll(() => stateOf('dead'), patience).toBe(RolloutCondition.stopped);
  expect(await membersOf('dead')).toEqual([
    { serial: first, state: MemberCondition.cameBack, reason: expect.stringContaining('9.0.0') },
  ]);
  expect(await versions()).toEqual(
    new Map([
      [first, '9.0.0'],
      [second, '9.0.0'],
      [third, '0.1.0'],
    ]),
  );

  // For a nonexistent model, and nothing that the cloud does not have.
  const none = agentBundle(maker.privateKey, '9.4.0', { models: ['TPE-082WS'] });
  expect(await upload(none)).toBe('');
  expect(await begin('none', none)).toBe('No switch fits.');
  expect(await begin('gone', Buffer.from('gone'))).toBe('The cloud has no such firmware.');
  for (const name of ['foreign', 'tampered', 'dead']) {
    const abort = { fleetRolloutName: name, fleetRolloutAction: RolloutAction.abort };
    expect((await client.set('fleetRolloutEntry', abort)).error.message).toBe('');
  }
  const gone = await client.set('fleetFirmwareEntry', { fleetFirmwareDigest: digestOf(dead), RowStatus: 6 });
  expect(gone.error.message).toBe('');
});
