import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { framesToTry, patience, seed } from '../random-frames.ts';
import { type ChangeAnswer, CONFIRM_WINDOW } from './change.ts';
import { type CloudMessage, readCloudMessage, readSwitchAnswer, readSwitchMessage } from './messages.ts';
import { BAD_REVISIONS, DRIFT_LINES, type SwitchReport } from './report.ts';
import { LONGEST_FRAME, RpcErrorCode } from './wire.ts';

const frame = (words: object) => JSON.stringify({ jsonrpc: '2.0', ...words });

const HASH = '0123456789abcdef'.repeat(4);

const change = { id: 'change-1', revision: 7, user: 'owner' };
const configuration = { objects: { system: { sysName: 'hall' }, dot1qVlanStaticEntry: [{ dot1qVlanIndex: 20 }] } };

const report: SwitchReport = {
  model: 'TPE-1021WS',
  version: '1.0.0',
  name: 'hall',
  address: '192.0.2.1',
  upTime: 12,
  owner: 'cloud',
  hash: HASH,
  revision: 7,
  revisionHash: HASH,
  safeRevision: 6,
  badRevisions: [5],
  pending: { id: 'change-2', revision: 8, secondsLeft: 119 },
  last: {
    status: 'reverted',
    id: 'change-0',
    revision: 5,
    cause: 'deadline',
    reason: { text: 'Nobody confirmed it.' },
  },
  drift: [{ what: { text: '{{name}} added', values: { name: 'VLAN 20' } } }],
  driftLines: 1,
};

const requests = [
  { id: 1, method: 'ping' },
  { id: 2, method: 'call', params: { user: 'owner', rpc: '{}' } },
  { id: 2, method: 'call', params: { user: 'owner', rpc: '{}', change: { id: 'c', revision: 1 } } },
  { id: 'a', method: 'configure', params: { ...change, configuration } },
  { id: 'b', method: 'configure', params: { ...change, calls: [{ method: 'CommonSet', params: {} }] } },
  { id: 'c', method: 'confirm', params: { id: 'change-1' } },
  { id: 'd', method: 'configuration' },
  { id: 'e', method: 'globals' },
  { id: 'f', method: 'reboot', params: { user: 'owner' } },
];

const told = [
  { id: 'connect', result: {} },
  { id: 'connect', error: { message: 'revoked' } },
  { method: 'restarting', params: { spread: 1000 } },
];

const fromSwitch = [
  { id: 'connect', method: 'connect', params: report },
  { id: 'renew', method: 'renew' },
  { method: 'state', params: report },
  { method: 'healthcheck', params: { sanity: 100, alarms: [] } },
  { method: 'log', params: { severity: 4, time: 0, said: { text: 'The fan stands still.' } } },
  { id: 1, result: { answer: '{}' } },
  { id: 1, error: { code: -32601, message: 'no such method' } },
];

/** The code that a frame is refused with; "none" for what is no request at all. */
const refusalOf = (words: object) => {
  const read = readCloudMessage(frame(words));
  return read && 'wrong' in read ? read.wrong.code : read ? 'taken' : 'none';
};

const configure = (params: object) => refusalOf({ id: 1, method: 'configure', params: { ...change, ...params } });

describe('what a cloud says', () => {
  test.each(requests)('is read: $method', (words) => {
    expect(readCloudMessage(frame(words))).toMatchObject(words);
  });

  test.each(told)('is read, of what is no request: %o', (words) => {
    expect(readCloudMessage(frame(words))).toMatchObject(words);
  });

  test('confirms within two minutes where it says nothing of that, and within half a minute to an hour', () => {
    expect(readCloudMessage(frame({ id: 1, method: 'configure', params: { ...change, configuration } }))).toMatchObject(
      {
        params: { window: CONFIRM_WINDOW.usual },
      },
    );
    const taken = [29, 30, 3600, 3601, 30.5, '120'].map((window) => configure({ configuration, window }));
    const { invalidParams } = RpcErrorCode;
    expect(taken).toEqual([invalidParams, 'taken', 'taken', invalidParams, invalidParams, invalidParams]);
  });

  test.each([
    ['neither configuration nor calls', {}],
    ['both', { configuration, calls: [{}] }],
    ['no call at all', { calls: [] }],
    ['more calls than a batch holds', { calls: Array.from({ length: 8193 }, () => ({})) }],
    ['an object as a value', { configuration: { objects: { system: { sysName: {} } } } }],
    ['rows in rows', { configuration: { objects: { system: [[]] } } }],
    ['a value that is null', { configuration: { objects: { system: { sysName: null } } } }],
    ['no name', { configuration, id: '' }],
    ['a name with a line end', { configuration, id: 'a\n' }],
    ['a long name', { configuration, id: 'a'.repeat(65) }],
    ['revision 0', { configuration, revision: 0 }],
    ['a revision that is no number', { configuration, revision: '7' }],
    ['half a revision', { configuration, revision: 7.5 }],
    ['a revision beyond what JSON holds', { configuration, revision: 2 ** 53 }],
  ])('is refused by its id: a change with %s', (_what, params) => {
    expect(configure(params)).toBe(RpcErrorCode.invalidParams);
  });

  test('is refused by its id where the switch knows no such method, and is none without an id', () => {
    expect(refusalOf({ id: 1, method: 'factory' })).toBe(RpcErrorCode.methodNotFound);
    expect(refusalOf({ id: 1, method: 'toString' })).toBe(RpcErrorCode.methodNotFound);
    expect(refusalOf({ method: 'configure', params: { ...change, configuration } })).toBe('none');
    expect(refusalOf({ id: {}, method: 'ping' })).toBe('none');
  });

  test('may leave a table without rows, and is not a group then', () => {
    const objects = { dot1qVlanStaticEntry: [] };
    const read = readCloudMessage(
      frame({ id: 1, method: 'configure', params: { ...change, configuration: { objects } } }),
    );
    expect(Object(read).params.configuration).toEqual({ objects });
  });

  test('names no prototype', () => {
    const polluted = `{"jsonrpc":"2.0","id":1,"method":"configure","params":{"id":"c","revision":1,"user":"o",
      "configuration":{"objects":{"__proto__":{"polluted":1},"system":{"__proto__":"x"}}}}}`;
    const read = readCloudMessage(polluted);
    expect(JSON.stringify(read)).not.toContain('polluted');
    expect(Object(read).params.configuration.objects.polluted).toBeUndefined();
  });

  test('is no longer than a frame may be', () => {
    const frameOf = (length: number) => frame({ id: 1, method: 'ping' }).padEnd(length, ' ');
    expect(readCloudMessage(frameOf(LONGEST_FRAME))).toBeDefined();
    expect(readCloudMessage(frameOf(LONGEST_FRAME + 1))).toBeUndefined();
  });
});

describe('what a switch says', () => {
  test.each(fromSwitch)('is read: %o', (words) => {
    expect(readSwitchMessage(frame(words))).toMatchObject(words);
  });

  test('is nothing without result and error, and no report without its hash', () => {
    expect(readSwitchMessage(frame({ id: 1 }))).toBeUndefined();
    expect(readSwitchMessage(frame({ method: 'state', params: { ...report, hash: '' } }))).toBeUndefined();
    expect(readSwitchMessage(frame({ method: 'state', params: { ...report, name: 'n'.repeat(256) } }))).toBeUndefined();
  });

  test('tells no more than a report has room for', () => {
    const read = (drift: number, bad: number) =>
      readSwitchMessage(
        frame({
          method: 'state',
          params: {
            ...report,
            drift: Array.from({ length: drift }, () => ({ what: { text: 'x' } })),
            badRevisions: Array.from({ length: bad }, (_, at) => at),
          },
        }),
      );
    expect(read(DRIFT_LINES, BAD_REVISIONS)).toBeDefined();
    expect(read(DRIFT_LINES + 1, BAD_REVISIONS)).toBeUndefined();
    expect(read(DRIFT_LINES, BAD_REVISIONS + 1)).toBeUndefined();
  });

  const answers: ChangeAnswer[] = [
    { status: 'pending', id: 'c', revision: 1, secondsLeft: 120 },
    { status: 'committed', id: 'c', revision: 1 },
    { status: 'reverted', id: 'c', revision: 1 },
    { status: 'refused', id: 'c', revision: 1, cause: 'busy', fault: { code: 13, message: 'Try again in 10 s.' } },
  ];

  test.each(answers)('about a change is read: $status', (answer) => {
    expect(readSwitchAnswer('configure', answer)).toEqual(answer);
    expect(readSwitchAnswer('call', { answer: '{}', change: answer })).toEqual({ answer: '{}', change: answer });
  });

  test('is an answer to what was asked only', () => {
    expect(readSwitchAnswer('confirm', { id: 'c', status: 'stale' })).toEqual({ id: 'c', status: 'stale' });
    expect(readSwitchAnswer('confirm', answers[0])).toBeUndefined();
    expect(readSwitchAnswer('configuration', { revision: 1, hash: HASH, configuration })).toBeDefined();
    expect(readSwitchAnswer('configuration', { revision: 1, hash: HASH })).toBeUndefined();
  });
});

const count = framesToTry(5000);

/** Frames that are nearly right: octets of real ones are changed, parts of them put in each other's place. */
const nearlyRight = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...requests, ...told, ...fromSwitch),
      fc.array(fc.tuple(fc.nat(4000), fc.string()), { maxLength: 4 }),
    )
    .map(([words, damages]) =>
      damages.reduce(
        (text, [at, piece]) => text.slice(0, at % text.length) + piece + text.slice((at % text.length) + 1),
        frame(words),
      ),
    ),
  fc
    .record({
      id: fc.oneof(fc.jsonValue(), fc.constantFrom('connect', 'renew', 1)),
      method: fc.constantFrom('configure', 'call', 'confirm', 'connect', 'state', 'restarting', 'log', undefined),
      params: fc.oneof(
        fc.jsonValue(),
        fc.record({
          ...Object.fromEntries(Object.keys(change).map((key) => [key, fc.jsonValue()])),
          configuration: fc.jsonValue(),
        }),
      ),
      result: fc.option(fc.jsonValue(), { nil: undefined }),
    })
    .map(frame),
);

/** Whether what was read keeps what the readers promise. */
function holds(read: CloudMessage | undefined): boolean {
  if (!read || !('method' in read) || read.method !== 'configure') return true;
  const { id, revision, window } = read.params;
  const within = window >= CONFIRM_WINDOW.shortest && window <= CONFIRM_WINDOW.longest;
  return /^[\w-]{1,64}$/.test(id) && Number.isSafeInteger(revision) && revision > 0 && within;
}

test(
  `${count} damaged and random frames are taken calmly on either side, seed ${seed}`,
  () => {
    fc.assert(
      fc.property(nearlyRight, (text) => {
        const read = readCloudMessage(text);
        readSwitchMessage(text);
        return holds(read);
      }),
      { numRuns: count, seed },
    );
  },
  patience(count),
);
