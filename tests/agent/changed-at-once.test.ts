import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import { Outcome, Shell } from '../../device/command-line/shell.ts';
import { englishOf } from '../../device/log/log.ts';
import type { Caller } from '../../device/management.ts';
import { portDecisions } from '../../features/security/port-access-control/slots.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { PduKind } from '../../protocols/snmp/pdu.ts';
import { TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from './agent-client.ts';
import { Md5Supplicant } from './md5-supplicant.ts';
import { type TemplateValues, variablesOf } from './snmp-variables.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** A console, an SNMP manager and a command line at one switch. */
let agent: TestAgent;
let client: AgentClient;
let manager: TestManager;
let factory: Configuration;

const context = () => agent.running.context;
const ROUNDS = 12;
/** Turns of the loop that a line waits for. */
let turns = 0;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  const community = { snmpCommunityName: 'writes', snmpCommunitySecurityName: 'ReadWrite' };
  await set({ Template: 'snmpCommunityEntry', snmpCommunityIndex: '1', ...community, RowStatus: 4 });
  await set({ Template: 'snmpAgentCtrl', snmpAgentState: 1 });
  const { snmpListening } = Object(await client.read('snmpAgentCtrl'));
  manager = new TestManager(Number(String(snmpListening).split(':').at(-1)), 'writes');
  factory = context().configuration();
});

afterAll(() => agent.close());

let since = 0;

beforeEach(() => {
  since = context().log.entries()[0]?.sequence ?? 0;
});

afterEach(async () => {
  expect(await context().problemsOf(context().configuration())).toEqual([]);
  const said = context()
    .log.entries()
    .filter(({ sequence }) => sequence > since)
    .map(englishOf);
  expect(said.filter((text) => /failed|could not|datapath refused/.test(text))).toEqual([]);
  await context().change(say('a test'), () => factory);
});

const operator: Caller = {
  access: 'commandLine',
  user: 'admin',
  session: undefined,
  remoteAddress: undefined,
  connection: undefined,
};

/** Whether each access did what it was asked for. */
async function byConsole(params: TemplateValues): Promise<boolean> {
  const { error } = await client.call('CommonSet', params);
  if (error.code !== 0) expect(error.message).toMatch(/^[^\n]+\.$/);
  return error.code === 0;
}
async function bySnmp(params: TemplateValues): Promise<boolean> {
  return (await manager.ask(PduKind.set, variablesOf(context().objects, params))).errorStatus === 0;
}
async function byLines(...lines: readonly string[]): Promise<boolean> {
  const io: CommandIo = {
    width: 80,
    print: async () => {},
    complain: async (message) => expect(message).toMatch(/^[^\n]+\.$/),
    ask: async () => false,
    signal: new AbortController().signal,
  };
  const shell = new Shell(context(), operator, []);
  // A line is there at once, a call after some turns.
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  turns = (turns + 7) % 10;
  let outcome: Outcome = Outcome.done;
  for (const line of lines) outcome = await shell.run(line, io);
  return outcome === Outcome.done;
}
async function set(params: TemplateValues): Promise<void> {
  const { error } = await client.call('CommonSet', params);
  expect(error).toMatchObject({ code: 0 });
}

/** The rows of a table as every access shows them, which is the same. */
async function rows(Template: string): Promise<Values[]> {
  const shown = (await client.read(Template)) as Values[];
  let json = '';
  const io: CommandIo = {
    width: 80,
    async print(lines) {
      for await (const line of lines) json += line;
    },
    complain: (message) => Promise.reject(new Error(message)),
    ask: async () => false,
    signal: new AbortController().signal,
  };
  const page = context().objects.find(({ name }) => name === Template)?.page ?? '';
  const words = page
    .slice(1)
    .replaceAll('/', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-');
  await new Shell(context(), operator, []).run(`show ${words.toLowerCase()} | json`, io);
  expect(JSON.parse(json)[Template]).toEqual(shown);
  return shown;
}

const profile = (more: object = {}): TemplateValues => ({
  Template: 'aclProfileEntry',
  aclProfileId: 1,
  aclProfileUseEtherType: 1,
  ...more,
});
const rule = (aclRuleId: number, more: object = {}): TemplateValues => ({
  Template: 'aclRuleEntry',
  aclProfileId: 1,
  aclRuleId,
  ...more,
});
/** A rule for an EtherType that no other rule has. */
const newRule = (aclRuleId: number, more: object = {}) =>
  rule(aclRuleId, { aclRuleEtherType: `90${10 + aclRuleId}`, aclRulePorts: '5', ...more, RowStatus: 4 });
const ruleLine = (id: number) => `add security acl edit-rules 1 ${id} aclRuleEtherType 90${10 + id} aclRulePorts 3`;

/** Asks for all at once, in another order each time. */
function atOnce<Answer>(round: number, asked: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const order = asked.map((_one, at) => (at + round) % asked.length);
  const answers = new Map(order.map((at) => [at, asked[at]?.()]));
  return Promise.all(asked.map((_one, at) => answers.get(at) as Promise<Answer>));
}

test('columns of one rule that three set at once are all set', async () => {
  await set(profile({ RowStatus: 4 }));
  await set(newRule(1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const timeout = 600 + round;
    const action = 1 + (round % 2);
    const ports = round % 2 === 0 ? '5' : '6-7';
    const done = await atOnce(round, [
      () => byConsole(rule(1, { aclRuleAction: action })),
      () => bySnmp(rule(1, { aclRuleTimeout: timeout })),
      () => byLines(`set security acl edit-rules 1 1 aclRulePorts ${ports}`),
    ]);
    expect(done).toEqual([true, true, true]);
    const wanted = { aclRuleAction: action, aclRuleTimeout: timeout, aclRulePorts: ports };
    expect(await rows('aclRuleEntry')).toMatchObject([wanted]);
  }
});

test('a row that three make at once is made by one', async () => {
  await set(profile({ RowStatus: 4 }));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const done = await atOnce(round, [
      () => byConsole(newRule(round, { aclRulePorts: '1' })),
      () => bySnmp(newRule(round, { aclRulePorts: '2' })),
      () => byLines(ruleLine(round)),
    ]);
    expect(done.filter((one) => one)).toHaveLength(1);
    const made = (await rows('aclRuleEntry')).find(({ aclRuleId }) => aclRuleId === round);
    expect(made).toMatchObject({ aclRulePorts: `${done.indexOf(true) + 1}` });
  }
});

test('a profile that is deleted while others give it rules has them, or is gone and they are refused', async () => {
  const ends = new Set<boolean>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await set(profile({ RowStatus: 4 }));
    const elsewhere = `place ${round}`;
    const [isGone = false, ...made] = await atOnce(round, [
      () => byConsole(profile({ RowStatus: 6 })),
      () => bySnmp(newRule(2)),
      () => byLines(ruleLine(3)),
      () => byLines('begin', `set system system-management location "${elsewhere}"`, ruleLine(4), 'apply'),
    ]);
    ends.add(isGone);
    expect(await rows('aclProfileEntry')).toHaveLength(isGone ? 0 : 1);
    const ids = (await rows('aclRuleEntry')).map(({ aclRuleId }) => aclRuleId);
    expect(ids).toEqual([2, 3, 4].filter((_id, at) => made[at]));
    expect(made.includes(true)).toBe(!isGone);
    // What was begun is applied whole, or not at all.
    const { sysLocation } = Object(await client.read('system'));
    expect(sysLocation === elsewhere).toBe(made[2]);
    await context().change(say('a test'), () => factory);
  }
  expect(ends.size).toBe(2);
});

test('a VLAN that is deleted while others change it, and a user comes into it, is gone for all of them', async () => {
  const port = { dot1xPaePortNumber: 2 };
  const supplicant = new Md5Supplicant(agent, 2, '02-AA-00-00-00-02', false);
  await set({ Template: 'dot1xExtConfig', dot1xAuthMethod: 2 });
  await set({
    Template: 'dialInUserEntry',
    dialInUserName: 'ann',
    dialInUserPassword: 'hello there',
    dialInUserVlan: 20,
    RowStatus: 4,
  });
  await set({ Template: 'dot1xPortExtEntry', ...port, dot1xPortDynamicVlan: 1 });
  await set({
    Template: 'dot1xAuthConfigEntry',
    ...port,
    dot1xAuthAuthControlledPortControl: 2,
    dot1xAuthQuietPeriod: 1,
  });
  await set({ Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 });
  supplicant.speaks = true;
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const vlan = { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 };
    await set({ ...vlan, dot1qVlanStaticEgressPorts: '3', RowStatus: 4 });
    if (round % 2 === 0) {
      await expect
        .poll(() => {
          agent.clock.advance(2_000);
          supplicant.begin();
          return context().slots.get(portDecisions).get(2)?.vlan;
        })
        .toBe(20);
    } else supplicant.begin();
    const name = `room ${round}`;
    const [isGone] = await atOnce(round, [
      () => byConsole({ ...vlan, RowStatus: 6 }),
      () => bySnmp({ ...vlan, dot1qVlanStaticName: name }),
      () => byLines('set network vlan tagged 20 member-ports 3-4'),
    ]);
    expect(isGone).toBe(true);
    expect((await rows('dot1qVlanStaticEntry')).map(({ dot1qVlanIndex }) => dot1qVlanIndex)).toEqual([1]);
    await expect.poll(() => context().slots.get(portDecisions).get(2)).toBeUndefined();
    expect(agent.plans.at(-1)?.vlans.has(20)).toBe(false);
    expect(context().forwarding().state.access.get(2)?.vlan).toBeUndefined();
  }
});
