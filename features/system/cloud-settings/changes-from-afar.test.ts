import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostFiles } from '../../../device/flash/flash-files.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { LONGEST_FRAME } from '../../../protocols/cloud/wire.ts';
import { framesToTry, seed } from '../../../protocols/random-frames.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { startTestCloud, type TestCloud } from '../../../tests/agent/test-cloud.ts';
import { dot1dTp } from '../../network/vlan/objects.ts';
import { system } from '../system-management/objects.ts';

let cloud: TestCloud;
let agent: TestAgent;
let client: AgentClient;

const patience = { timeout: 30_000 };

async function start(directory?: string): Promise<void> {
  const place = { host: '127.0.0.1', port: cloud.port };
  agent = await startTestAgent({ cloud: place, files: hostFiles, ...(directory !== undefined && { directory }) });
  client = await agent.signedIn();
}

const state = () => client.read('sysCloudCtrl');
const age = async () => Object(await client.read('dot1dTp')).dot1dTpAgingTime;
const saved = () => agent.running.context.startup();
const savedAge = () => saved().group(dot1dTp).dot1dTpAgingTime;

/** The switch's last report. */
const report = () =>
  Object(cloud.heard.findLast(({ what, body }) => (what === 'connect' || what === 'state') && body)?.body);

const configure = (revision: number, rest: object) =>
  cloud.ask('configure', { id: `change-${revision}`, revision, user: 'owner', ...rest });

const aging = (value: number) => ({ configuration: { objects: { dot1dTp: { dot1dTpAgingTime: value } } } });

const call = async (params: object, change?: object) => {
  const rpc = JSON.stringify({ id: 0, ...params });
  const { answer, ...rest } = Object(await cloud.ask('call', { user: 'owner', rpc, ...(change && { change }) }));
  return { ...rest, answer: JSON.parse(answer) };
};

/** Lets the switch's time pass until this holds: what it waits for takes real time in between. */
async function passes(milliseconds: number, holds: () => unknown, wanted: object): Promise<void> {
  await expect
    .poll(() => {
      agent.clock.advance(milliseconds);
      return holds();
    }, patience)
    .toMatchObject(wanted);
}

/** Lets the switch's time pass while its line stays open: the cloud has answered every probe in between. */
async function staysConnected(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 7_000) {
    agent.clock.advance(7_000);
    for (const _turn of ['of the probe', 'of its answer']) await cloud.ask('ping', {});
  }
}

const isTaken = async () =>
  expect(await state()).toMatchObject({ systemCloudConnectState: 2, systemCloudOwner: 2, systemCloudLastError: 0 });

/** The folder of a switch that the cloud has taken: each test begins with a copy of it. */
let template: string;

beforeAll(async () => {
  cloud = await startTestCloud();
  await start();
  await client.set('sysWizard', { sysWizardDone: 1 });
  cloud.claimed.add(Object(await state()).systemCloudDeviceId);
  await client.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
  await vi.waitFor(isTaken, patience);
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await vi.waitFor(async () => expect(await client.read('sysConfig')).toMatchObject({ configOperStatus: 1 }), patience);
  await agent.stop();
  template = agent.directory;
});

afterAll(async () => {
  if (begun) await agent.close();
  await cloud.close();
  rmSync(template, { recursive: true, force: true });
});

/** The configuration in force when the running switch was started; undefined while none runs. */
let begun: Configuration | undefined;

beforeEach(async () => {
  cloud.confirms = true;
  if (begun) return;
  cloud.heard.length = 0;
  const directory = mkdtempSync(join(tmpdir(), 'faceplate-agent-'));
  cpSync(template, directory, { recursive: true });
  await start(directory);
  await vi.waitFor(isTaken, patience);
  begun = agent.running.context.configuration();
});

/** A switch that a test has left as it was serves the next one, too. */
afterEach(async () => {
  const { revision, last, pending } = report();
  const isUntouched = revision === 0 && last === undefined && pending === undefined && cloud.lines.size === 1;
  if (isUntouched && agent.running.context.configuration() === begun) return;
  begun = undefined;
  await agent.close();
  await vi.waitFor(() => expect(cloud.lines.size).toBe(0), patience);
});

describe('a configuration that the cloud wants', () => {
  it('is in force, kept on flash and reported once it is confirmed over a new line', async () => {
    const [before] = cloud.lines;
    expect(await configure(1, aging(400))).toMatchObject({ status: 'pending', id: 'change-1', secondsLeft: 120 });
    await expect.poll(report, patience).toMatchObject({ revision: 1, last: { status: 'committed', id: 'change-1' } });
    expect(await age()).toBe(400);
    expect(savedAge()).toBe(400);
    const { hash, revisionHash, drift } = report();
    expect(revisionHash).toBe(hash);
    expect(drift).toEqual([]);
    await expect.poll(() => cloud.lines.size, patience).toBe(1);
    expect(cloud.lines.has(before as never)).toBe(false);
    expect(await state()).toMatchObject({ systemCloudConnectState: 2 });
  });

  it('is gone where the cloud does not confirm it, is said so, and is not taken again', async () => {
    cloud.confirms = false;
    await configure(1, { ...aging(400), window: 30 });
    expect(await age()).toBe(400);
    await expect.poll(() => report().pending, patience).toMatchObject({ id: 'change-1' });
    agent.clock.advance(30_000);
    await expect.poll(report, patience).toMatchObject({
      revision: 0,
      badRevisions: [1],
      last: { status: 'reverted', cause: 'deadline', reason: { text: expect.stringContaining('did not confirm') } },
    });
    expect(await age()).toBe(300);
    cloud.confirms = true;
    expect(await configure(1, aging(400))).toMatchObject({ status: 'reverted' });
    const again = await cloud.ask('configure', { id: 'other', revision: 1, user: 'owner', ...aging(400) });
    expect(again).toMatchObject({ status: 'refused', cause: 'outdated' });
    expect(await age()).toBe(300);
  });

  it('is not confirmed over the line that it came by, nor by another name, nor twice', async () => {
    cloud.confirms = false;
    const [old] = cloud.lines;
    await configure(1, aging(400));
    expect(await cloud.ask('confirm', { id: 'change-1' }, old)).toEqual({ id: 'change-1', status: 'stale' });
    await expect.poll(() => report().pending, patience).toMatchObject({ id: 'change-1' });
    expect(await cloud.ask('confirm', { id: 'change-2' })).toEqual({ id: 'change-2', status: 'unknown' });
    expect(await cloud.ask('confirm', { id: 'change-1' })).toEqual({ id: 'change-1', status: 'committed' });
    expect(await cloud.ask('confirm', { id: 'change-1' })).toEqual({ id: 'change-1', status: 'committed' });
    expect(await configure(1, aging(400))).toMatchObject({ status: 'committed' });
    expect(await configure(2, aging(400))).toMatchObject({ status: 'committed', revision: 2 });
    expect(report()).toMatchObject({ revision: 2 });
  });

  it.each([
    ['another name', { objects: { nothing: {} } }, 'This switch has no nothing.'],
    ['a column that is not there', { objects: { dot1dTp: { nothing: 1 } } }, 'This switch has no dot1dTp.nothing.'],
    ['a value out of range', { objects: { dot1dTp: { dot1dTpAgingTime: 5 } } }, 'Aging'],
    ['rows where there are none', { objects: { dot1dTp: [] } }, 'another form'],
    ['a secret', { objects: { radiusServerEntry: [{ radiusServerIndex: 1, radiusServerKey: 'x' }] } }, 'is a secret'],
    [
      'the local account',
      { objects: { sysUserEntry: [{ sysUserIndex: 1, sysUserName: 'theirs' }] } },
      'at the switch itself',
    ],
    ['the connection to the cloud', { objects: { sysCloudCtrl: { systemCloudState: 2 } } }, 'at the switch itself'],
  ])('is refused whole for %s', async (_what, configuration, message) => {
    const before = agent.running.context.configuration();
    const objects = { system: { sysName: 'theirs' }, ...configuration.objects };
    const answer = await configure(1, { configuration: { objects } });
    expect(answer).toMatchObject({
      status: 'refused',
      cause: 'invalid',
      fault: { message: expect.stringContaining(message) },
    });
    expect(agent.running.context.configuration()).toBe(before);
    expect(report().pending).toBeUndefined();
  });

  it('that was refused leaves its number free', async () => {
    expect(await configure(1, aging(5))).toMatchObject({ status: 'refused', cause: 'invalid' });
    expect(await configure(1, aging(400))).toMatchObject({ status: 'pending' });
  });

  it('is what the switch gives out itself, without its secrets', async () => {
    const { configuration, hash, revision } = Object(await cloud.ask('configuration', {}));
    expect(revision).toBe(0);
    expect(hash).toBe(report().hash);
    expect(JSON.stringify(configuration)).not.toMatch(/PasswordHash|sysUserEntry|sysCloudCtrl/);
    expect(await configure(1, { configuration })).toMatchObject({ status: 'committed', revision: 1 });
    const rows = configuration.objects.dot1qVlanStaticEntry;
    const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras' };
    const objects = { ...configuration.objects, dot1qVlanStaticEntry: [...rows, vlan] };
    expect(await configure(2, { configuration: { objects } })).toMatchObject({ status: 'pending' });
    await expect.poll(report, patience).toMatchObject({ revision: 2 });
    expect(await client.read('dot1qVlanStaticEntry')).toHaveLength(2);
    await configure(3, { configuration: { objects: { dot1qVlanStaticEntry: rows } } });
    await expect.poll(report, patience).toMatchObject({ revision: 3 });
    expect(await client.read('dot1qVlanStaticEntry')).toHaveLength(1);
  });

  it('waits until the cloud hears that it decides, where the switch was managed locally', async () => {
    await client.set('sysCloudCtrl', { systemCloudState: 2, systemCloudOwnPassword: PASSWORD });
    cloud.heard.length = 0;
    await client.set('sysCloudCtrl', { systemCloudState: 1 });
    await expect.poll(report, patience).toMatchObject({ owner: 'cloud' });
    const firstWords = cloud.heard.filter(({ what }) => what === 'connect');
    expect(firstWords.at(-1)?.body).toMatchObject({ owner: 'local' });
  });
});

describe('a hostile cloud', () => {
  const half = { system: { sysName: 'half' }, dot1dTp: { dot1dTpAgingTime: 5 } };

  it(`has nothing half done, whatever it says, seed ${seed}`, async () => {
    const before = agent.running.context.configuration();
    const names = fc.constantFrom('dot1qVlanStaticEntry', 'ifEntry', 'system', 'sysUserEntry', 'nothing', '__proto__');
    const columns = fc.constantFrom('dot1qVlanIndex', 'ifIndex', 'ifAdminStatus', 'sysName', 'constructor', 'Template');
    const values = fc.dictionary(columns, fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant([])));
    const objects = fc.dictionary(names, fc.oneof(values, fc.array(values, { maxLength: 4 }), fc.jsonValue()));
    const wanted = fc.sample(objects, { numRuns: framesToTry(60), seed });
    const answers = await Promise.all(
      // An error in any of them refuses it whole.
      wanted.map((one, at) => configure(at + 1, { configuration: { objects: { ...one, ...half } } })),
    );
    for (const answer of answers) expect(JSON.stringify(answer)).toMatch(/"refused"|-32602/);
    expect(agent.running.context.configuration()).toBe(before);
    expect(report().pending).toBeUndefined();
    expect(await configure(9_999, aging(400))).toMatchObject({ status: 'pending' });
  });

  it('confirms nothing that does not wait, and ends its own line by what is no message', async () => {
    for (const id of ['change-1', '', 'a'.repeat(100), 7]) {
      const answer = JSON.stringify(await cloud.ask('confirm', { id }));
      expect(answer).toMatch(/"unknown"|-32602/);
    }
    const connects = () => cloud.heard.filter(({ what }) => what === 'connect').length;
    for (const frame of ['{', '[]', '{"jsonrpc":"2.0","result":{}}', 'x'.repeat(LONGEST_FRAME + 1)]) {
      const count = connects();
      cloud.say(frame);
      await passes(1_000, async () => ({ again: connects() > count, lines: cloud.lines.size }), {
        again: true,
        lines: 1,
      });
    }
    expect(Object(await state())).toMatchObject({ systemCloudOwner: 2 });
    expect(await age()).toBe(300);
  });
});

describe('a call from the fleet', () => {
  const rename = { method: 'CommonSet', params: { Template: 'system', sysName: 'theirs' } };

  it('is answered once what it changed is confirmed', async () => {
    const { answer, change } = await call(rename, { id: 'c1', revision: 1 });
    expect(answer).toMatchObject({ error: { code: 0 }, result: { sysName: 'theirs' } });
    expect(change).toMatchObject({ status: 'committed', revision: 1 });
    expect(report()).toMatchObject({ revision: 1, name: 'theirs' });
    expect(saved().group(system).sysName).toBe('theirs');
  });

  it('is drift until it is adopted where it says no revision', async () => {
    await call(rename, { id: 'c1' });
    await expect.poll(report, patience).toMatchObject({ revision: 0, name: 'theirs' });
    const { configuration } = Object(await cloud.ask('configuration', {}));
    expect(await configure(1, { configuration })).toMatchObject({ status: 'committed' });
    const { hash, revisionHash } = report();
    expect(revisionHash).toBe(hash);
  });

  it('says that what it changed is gone where nobody confirmed it', async () => {
    cloud.confirms = false;
    const answered = call(rename, { id: 'c1', revision: 1, window: 30 });
    await expect.poll(() => report().pending, patience).toBeDefined();
    await passes(2_000, report, { last: { status: 'reverted' } });
    const { answer, change } = await answered;
    expect(answer.error.message).toBe('The cloud did not confirm the change in time.');
    expect(change).toMatchObject({ status: 'reverted' });
    expect(Object(await client.read('system')).sysName).not.toBe('theirs');
  });

  it('comes in its turn', async () => {
    const names = ['one', 'two', 'three'];
    const answers = await Promise.all(
      names.map((sysName, at) =>
        call({ method: 'CommonSet', params: { Template: 'system', sysName } }, { id: sysName, revision: at + 1 }),
      ),
    );
    expect(answers.map(({ change }) => change.status)).toEqual(['committed', 'committed', 'committed']);
    expect(report()).toMatchObject({ revision: 3, name: 'three' });
  });

  it.each([
    ['writes without saying so', rename, undefined, 17],
    [
      'writes in a batch without saying so',
      { method: 'BatchPost', params: { FuncName: 'x', calls: [rename] } },
      undefined,
      17,
    ],
    [
      'saves',
      { method: 'CommonSet', params: { Template: 'sysConfig', configOperConfigID: 1, configOper: 3 } },
      { id: 'c1' },
      17,
    ],
    ['resets', { method: 'CommonSet', params: { Template: 'sysRebootCtrl', rebootType: 3 } }, { id: 'c1' }, 17],
    [
      'takes the switch away',
      { method: 'CommonSet', params: { Template: 'sysCloudCtrl', systemCloudState: 2 } },
      { id: 'c1' },
      17,
    ],
    [
      'is refused by a rule',
      { method: 'CommonSet', params: { Template: 'dot1dTp', dot1dTpAgingTime: 1 } },
      { id: 'c1' },
      10,
    ],
  ])('changes nothing where it %s', async (_what, params, change, code) => {
    const before = agent.running.context.configuration();
    const { answer } = await call(params, change);
    expect(answer.error.code).toBe(code);
    expect(agent.running.context.configuration()).toBe(before);
    expect(agent.reboots()).toBe(0);
  });

  it('that only does something is answered at once', async () => {
    cloud.confirms = false;
    const params = { method: 'CommonGet', params: { Template: 'system' } };
    expect(await call(params, { id: 'c1' })).toMatchObject({ answer: { error: { code: 0 } } });
    expect(report().last).toBeUndefined();
  });
});

describe('somebody at the switch, while a change waits', () => {
  beforeEach(async () => {
    cloud.confirms = false;
    await configure(1, aging(400));
    await expect.poll(() => report().pending, patience).toBeDefined();
  });

  it('waits for his own changes, and saves nothing', async () => {
    expect((await client.set('system', { sysName: 'mine' })).error).toMatchObject({
      code: 13,
      message: expect.stringContaining('A change by owner (cloud) is waiting for confirmation'),
    });
    expect((await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 })).error.code).toBe(12);
    expect(await client.read('managementGuard')).toMatchObject({
      managementGuardState: 2,
      managementGuardUser: 'owner (cloud)',
    });
  });

  it('takes it back', async () => {
    await client.set('managementGuard', { managementGuardTakeBack: 1 });
    await expect
      .poll(report, patience)
      .toMatchObject({ last: { status: 'reverted', cause: 'local' }, badRevisions: [1] });
    expect(await age()).toBe(300);
  });

  it('takes local control with his password only, and has what was before', async () => {
    expect((await client.set('sysCloudCtrl', { systemCloudState: 2, systemCloudOwnPassword: 'no' })).error.code).toBe(
      10,
    );
    expect(await age()).toBe(400);
    const taken = await client.set('sysCloudCtrl', { systemCloudState: 2, systemCloudOwnPassword: PASSWORD });
    expect(taken.error.code).toBe(0);
    expect(await age()).toBe(300);
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 500 })).error.code).toBe(0);
  });
});

describe('a switch that goes down', () => {
  it('within the window begins with what was before, and says so', async () => {
    cloud.confirms = false;
    await configure(1, aging(400));
    await expect.poll(() => report().pending, patience).toBeDefined();
    await agent.stop();
    cloud.confirms = true;
    await start(agent.directory);
    expect(await age()).toBe(300);
    await expect.poll(report, patience).toMatchObject({
      revision: 0,
      badRevisions: [1],
      last: { status: 'reverted', cause: 'restart' },
    });
    expect(report().pending).toBeUndefined();
  });

  it('after it begins with what was confirmed', async () => {
    await configure(1, aging(400));
    await expect.poll(report, patience).toMatchObject({ revision: 1 });
    await agent.stop();
    await start(agent.directory);
    expect(await age()).toBe(400);
    await expect.poll(report, patience).toMatchObject({ revision: 1, drift: [], upTime: 0 });
    expect(report().hash).toBe(report().revisionHash);
  });
});

describe('a revision that was confirmed', () => {
  beforeEach(async () => {
    await configure(1, aging(400));
    await expect.poll(report, patience).toMatchObject({ revision: 1, safeRevision: 0 });
  });

  it('is safe after half an hour', async () => {
    await staysConnected(30 * 60_000);
    await expect.poll(report, patience).toMatchObject({ safeRevision: 1 });
  });

  it('is given up where the cloud is lost for ten minutes before', async () => {
    await client.set('system', { sysName: 'mine' });
    await cloud.close();
    await passes(60_000, async () => ({ age: await age() }), { age: 300 });
    await expect.poll(savedAge, patience).toBe(300);
    await cloud.reopen();
    await passes(10_000, report, {
      revision: 0,
      badRevisions: [1],
      last: { status: 'reverted', revision: 1, cause: 'cloudLost' },
    });
  });

  it('shows what differs from it in words', async () => {
    await client.set('system', { sysName: 'mine' });
    await passes(5_000, report, { driftLines: 1 });
    const { hash, revisionHash, drift, revision } = report();
    expect(revision).toBe(1);
    expect(hash).not.toBe(revisionHash);
    expect(JSON.stringify(drift)).toContain('mine');
  });
});
