import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandIo } from '../../device/command-line/command-io.ts';
import { Outcome, Shell } from '../../device/command-line/shell.ts';
import { storeConfiguration } from '../../device/flash/stored-configuration.ts';
import type { Caller } from '../../device/management.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import { seed } from '../../protocols/random-frames.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { Random } from '../../tests/oracle/random.ts';
import { randomCalls } from '../../tests/oracle/random-calls.ts';
import { verbs } from './command-line-verbs.ts';

let first: TestAgent;
let second: TestAgent;
let web: AgentClient;
/** The factory's settings. */
let pristine: Configuration;

beforeAll(async () => {
  [first, second] = await Promise.all([startTestAgent(), startTestAgent()]);
  web = await first.signedIn();
  pristine = first.running.context.configuration();
});

afterAll(() => Promise.all([first.close(), second.close()]));

const caller: Caller = {
  access: 'commandLine',
  user: 'admin',
  session: 'line',
  remoteAddress: '192.0.2.9',
  connection: undefined,
};

/** Result of lines: the output, and the errors. */
interface Answer {
  readonly printed: readonly string[];
  readonly complaints: readonly string[];
}

/** Enters lines at a switch; a password that is asked for is given. */
async function enter(
  { running: { context } }: TestAgent,
  lines: readonly string[],
  { password = PASSWORD, who = caller } = {},
): Promise<Answer> {
  const printed: string[] = [];
  const complaints: string[] = [];
  const io: CommandIo = {
    width: 80,
    async print(each) {
      for await (const line of each) printed.push(line);
    },
    complain: async (message) => void complaints.push(message),
    ask: async () => true,
    askPassword: async () => password,
    signal: new AbortController().signal,
  };
  const shell = new Shell(context, who, verbs, async (given) => {
    if (given !== PASSWORD) throw new Error('wrong');
  });
  for (const line of lines) await shell.run(line, io);
  return { printed, complaints };
}

const proved: Caller = { ...caller, isProved: true };

const dump = async (agent: TestAgent, line = 'show running-config') =>
  (await enter(agent, [line], { who: proved })).printed;

/** The configuration except for the account, and for settings that follow from the switch's address. */
function configured({ running: { context } }: TestAgent): unknown {
  const { sysUserEntry: _, ...others } = storeConfiguration(context.objects, context.configuration()).objects;
  return JSON.parse(JSON.stringify(others).replaceAll(context.hardware.baseMacAddress, 'own'));
}

describe('the running configuration', () => {
  test('is empty for a switch that was never configured, and the same octets each time', async () => {
    expect(await dump(second)).toEqual([]);
    expect((await web.set('system', { sysName: 'core', sysLocation: 'Room "4"; left?' })).error.code).toBe(0);
    expect(await dump(first)).toEqual([
      'begin replace',
      'set system system-management system-name core location "Room \\"4\\"; left?"',
      'apply',
    ]);
    expect(await dump(first, 'show running-config | section LOCATION')).toHaveLength(1);
    expect(await dump(first, 'show running-config | begin set')).toHaveLength(2);
    expect(await dump(first, 'show startup-config')).toEqual([]);
    expect(await dump(first, 'sh run | include name')).toHaveLength(1);
  });

  test(`pasted into a factory-fresh switch is the same configuration, seed ${seed}`, async () => {
    const factory = first.running.context.configuration();
    const random = new Random(seed);
    const show = 'show running-config secrets';
    for (let time = 0; time < 12; time += 1) {
      await first.running.context.change(say('a test'), () => factory);
      for (const calls of randomCalls(random, first.running.context.hardware.portCount)) {
        const methods = calls.map((params) => ({ method: 'CommonSet', params }));
        await web.call('BatchPost', { FuncName: 'test', calls: methods });
      }
      const lines = await dump(first, show);
      expect(await dump(first, show)).toEqual(lines);
      const fresh = second.running.context.configuration();
      const { complaints } = await enter(second, lines, { who: proved });
      expect(complaints, lines.join('\n')).toEqual([]);
      expect(configured(second)).toEqual(configured(first));
      expect(await dump(second, show)).toEqual(lines);
      await second.running.context.change(say('a test'), () => fresh);
    }
  });
});

test('what no single change could make any more, such as a binding whose port is trusted now, is restored as well', async () => {
  await first.running.context.change(say('a test'), () => pristine);
  const made = await enter(first, [
    'add security dhcp-snooping binding 1 02-00-00-00-00-07 ip-address 192.0.2.7 port 6',
    'set security dhcp-snooping interfaces 6 trust enabled',
  ]);
  expect(made.complaints).toEqual([]);
  const lines = await dump(first);
  await enter(first, ['delete security dhcp-snooping binding all']);
  expect((await enter(first, lines, { who: proved })).complaints).toEqual([]);
  expect(await dump(first)).toEqual(lines);
  await first.running.context.change(say('a test'), () => pristine);
});

describe('secrets', () => {
  const sealed = () => dump(first, 'show running-config | include radius');

  beforeAll(async () => {
    const server = {
      radiusServerPriority: 1,
      radiusServerAddress: '192.0.2.7',
      radiusServerKey: 'Zx7?Secret9',
      RowStatus: 4,
    };
    expect((await web.set('radiusServerEntry', server)).error.message).toBe('');
  });

  test('are sealed alike each time, open at this switch and at no other', async () => {
    const lines = await sealed();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ sealed:[0-9a-f]{8}:[A-Za-z0-9+/]+=*/);
    expect(lines[0]).not.toContain('Zx7');
    expect(await sealed()).toEqual(lines);
    const before = configured(first);
    expect((await enter(first, ['delete security radius 1', ...lines], { who: proved })).complaints).toEqual([]);
    expect(configured(first)).toEqual(before);
    const { complaints } = await enter(second, lines, { who: proved });
    expect(complaints).toEqual([expect.stringContaining('was encrypted for another switch or entry.')]);
    const moved = lines.map((line) => line.replace(/(radius-server|radius) 1 /, '$1 2 '));
    expect((await enter(first, moved, { who: proved })).complaints).toHaveLength(1);
  });

  test('that do not open keep the whole from being replaced, unless it is forced', async () => {
    const before = configured(second);
    const lines = await dump(first);
    const { complaints } = await enter(second, lines, { who: proved });
    expect(complaints.at(-1)).toMatch(/^Lines refused since "begin replace": 1\./);
    expect(configured(second)).toEqual(before);
    await enter(second, [...lines, 'force apply'], { who: proved });
    const others = { ...Object(configured(first)), radiusServerEntry: [] };
    expect(configured(second)).toEqual(others);
  });

  test('are shown in clear only after the password, which the log tells', async () => {
    const shown = await enter(first, ['show running-config secrets | include radius']);
    expect(shown.printed.join('')).toContain('"Zx7?Secret9"');
    const told = JSON.stringify(await web.read('syslogMsgEntry'));
    expect(told).toContain('Configuration shown with its secrets');
    const refused = await enter(first, ['show running-config secrets'], { password: 'wrong' });
    expect(refused.printed).toEqual([]);
    const plain: CommandIo = {
      width: 80,
      print: () => Promise.reject(new Error('printed')),
      complain: async () => {},
      ask: async () => false,
      signal: new AbortController().signal,
    };
    const shell = new Shell(first.running.context, caller, verbs);
    expect(await shell.run('show running-config secrets', plain)).toBe(Outcome.refused);
  });

  test('of which the lines are pasted are the same at another switch', async () => {
    const { printed } = await enter(first, ['show running-config secrets']);
    expect((await enter(second, printed, { who: proved })).complaints).toEqual([]);
    expect(configured(second)).toEqual(configured(first));
  });
});

test('the startup configuration is what was saved', async () => {
  await enter(first, ['save'], { who: proved });
  expect(await dump(first, 'show startup-config')).toEqual(await dump(first));
  expect((await web.set('system', { sysName: 'other' })).error.code).toBe(0);
  expect(await dump(first, 'show startup-config')).not.toEqual(await dump(first));
});
