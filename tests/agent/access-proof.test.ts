import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import { Outcome, Shell } from '../../device/command-line/shell.ts';
import type { Caller } from '../../device/management.ts';
import { radiusServerEntry } from '../../features/security/radius/objects.ts';
import { sshCtrl } from '../../features/system/ssh/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import { granting, KEY, server } from './granting-calls.ts';
import { PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

/** What grants access to the switch takes the password again, by whatever way it is asked for. */

const PROOF_REQUIRED = 8711;
let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;
const context = () => agent.running.context;

beforeAll(async () => {
  agent = await startTestAgent();
  factory = context().configuration();
  // A switch that was never configured asks the user of its setup wizard for less.
  await context().flash.write(factory, 'a test');
});

afterAll(() => agent.close());

beforeEach(async () => {
  await context().change(say('a test'), () => factory);
  context().sessions.endOthers(undefined);
  // Logins are taken a few a minute.
  agent.clock.advance(600_000);
  client = await agent.signedIn();
});

const codeOf = async (answer: Promise<{ readonly error: { readonly code: number } }>) => (await answer).error.code;

describe('asks for the password', () => {
  test.each(granting)('for %s, alone, in a batch, and where it is forced', async (_, params) => {
    const batch = {
      FuncName: 'test',
      calls: [
        { method: 'CommonSet', params: { Template: 'system', sysName: 'x' } },
        { method: 'CommonSet', params },
      ],
    };
    expect(await codeOf(client.callOnce('CommonSet', params))).toBe(PROOF_REQUIRED);
    expect(await codeOf(client.callOnce('CommonSet', { ...params, Force: 1 }))).toBe(PROOF_REQUIRED);
    expect(await codeOf(client.callOnce('BatchPost', batch))).toBe(PROOF_REQUIRED);
    expect(await codeOf(client.callOnce('BatchPost', { ...batch, Force: 1 }))).toBe(PROOF_REQUIRED);
    expect(context().configuration()).toBe(factory);
  });

  test.each(granting)(
    'for %s at the command line’s management, and refuses it by a community',
    async (_, { Template, ...values }) => {
      const object = context().objects.find(({ name }) => name === Template);
      if (!object) throw new Error(Template);
      const { RowStatus, ...columns } = values as Record<string, string | number>;
      const kind = RowStatus === 4 ? 'create' : RowStatus === 6 ? 'destroy' : 'set';
      const request = { kind, object, values: columns } as const;
      const line: Caller = {
        access: 'commandLine',
        user: 'admin',
        session: 'other',
        remoteAddress: '192.0.2.9',
        connection: undefined,
      };
      await expect(context().management.perform([request], line)).rejects.toMatchObject({ code: PROOF_REQUIRED });
      const manager: Caller = { ...line, access: 'snmp', session: undefined };
      await expect(context().management.perform([request], manager)).rejects.toMatchObject({ code: 17 });
      expect(context().configuration()).toBe(factory);
    },
  );

  test('and takes no wrong one, which counts as a failed login, nor one that was sent before', async () => {
    const call = { Template: 'radiusServerEntry', ...server };
    const wrong = await client.callOnce('CommonSet', { ...call, Proof: await client.proof('wrong') });
    expect(wrong.error).toMatchObject({ code: PROOF_REQUIRED, message: 'The password is not correct.' });
    expect(context().sessions.sources()).toMatchObject([{ failures: 1 }]);
    const proof = await client.proof(PASSWORD);
    expect(await codeOf(client.callOnce('CommonSet', { ...call, Proof: proof }))).toBe(0);
    const other = await agent.signedIn();
    const more = { ...call, radiusServerPriority: 2, radiusServerAddress: '192.0.2.2' };
    expect(await codeOf(other.callOnce('CommonSet', { ...more, Proof: proof }))).toBe(PROOF_REQUIRED);
    expect(await codeOf(other.callOnce('CommonSet', { ...more, Proof: 'nonsense' }))).toBe(PROOF_REQUIRED);
    expect(context().configuration().rows(radiusServerEntry)).toHaveLength(1);
  });

  test('for each session by itself, and again after two minutes', async () => {
    const call = (priority: number) => ({
      Template: 'radiusServerEntry',
      ...server,
      radiusServerPriority: priority,
      radiusServerAddress: `192.0.2.${priority}`,
    });
    expect(await codeOf(client.call('CommonSet', call(1)))).toBe(0);
    expect(await codeOf(client.callOnce('CommonSet', call(2)))).toBe(0);
    const other = await agent.signedIn();
    expect(await codeOf(other.callOnce('CommonSet', call(3)))).toBe(PROOF_REQUIRED);
    agent.clock.advance(120_000);
    expect(await codeOf(client.callOnce('CommonSet', call(3)))).toBe(PROOF_REQUIRED);
    expect(context().configuration().rows(radiusServerEntry)).toHaveLength(2);
  });

  test('and then lets the guard ask: the forced repetition needs no second one', async () => {
    const call = { Template: 'radiusConfig', radiusLoginStatus: 1 };
    expect(await codeOf(client.call('CommonSet', call))).toBe(8710);
    expect(await codeOf(client.callOnce('CommonSet', { ...call, Force: 1 }))).toBe(0);
  });
});

test('a community is shown to whoever gives the password again, and by no other way', async () => {
  const community = { snmpCommunityIndex: '1', snmpCommunityName: 'shown-once', RowStatus: 4 };
  expect(await codeOf(client.call('CommonSet', { Template: 'snmpCommunityEntry', ...community }))).toBe(0);
  agent.clock.advance(120_000);
  const asked = { Template: 'snmpCommunityStringEntry', snmpCommunityStringIndex: '1' };
  expect(await codeOf(client.callOnce('CommonGet', asked))).toBe(PROOF_REQUIRED);
  const wrong = { ...asked, Proof: await client.proof('wrong') };
  expect(await codeOf(client.callOnce('CommonGet', wrong))).toBe(PROOF_REQUIRED);
  const { result } = await client.callOnce('CommonGet', { ...asked, Proof: await client.proof(PASSWORD) });
  expect(result).toEqual([{ snmpCommunityStringIndex: '1', snmpCommunityString: 'shown-once' }]);
  const object = context().objects.find(({ name }) => name === asked.Template);
  if (!object) throw new Error(asked.Template);
  for (const access of ['commandLine', 'snmp', 'cloud'] as const) {
    const caller = { access, user: 'admin', session: 'x', remoteAddress: undefined, connection: undefined };
    expect(await context().management.read(object, {}, caller)).toEqual([]);
  }
});

describe('a command line', () => {
  async function enter(typed: string | undefined): Promise<{ outcome: Outcome; said: readonly string[] }> {
    const said: string[] = [];
    const io: CommandIo = {
      width: 80,
      print: async () => {},
      complain: async (message) => void said.push(message),
      ask: async () => true,
      async askPassword(why) {
        said.push(why);
        return typed;
      },
      signal: new AbortController().signal,
    };
    const caller: Caller = {
      access: 'commandLine',
      user: 'admin',
      session: 'line',
      remoteAddress: '192.0.2.9',
      connection: undefined,
    };
    const shell = new Shell(context(), caller, [], async (password) => {
      if (!(await context().sessions.verifyPassword(password, context().sessions.initialPasswordHash ?? ''))) {
        throw new Error('wrong');
      }
      context().sessions.proved('line');
    });
    return { outcome: await shell.run(`set system ssh public-keys "${KEY}"`, io), said };
  }

  test('asks for it before an SSH key is taken, and leaves everything as it is without', async () => {
    expect((await enter(undefined)).outcome).toBe(Outcome.refused);
    expect(context().configuration().group(sshCtrl).sshUserKeyFile).toBe('');
    const { outcome, said } = await enter(PASSWORD);
    expect(said).toEqual(['This change grants access to the switch. Enter your password to confirm it.']);
    expect(outcome).toBe(Outcome.done);
    expect(context().configuration().group(sshCtrl).sshUserKeyFile).toContain('ssh-ed25519');
  });
});

test('the setup wizard of a switch that was never configured joins the cloud without a further question', async () => {
  const fresh = await startTestAgent();
  try {
    const user = await fresh.signedIn();
    // Refused because this one was started without a cloud.
    expect(await codeOf(user.callOnce('CommonSet', { Template: 'sysCloudCtrl', systemCloudState: 1 }))).toBe(12);
  } finally {
    await fresh.close();
  }
});
