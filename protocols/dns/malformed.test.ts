import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import { readDnsAnswer } from './answer.ts';
import {
  buildDnsQuery,
  buildDnsResponse,
  type DnsRecord,
  parseDnsQuery,
  parseDnsResponse,
  RecordType,
} from './message.ts';
import { decodeName, encodeName } from './name.ts';
import { concatenated, uint16Octets } from './octets.ts';

const question = { id: 0x1234, name: 'ntp.example', type: RecordType.a };
const response = { ...question, code: 0, truncated: false };
const IN = 1;

const address = (value: string): DnsRecord => ({ name: 'ntp.example', type: RecordType.a, timeToLive: 300, value });
const text = (value: string) => new TextEncoder().encode(value);

/** The octets of a response whose answers are given as on the wire. */
function answered(...records: Uint8Array[]): Uint8Array {
  const empty = buildDnsResponse({ ...response, records: [] }) ?? new Uint8Array();
  const octets = concatenated([empty, ...records]);
  octets[7] = records.length;
  return octets;
}

function wireRecord(type: number, dnsClass: number, content: Uint8Array): Uint8Array {
  const name = encodeName('ntp.example') ?? new Uint8Array();
  return concatenated([name, uint16Octets(type, dnsClass, 0, 300, content.length), content]);
}

describe('a name', () => {
  const longest = ['a'.repeat(63), 'b'.repeat(63), 'c'.repeat(63), 'd'.repeat(61)].join('.');

  test('has labels of 63 octets and 255 in all at most, written and read', () => {
    const octets = encodeName(longest) ?? new Uint8Array();
    expect(octets).toHaveLength(255);
    expect(decodeName(octets, 0)).toEqual({ name: longest, end: 255 });
    expect(encodeName(`${longest}d`)).toBeUndefined();
    const tooLong = concatenated([...longest.split('.').map((label) => labelled(label)), labelled('e'), octet(0)]);
    expect(decodeName(tooLong, 0)).toBeUndefined();
    expect(decodeName(concatenated([labelled('x'.repeat(64)), octet(0)]), 0)).toBeUndefined();
  });

  test('that ends with its message is none', () => {
    expect(decodeName(Uint8Array.of(0, 0xc0), 1)).toBeUndefined();
    expect(decodeName(Uint8Array.of(5, 0x61), 0)).toBeUndefined();
    expect(decodeName(Uint8Array.of(1, 0x61), 0)).toBeUndefined();
  });

  test('shows what is no letter of a name as its decimal number', () => {
    const read = (...octets: number[]) => decodeName(Uint8Array.of(octets.length, ...octets, 0), 0)?.name;
    expect(read(0x21, 0x41, 0x7e)).toBe('!a~');
    expect(read(0x20, 0x7f, 0x2e, 0x5c, 0x05, 0xff)).toBe('\\032\\127\\046\\092\\005\\255');
  });

  const octet = (value: number) => Uint8Array.of(value);
  const labelled = (label: string) => concatenated([octet(label.length), text(label)]);
});

describe('a query', () => {
  const query = buildDnsQuery(question) ?? new Uint8Array();

  test('is no response, and a response no query', () => {
    expect(parseDnsQuery(answered())).toBeUndefined();
    expect(parseDnsResponse(query)).toBeUndefined();
  });

  test('has one whole question in class IN', () => {
    const changed = (offset: number, octet: number) => {
      const copy = query.slice();
      copy[offset] = octet;
      return parseDnsQuery(copy);
    };
    expect(parseDnsQuery(query)).toEqual(question);
    expect(changed(5, 0)).toBeUndefined();
    expect(changed(5, 2)).toBeUndefined();
    expect(changed(query.length - 1, 3)).toBeUndefined();
    for (let end = 0; end < query.length; end += 1) expect(parseDnsQuery(query.subarray(0, end))).toBeUndefined();
  });
});

describe('a response is not written', () => {
  test.each<[string, Partial<DnsRecord>]>([
    ['of a name that is none', { name: 'a..b' }],
    ['that is an alias of a name that is none', { type: RecordType.cname, value: 'a..b' }],
    ['with an IPv6 address that is none', { type: RecordType.aaaa, value: '2001:db8::g' }],
    ['of another type', { type: 16, value: '2001:db8::1' }],
  ])('with a record %s', (_what, change) => {
    expect(buildDnsResponse({ ...response, records: [{ ...address('192.0.2.1'), ...change }] })).toBeUndefined();
  });

  test('to a question whose name is none', () => {
    expect(buildDnsResponse({ ...response, name: 'a..b', records: [] })).toBeUndefined();
  });
});

describe('a response', () => {
  const good = wireRecord(RecordType.a, IN, Uint8Array.of(192, 0, 2, 1));

  test.each([
    ['of another type', wireRecord(16, IN, text('abcd'))],
    ['of another type, as long as an IPv6 address', wireRecord(16, IN, new Uint8Array(16))],
    ['of another class', wireRecord(RecordType.a, 3, Uint8Array.of(192, 0, 2, 66))],
    ['of an IPv4 address with five octets', wireRecord(RecordType.a, IN, Uint8Array.of(192, 0, 2, 66, 0))],
    ['of an IPv6 address with four octets', wireRecord(RecordType.aaaa, IN, Uint8Array.of(192, 0, 2, 66))],
    ['of an alias without an end', wireRecord(RecordType.cname, IN, Uint8Array.of(0xc0, 0xff))],
  ])('is read past a record %s', (_what, other) => {
    expect(parseDnsResponse(answered(other, good))?.records).toEqual([address('192.0.2.1')]);
  });

  test('that ends within a record is none', () => {
    const whole = answered(good);
    for (let end = whole.length - good.length; end < whole.length; end += 1) {
      expect(parseDnsResponse(whole.subarray(0, end))).toBeUndefined();
    }
  });

  test('that says that it is cut short gives the records before the cut', () => {
    const whole = answered(good, good);
    whole[2] = (whole[2] ?? 0) | 0x02;
    const read = parseDnsResponse(whole.subarray(0, -1));
    expect(read).toMatchObject({ truncated: true, records: [address('192.0.2.1')] });
  });
});

describe('an answer', () => {
  const answerTo = (records: readonly DnsRecord[], code = 0) =>
    readDnsAnswer(question, buildDnsResponse({ ...response, code, records }) ?? new Uint8Array());
  const alias = (from: string, to: string, timeToLive = 300): DnsRecord => ({
    name: from,
    type: RecordType.cname,
    timeToLive,
    value: to,
  });

  test('may be kept as long as the alias that led to it', () => {
    const found = { ...address('192.0.2.1'), name: 'time.example' };
    expect(answerTo([alias('ntp.example', 'time.example', 10), found])).toMatchObject({ timeToLive: 10 });
  });

  test('is found behind sixteen aliases, not behind more', () => {
    const chain = (length: number) => [
      ...Array.from({ length }, (_, index) =>
        alias(index === 0 ? 'ntp.example' : `a${index}.example`, `a${index + 1}.example`),
      ),
      { ...address('192.0.2.1'), name: `a${length}.example` },
    ];
    expect(answerTo(chain(16))).toMatchObject({ addresses: ['192.0.2.1'] });
    expect(answerTo(chain(17))).toMatchObject({ addresses: [] });
  });

  test.each([
    [1, 'the server did not understand the question'],
    [2, 'the server failed to look the name up'],
    [4, 'the server does not answer such queries'],
    [5, 'the server refused to answer'],
    [9, 'the server answered with code 9'],
  ])('of code %i says: %s', (code, reason) => {
    const answer = answerTo([], code);
    expect(answer).toMatchObject({ kind: 'failure', code });
    expect(answer?.kind === 'failure' && wordsOf(answer.reason)).toBe(reason);
  });
});
