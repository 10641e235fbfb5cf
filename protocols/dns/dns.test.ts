import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { say } from '../../model/values/message.ts';
import { readDnsAnswer } from './answer.ts';
import {
  buildDnsQuery,
  buildDnsResponse,
  type DnsRecord,
  type DnsResponse,
  parseDnsQuery,
  parseDnsResponse,
  RecordType,
} from './message.ts';
import { decodeName, encodeName } from './name.ts';

const question = { id: 0x1234, name: 'ntp.example', type: RecordType.a };
const record = (name: string, type: number, value: string, timeToLive = 300): DnsRecord => ({
  name,
  type,
  timeToLive,
  value,
});

/** The octets of a response to `question`, with some of its parts changed. */
function responseOf(change: Partial<DnsResponse>): Uint8Array {
  const octets = buildDnsResponse({ ...question, code: 0, truncated: false, records: [], ...change });
  if (!octets) throw new Error('the response cannot be written');
  return octets;
}

const octetsOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));

describe('messages', () => {
  test('queries and responses read back', () => {
    const name = fc.domain().map((domain) => domain.toLowerCase());
    const uint16 = fc.integer({ min: 0, max: 0xffff });
    const ttl = fc.integer({ min: 0, max: 0xffff_ffff });
    const records = fc.array(
      fc.oneof(
        fc.tuple(name, fc.ipV4(), ttl).map(([owner, address, life]) => record(owner, RecordType.a, address, life)),
        fc.tuple(name, name, ttl).map(([owner, alias, life]) => record(owner, RecordType.cname, alias, life)),
        fc.tuple(name, ttl).map(([owner, life]) => record(owner, RecordType.aaaa, '2001:db8::1', life)),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(uint16, name, uint16, records, fc.nat(15), fc.boolean(), (id, owner, type, list, code, truncated) => {
        const query = buildDnsQuery({ id, name: owner, type });
        expect(parseDnsQuery(query ?? new Uint8Array())).toEqual({ id, name: owner, type });
        const response = { id, name: owner, type, code, truncated, records: list };
        expect(parseDnsResponse(buildDnsResponse(response) ?? new Uint8Array())).toEqual(response);
      }),
    );
  });

  test('noise never throws and damaged responses never loop', () => {
    const whole = responseOf({ records: [record('ntp.example', RecordType.a, '192.0.2.1')] });
    const damaged = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 6 })
      .map((changes) => {
        const octets = whole.slice();
        for (const [offset, octet] of changes) octets[offset] = octet;
        return octets;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), damaged), fc.nat(60), (octets, end) => {
        parseDnsResponse(octets.subarray(0, end));
        readDnsAnswer(question, octets);
        parseDnsQuery(octets);
      }),
      { numRuns: 2000 },
    );
  });

  test('a compressed name, and pointers that lead forward or to themselves', () => {
    const message = octetsOf('03666f6f07657861 6d706c6500 0162c004'.replaceAll(' ', ''));
    expect(decodeName(message, 13)).toEqual({ name: 'b.example', end: 17 });
    expect(decodeName(octetsOf('c000'), 0)).toBeUndefined();
    expect(decodeName(octetsOf('c002c000'), 0)).toBeUndefined();
    expect(decodeName(octetsOf('0161'), 0)).toBeUndefined();
    expect(decodeName(octetsOf('40616100'), 0)).toBeUndefined();
  });

  test('names that cannot be written', () => {
    expect(encodeName(`${'a'.repeat(64)}.example`)).toBeUndefined();
    expect(encodeName('a..b')).toBeUndefined();
    expect(encodeName(Array(64).fill('abcd').join('.'))).toBeUndefined();
    expect(encodeName('')).toEqual(Uint8Array.of(0));
  });
});

describe('answers', () => {
  test('addresses at the end of a chain of aliases, kept as long as the shortest-lived record', () => {
    const octets = responseOf({
      records: [
        record('ntp.example', RecordType.cname, 'time.example', 60),
        record('time.example', RecordType.cname, 'a.example', 600),
        record('a.example', RecordType.a, '192.0.2.1', 30),
        record('a.example', RecordType.a, '192.0.2.2', 300),
        record('other.example', RecordType.a, '192.0.2.66', 300),
      ],
    });
    expect(readDnsAnswer(question, octets)).toEqual({
      kind: 'addresses',
      addresses: ['192.0.2.1', '192.0.2.2'],
      canonicalName: 'a.example',
      timeToLive: 30,
    });
  });

  test('the case of the name does not matter', () => {
    const octets = responseOf({ records: [record('ntp.example', RecordType.a, '192.0.2.1')] });
    expect(readDnsAnswer({ ...question, name: 'NTP.Example' }, octets)?.kind).toBe('addresses');
  });

  test('aliases in a circle come to an end without an address', () => {
    const octets = responseOf({
      records: [
        record('ntp.example', RecordType.cname, 'time.example'),
        record('time.example', RecordType.cname, 'ntp.example'),
      ],
    });
    expect(readDnsAnswer(question, octets)).toMatchObject({ kind: 'addresses', addresses: [] });
  });

  test('what is not the answer to the question is not taken', () => {
    expect(readDnsAnswer(question, responseOf({ id: 0x1235 }))).toBeUndefined();
    expect(readDnsAnswer(question, responseOf({ name: 'evil.example' }))).toBeUndefined();
    expect(readDnsAnswer(question, responseOf({ type: RecordType.aaaa }))).toBeUndefined();
    expect(readDnsAnswer(question, buildDnsQuery(question) ?? new Uint8Array())).toBeUndefined();
  });

  test('failures and truncation are told apart', () => {
    expect(readDnsAnswer(question, responseOf({ code: 3 }))).toMatchObject({ reason: say('the name does not exist') });
    expect(readDnsAnswer(question, responseOf({ code: 9 }))).toMatchObject({ kind: 'failure', code: 9 });
    expect(readDnsAnswer(question, responseOf({ truncated: true }))).toEqual({ kind: 'truncated' });
  });
});
