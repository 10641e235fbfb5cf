import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hostFiles } from '../../device/flash/flash-files.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { cfgHistoryEntry, HistoryKind, HistoryState, HistoryWay } from './objects.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent({ files: hostFiles, locate: () => ADMINISTRATOR });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

interface Entry {
  readonly cfgHistoryIndex: number;
  readonly cfgHistoryKind: number;
  readonly cfgHistoryState: number;
  readonly cfgHistoryWhat: string;
  readonly cfgHistoryPoint: number;
  readonly [column: string]: unknown;
}

/** Newest first. */
async function entries(of = client): Promise<readonly Entry[]> {
  return ((await of.read('cfgHistoryEntry')) as Entry[]).toReversed();
}

const changes = async (of = client) =>
  (await entries(of)).filter(({ cfgHistoryKind }) => cfgHistoryKind === HistoryKind.change);

async function newest(of = client): Promise<Entry> {
  const [first] = await entries(of);
  if (!first) throw new Error('there is no entry');
  return first;
}

const undo = ({ cfgHistoryIndex }: Entry, how = 1, more: object = {}) =>
  client.set('cfgHistoryEntry', { cfgHistoryIndex, cfgHistoryUndo: how, ...more });

async function save(): Promise<void> {
  expect((await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 })).error.code).toBe(0);
  await agent.running.context.flash.settled();
}

async function restart(): Promise<void> {
  const { directory } = agent;
  await agent.stop();
  agent = await startTestAgent({ directory, locate: () => ADMINISTRATOR });
  client = await agent.signedIn();
}

const aging = async () => ((await client.read('dot1dTp')) as { dot1dTpAgingTime: number }).dot1dTpAgingTime;
const setAging = (seconds: number) => client.set('dot1dTp', { dot1dTpAgingTime: seconds });
const alias = (ifIndex: number, ifAlias: string) => client.set('portCtrlEntry', { ifIndex, ifAlias });

describe('the history', () => {
  test('says of each change who made it, when, by which way, from where and in words', async () => {
    await setAging(400);
    await alias(2, 'Gate');
    const [second, first] = await changes();
    expect(first).toMatchObject({
      cfgHistoryUser: 'admin',
      cfgHistoryWay: HistoryWay.web,
      cfgHistoryAddress: '127.0.0.1',
      cfgHistoryState: HistoryState.unsaved,
      cfgHistoryWhat: 'Address table: MAC Aging Time: 5 min → 400 s',
      cfgHistoryRevertible: 1,
    });
    expect(second).toMatchObject({ cfgHistoryWhat: 'Description of port 2: (empty) → Gate', cfgHistoryPorts: '2' });
    expect(cfgHistoryEntry.fields.cfgHistoryTime.read(first?.cfgHistoryTime).ok).toBe(true);
  });

  test('says what was done by the setup wizard', async () => {
    const calls = [{ method: 'CommonSet', params: { Template: 'dot1dTp', dot1dTpAgingTime: 400 } }];
    await client.call('BatchPost', { FuncName: 'Setup wizard: Clock', calls });
    expect(await newest()).toMatchObject({ cfgHistoryWay: HistoryWay.wizard });
  });

  test('keeps no secret in clear, and shows none', async () => {
    const server = { radiusServerPriority: 1, radiusServerAddress: '192.0.2.9', RowStatus: 4 };
    const added = await client.set('radiusServerEntry', { ...server, radiusServerKey: 'hidden-word' });
    expect(added.error).toMatchObject({ code: 0 });
    await save();
    expect(JSON.stringify(await entries())).not.toContain('hidden-word');
    const files = readdirSync(agent.running.context.dataDirectory).filter((name) => name.startsWith('history-'));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const content = readFileSync(join(agent.running.context.dataDirectory, name), 'utf8');
      expect(content).not.toContain('hidden-word');
      expect(content).not.toContain('192.0.2.9');
    }
  });
});

describe('an undo', () => {
  test('puts back what the change changed, and nothing else', async () => {
    await setAging(400);
    await alias(2, 'Gate');
    const [, first] = await changes();
    if (!first) throw new Error('no change');
    const dryRun = await undo(first, 1, { DryRun: 1 });
    expect(dryRun).toMatchObject({ error: { code: 0 }, result: { lines: 1 } });
    expect(await aging()).toBe(400);
    expect((await undo(first)).error).toMatchObject({ code: 0 });
    expect(await aging()).toBe(300);
    expect(await client.read('portCtrlEntry', { ifIndex: 2 })).toMatchObject([{ ifAlias: 'Gate' }]);
    const [undoing, , undone] = await changes();
    expect(undone).toMatchObject({ cfgHistoryState: HistoryState.undone });
    // An undo is a change like any other, and can be undone.
    if (!undoing) throw new Error('no undo');
    expect((await undo(undoing)).error.code).toBe(0);
    expect(await aging()).toBe(400);
  });

  test('of what later changes build on names them, and takes them along where that is asked for', async () => {
    await client.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 40, dot1qVlanStaticName: 'yard' });
    await setAging(400);
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, dot1qVlanStaticEgressPorts: '3' });
    const added = (await changes()).at(-1);
    if (!added) throw new Error('no change');
    const { error } = await undo(added);
    expect(error.code).not.toBe(0);
    expect(error.message).toMatch(
      /^"VLAN 40 added" cannot be undone by itself\. Later changes build on it: .*[Pp]ort 3.* \(.*\)\.$/,
    );
    expect((await undo(added, 2)).error).toMatchObject({ code: 0 });
    expect(
      (await client.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 40 })).error.code,
    ).not.toBe(0);
    expect(await aging()).toBe(400);
    expect((await changes()).map(({ cfgHistoryState }) => cfgHistoryState)).toEqual([
      HistoryState.unsaved,
      HistoryState.undone,
      HistoryState.unsaved,
      HistoryState.undone,
    ]);
  });

  test('of what somebody has changed since names that change', async () => {
    await setAging(400);
    await setAging(500);
    const [, first] = await changes();
    if (!first) throw new Error('no change');
    expect((await undo(first)).error.message).toMatch(/cannot be undone by itself.*MAC Aging Time/);
    expect((await undo(first, 2)).error.code).toBe(0);
    expect(await aging()).toBe(300);
    expect((await undo(first)).error.message).toBe('This change is undone already.');
  });

  test('is refused by what any change is checked by', async () => {
    await client.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 40 });
    const server = { syslogServIndex: 1, syslogServAddrType: 2, syslogServAddr: 'fe80::9', syslogServVlan: 40 };
    expect((await client.set('syslogServEntry', { ...server, RowStatus: 4 })).error).toMatchObject({ code: 0 });
    await client.set('syslogServEntry', { syslogServIndex: 1, RowStatus: 6 });
    const removed = await newest();
    await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, RowStatus: 6 });
    const { error } = await undo(removed);
    expect(error.message).toBe('VLAN 40 does not exist.');
    expect(await client.read('syslogServEntry')).toEqual([]);
  });

  test('that two ask for at once is done once', async () => {
    const other = await agent.signedIn();
    await setAging(400);
    const entry = await newest();
    const both = await Promise.all(
      [client, other].map((one) =>
        one.set('cfgHistoryEntry', { cfgHistoryIndex: entry.cfgHistoryIndex, cfgHistoryUndo: 1 }),
      ),
    );
    expect(both.map(({ error }) => error.code === 0).sort()).toEqual([false, true]);
    expect(await aging()).toBe(300);
  });

  test('that cuts its own session off is provisional, as any change', async () => {
    // The administrator at port 1 let untagged frames in again.
    const tagged = { dot1dBasePort: 1, dot1qPortAcceptableFrameTypes: 2 };
    await client.set('dot1qPortVlanEntry', { ...tagged, Force: 1 });
    await client.set('managementGuard', { managementGuardTakeBack: 1 });
    expect(await client.read('dot1qPortVlanEntry', { dot1dBasePort: 1 })).toMatchObject([
      { dot1qPortAcceptableFrameTypes: 1 },
    ]);
    const [back, forced] = await changes();
    expect(forced).toMatchObject({ cfgHistoryForced: 1, cfgHistoryState: HistoryState.undone });
    if (!back) throw new Error('nothing was taken back');
    expect(back).toMatchObject({ cfgHistoryWay: HistoryWay.device });
    expect((await undo(back, 1, { DryRun: 1 })).result).toMatchObject({
      guard: { reason: { text: expect.any(String) } },
    });
    expect((await undo(back)).error.code).toBe(8710);
    expect((await undo(back, 1, { Force: 1 })).error.code).toBe(0);
    expect(await client.read('managementGuard')).toMatchObject({ managementGuardState: 2 });
  });

  test('of what lets somebody in asks for the password', async () => {
    await client.set('snmpCommunityEntry', { snmpCommunityIndex: 'x', snmpCommunityName: 'some-word', RowStatus: 4 });
    const entry = await newest();
    const other = agent.client();
    await other.login(PASSWORD);
    await agent.clock.advance(3 * 60_000);
    const { error } = await other.callOnce('CommonSet', {
      Template: 'cfgHistoryEntry',
      cfgHistoryIndex: entry.cfgHistoryIndex,
      cfgHistoryUndo: 1,
    });
    expect(error.code).toBe(8711);
    expect((await undo(entry)).error.code).toBe(0);
  });
});

describe('the account', () => {
  const OTHER = 'rainy-Tuesday-7';
  const setPassword = () =>
    client.set('sysUserEntry', {
      sysUserIndex: 1,
      oldPassword: PASSWORD,
      sysUserPassword: OTHER,
      confirmPassword: OTHER,
    });

  test('is not what an undo, a discard or a point brings back', async () => {
    await save();
    await setAging(400);
    expect((await setPassword()).error).toMatchObject({ code: 0 });
    const entry = await newest();
    expect(entry).toMatchObject({ cfgHistoryRevertible: 2 });
    const refusal = 'User name and password cannot be undone. Set them under Administration.';
    expect((await undo(entry)).error.message).toBe(refusal);
    const unsaved = (await client.read('configChangeEntry')) as {
      configChangeIndex: number;
      configChangeKey: string;
    }[];
    const answers = [];
    for (const { configChangeIndex, configChangeKey } of unsaved) {
      answers.push(
        (await client.set('configChangeEntry', { configChangeIndex, configChangeDiscard: configChangeKey })).error
          .message,
      );
    }
    expect(answers).toContain(refusal);
    await setAging(500);
    expect((await client.set('cfgHistoryCtrl', { cfgHistoryDiscard: 1 })).error).toMatchObject({ code: 0 });
    expect(await aging()).toBe(300);
    await setAging(500);
    expect((await client.set('cfgPointEntry', { cfgPointIndex: 1, cfgPointGoBack: 1 })).error).toMatchObject({
      code: 0,
    });
    expect((await entries()).find(({ cfgHistoryIndex }) => cfgHistoryIndex === entry.cfgHistoryIndex)).toMatchObject({
      cfgHistoryState: HistoryState.unsaved,
    });
    expect(await agent.client().login(PASSWORD)).not.toBe(0);
    expect(await agent.client().login(OTHER)).toBe(0);
  });
});

test('an undo with later changes leaves the account among them as it is, in the history too', async () => {
  await save();
  const rename = (sysUserName: string) => ({ sysUserIndex: 1, oldPassword: PASSWORD, sysUserName });
  const calls = [
    { method: 'CommonSet', params: { Template: 'dot1dTp', dot1dTpAgingTime: 400 } },
    { method: 'CommonSet', params: { Template: 'sysUserEntry', ...rename('owner') } },
  ];
  expect((await client.call('BatchPost', { FuncName: 'Both', calls })).error).toMatchObject({ code: 0 });
  const both = await newest();
  expect((await client.set('sysUserEntry', rename('keeper'))).error).toMatchObject({ code: 0 });
  const account = await newest();
  expect((await undo(both, 2)).error).toMatchObject({ code: 0 });
  expect(await aging()).toBe(300);
  expect(await client.read('sysUserEntry')).toMatchObject([{ sysUserName: 'keeper' }]);
  const stateOf = async ({ cfgHistoryIndex }: Entry) =>
    (await entries()).find((one) => one.cfgHistoryIndex === cfgHistoryIndex)?.cfgHistoryState;
  expect([await stateOf(both), await stateOf(account)]).toEqual([HistoryState.undone, HistoryState.unsaved]);
});

test('going back is done alone: what else a batch asks for would be lost', async () => {
  await save();
  await setAging(400);
  const calls = [
    { method: 'CommonSet', params: { Template: 'cfgHistoryCtrl', cfgHistoryDiscard: 1 } },
    { method: 'CommonSet', params: { Template: 'portCtrlEntry', ifIndex: 2, ifAlias: 'Gate' } },
  ];
  const { error } = await client.call('BatchPost', { FuncName: 'Both', calls });
  expect(error.message).toBe('Going back to a saved configuration cannot be combined with other changes.');
  expect(await aging()).toBe(400);
});

describe('unsaved changes', () => {
  test('are told by time, the latest first, and are discarded one by one', async () => {
    await alias(2, 'Gate');
    agent.clock.advance(1000);
    await setAging(400);
    const unsaved = (await client.read('configChangeEntry')) as {
      configChangeWhat: string;
      configChangeKey: string;
    }[];
    expect(unsaved.map(({ configChangeWhat }) => configChangeWhat)).toEqual([
      'Address table: MAC Aging Time',
      'Description of port 2',
    ]);
    const gate = unsaved[1]?.configChangeKey;
    expect(
      (await client.set('configChangeEntry', { configChangeIndex: 2, configChangeDiscard: gate })).error.code,
    ).toBe(0);
    expect(await client.read('portCtrlEntry', { ifIndex: 2 })).toMatchObject([{ ifAlias: '' }]);
    expect(await aging()).toBe(400);
    expect(
      (await client.set('configChangeEntry', { configChangeIndex: 2, configChangeDiscard: gate })).error.code,
    ).not.toBe(0);
  });

  test('are discarded all at once, and that can be undone', async () => {
    await setAging(400);
    await save();
    await setAging(500);
    await alias(2, 'Gate');
    expect((await client.set('cfgHistoryCtrl', { cfgHistoryDiscard: 1 })).error.code).toBe(0);
    expect(await aging()).toBe(400);
    expect(await client.read('configChangeEntry')).toEqual([]);
    expect((await client.set('cfgHistoryCtrl', { cfgHistoryDiscard: 1 })).error.message).toMatch(/nothing to undo/);
    expect((await undo(await newest())).error.code).toBe(0);
    expect(await aging()).toBe(500);
  });
});

describe('points', () => {
  const points = async () => (await client.read('cfgPointEntry')) as { cfgPointIndex: number; cfgPointName: string }[];

  test('are gone back to, compared and named, also after a restart', async () => {
    await setAging(400);
    await save();
    await setAging(500);
    await alias(2, 'Gate');
    await save();
    await setAging(600);
    await save();
    const name = { cfgPointIndex: 2, cfgPointRename: 'before the fair' };
    expect((await client.set('cfgPointEntry', name)).error.code).toBe(0);
    await restart();
    expect(await points()).toMatchObject([
      { cfgPointIndex: 1, cfgPointName: '' },
      { cfgPointIndex: 2, cfgPointName: 'before the fair' },
      { cfgPointIndex: 3, cfgPointName: '' },
    ]);
    expect((await changes()).map(({ cfgHistoryState }) => cfgHistoryState)).toEqual(Array(4).fill(HistoryState.saved));
    const differences = await client.read('cfgDifferenceEntry', { cfgDifferenceFrom: 1, cfgDifferenceTo: 3 });
    expect(differences).toMatchObject([
      { cfgDifferenceWhat: 'Description of port 2: (empty) → Gate' },
      { cfgDifferenceWhat: 'Address table: MAC Aging Time: 400 s → 10 min' },
    ]);
    expect((await client.set('cfgPointEntry', { cfgPointIndex: 1, cfgPointGoBack: 1 })).error.code).toBe(0);
    expect(await aging()).toBe(400);
    expect(await client.read('portCtrlEntry', { ifIndex: 2 })).toMatchObject([{ ifAlias: '' }]);
    // Nothing is saved by it.
    expect(agent.running.context.startup()).not.toBe(agent.running.context.configuration());
    expect((await undo(await newest())).error.code).toBe(0);
    expect(await aging()).toBe(600);
  });

  test('do not hold what a restart lost', async () => {
    await save();
    await setAging(400);
    await restart();
    const [lost] = await changes();
    expect(lost).toMatchObject({ cfgHistoryState: HistoryState.lost, cfgHistoryRevertible: 2 });
    if (!lost) throw new Error('the change is gone');
    expect((await undo(lost)).error.message).toMatch(/lost since the restart/);
    expect((await client.set('cfgPointEntry', { cfgPointIndex: 9, cfgPointGoBack: 1 })).error.code).toBe(2);
  });
});
