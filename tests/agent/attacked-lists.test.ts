import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

afterEach(() => context().change(say('a test'), () => factory));

const context = () => agent.running.context;

describe('"What happens to this frame?"', () => {
  const ask = (params: object) => client.call('CommonGet', { Template: 'aclTraceEntry', tracePort: 1, ...params });

  test.each([
    [{ tracePort: 11 }, 'Port 11 does not exist.'],
    [{ tracePort: 'one' }, 'Source port: Please enter an integer between 1 ~ 64'],
    [{ tracePort: -1 }, 'Source port: Please enter an integer between 1 ~ 64'],
    [{ traceVlan: 4095 }, 'VLAN tag: Please enter an integer between 0 ~ 4094'],
    [{ traceSourcePort: 1.5 }, 'Source Port: Please enter an integer between 0 ~ 65535'],
    [{ traceDestinationPort: 'x'.repeat(10_000) }, 'Destination Port: Please enter an integer between 0 ~ 65535'],
    [{ traceSourceMac: 'FF-FF-FF-FF-FF-FF' }, 'Source MAC: Invalid MAC address.'],
    [{ traceDestinationMac: 'x'.repeat(10_000) }, 'Destination MAC: Invalid MAC address.'],
    [{ traceSource: 'fe80::1%vlan1' }, 'Source IP: Invalid IPv6 address.'],
    [{ traceProtocol: 6 }, 'Protocol must be one of 1 (ARP), 2 (ICMP echo), 3 (TCP), 4 (UDP), 5 (Other Ethernet).'],
    [{ nothing: 1 }, 'Path of a frame has no column "nothing".'],
    [
      { traceProtocol: [1] },
      'The request is not understood at params.traceProtocol: a value is neither text nor a number.',
    ],
    ...[2, 3, 4].flatMap((traceProtocol) =>
      [
        { traceSource: '192.168.10.1', traceDestination: '2001:db8::1' },
        { traceSource: '2001:db8::1', traceDestination: '192.168.10.1' },
      ].map((addresses): [object, string] => [
        { traceProtocol, ...addresses },
        'Source IP and Destination IP must be of the same IP version.',
      ]),
    ),
    [
      { traceProtocol: 1, traceSource: '192.168.10.1', traceDestination: '2001:db8::1' },
      'ARP requires IPv4 addresses.',
    ],
  ])('says of %o what is wrong with it', async (params, message) => {
    const { error } = await ask(params);
    expect(error.message).toBe(message);
    expect(error.code).not.toBe(0);
  });

  test('is answered whatever fits together', async () => {
    const any = { traceSource: '2001:db8::1', traceDestination: '192.168.10.1', traceProtocol: 5 };
    for (const params of [any, { traceSource: '::' }, { traceDestination: '255.255.255.255', traceVlan: 4094 }]) {
      const { error, result } = await ask(params);
      expect(error.message).toBe('');
      expect(result).not.toEqual([]);
    }
  });
});

describe('a hostile backup file', () => {
  let backup: readonly string[];

  beforeAll(async () => {
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const fetched = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}`);
    backup = (await fetched.text()).trimEnd().split('\n');
  });

  const nameOf = (line: string) => /"object":"(\w+)"/.exec(line)?.[1];
  const row = (object: string, values: unknown) => JSON.stringify({ object, row: values });
  const profile = (aclProfileId: unknown, more: object = {}) =>
    row('aclProfileEntry', { aclProfileId, aclProfileUseEtherType: 1, ...more });
  const rule = (aclRuleId: unknown, more: object = {}) =>
    row('aclRuleEntry', { aclProfileId: 1, aclRuleId, aclRuleEtherType: '8863', aclRulePorts: '5', ...more });
  const many = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at + 1));

  /** What is said of a file with these lines in the place of those of the same objects; `*` is the first of them. */
  async function said(lines: readonly string[]): Promise<string> {
    const names = new Set(lines.map(nameOf));
    const kept = backup.filter((line) => !names.has(nameOf(line)));
    const before = context().configuration();
    const { error } = await client.upload(RESTORE_UPLOAD, new Blob([`${[...kept, ...lines].join('\n')}\n`]));
    expect(error.code).not.toBe(0);
    expect(context().configuration()).toBe(before);
    expect((await client.set('cfgTransferCtrl', { cfgConfirm: 2 })).error.message).toContain(
      'No configuration is pending',
    );
    return error.message.replaceAll(/(?<=Line )\d+/g, (line) => `*${Number(line) - kept.length - 1 || ''}`);
  }

  const full = 'Line *: The table is full (maximum 256 entries).';
  const id = 'Line *1: Access rule, Access ID: Please enter an integer between 1 ~ 65535';

  test.each<[string, () => readonly string[], string]>([
    ['7000 rules', () => many(7000, (at) => rule(at)), full],
    ['7000 rules of a profile that is not there', () => many(7000, (at) => rule(at, { aclProfileId: 9 })), full],
    ['a rule too many', () => [...many(257, (at) => rule(at)), profile(1)], full],
    ['a rule given twice', () => [profile(1), rule(1), rule('1')], 'Line *2: The entry is a duplicate.'],
    ['the same rule twice', () => [profile(1), rule(1), rule(2)], 'Line *1: An identical rule exists: 2.'],
    ['a rule without its profile', () => [rule(1)], 'Line *: Access profile 1 does not exist.'],
    ['a port that is not there', () => [profile(1), rule(1, { aclRulePorts: '11' })], 'ports must be within 1 ~ 10.'],
    ['values that its profile does not look at', () => [profile(1), rule(1, { aclRuleVlan: 5 })], 'Line *1: Profile 1'],
    ['a huge number', () => [profile(1), rule(1e308)], id],
    ['thousands of digits', () => [profile(1), rule('9'.repeat(5000))], id],
    ['a list for a number', () => [profile(1), rule([1])], id],
    ['an object for a text', () => [profile(1), rule(1, { aclRulePorts: {} })], 'Line *1: Access rule, Ports: '],
    ['nothing for a row', () => [row('aclRuleEntry', null)], 'Line *: Access rule: the line has no values.'],
    ['lists in lists', () => [`{"object":"aclRuleEntry","row":${'['.repeat(9999)}${']'.repeat(9999)}}`], 'Line *'],
    ['names that mean something else', () => ['{"object":"aclRuleEntry","row":{"__proto__":{}}}'], 'Line *'],
    ['chunks that overlap', () => [profile(1, chunks)], 'Line *: Chunks must not overlap.'],
    [
      'thousands of filters by a list that is not there',
      () => many(4093, (at) => row('arpInspFilterEntry', { arpInspVlanId: at, arpInspFilterAcl: 'a' })),
      'Line *: ARP access list a does not exist.',
    ],
  ])('with %s is refused whole', async (_what, lines, message) => {
    expect(await said(lines())).toContain(message);
  });

  test('with too many rows is said nothing else of', async () => {
    expect(await said(many(7000, (at) => rule(at, { aclProfileId: 9 })))).toBe(full);
  });
});

const chunks = {
  aclProfileType: 4,
  aclProfileUseEtherType: 2,
  ...Object.fromEntries(
    [1, 2].flatMap((at) => [
      [`aclProfileChunk${at}Base`, 1],
      [`aclProfileChunk${at}Offset`, 2 * at],
      [`aclProfileChunk${at}Mask`, 'FFFFFFFF'],
    ]),
  ),
};
