import { formatIpv6, parseIpv6 } from '../../model/values/ipv6.ts';
import { ipv4At, putIpv4, putUint16, uint16At } from '../frames/addresses.ts';
import { decodeName, encodeName } from './name.ts';
import { concatenated, uint16Octets } from './octets.ts';

/** Record types in use here (RFC 1035 3.2.2, RFC 3596). */
export const RecordType = { a: 1, cname: 5, aaaa: 28 } as const;

/** Response codes (RFC 1035 4.1.1). */
export const ResponseCode = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  nameError: 3,
  notImplemented: 4,
  refused: 5,
} as const;

/** One question in class IN. */
export interface DnsQuestion {
  /** 0..65535; unpredictable, so that answers cannot be forged. */
  readonly id: number;
  /** Lower case, without the root's dot. */
  readonly name: string;
  readonly type: number;
}

/** A record of an answer in class IN; other types are left out when a message is read. */
export interface DnsRecord {
  readonly name: string;
  readonly type: number;
  /** Seconds that the record may be kept. */
  readonly timeToLive: number;
  /** Canonical address text for A and AAAA, a name for CNAME. */
  readonly value: string;
}

/** A response as it came. */
export interface DnsResponse extends DnsQuestion {
  readonly code: number;
  /** The answer did not fit; ask again over TCP. */
  readonly truncated: boolean;
  readonly records: readonly DnsRecord[];
}

const HEADER = 12;
const CLASS_IN = 1;
const RESPONSE = 0x8000;
const TRUNCATED = 0x0200;
const RECURSION_DESIRED = 0x0100;
const RECURSION_AVAILABLE = 0x0080;

/** Writes a query with recursion desired; undefined where the name cannot be written (RFC 1035 4.1). */
export function buildDnsQuery(question: DnsQuestion): Uint8Array | undefined {
  const body = buildQuestion(question);
  return body && message(question.id, RECURSION_DESIRED, 0, body);
}

/** Reads a query with one question; undefined for anything else. */
export function parseDnsQuery(octets: Uint8Array): DnsQuestion | undefined {
  return (uint16At(octets, 2) & RESPONSE) === 0 ? parseQuestion(octets)?.question : undefined;
}

/** Writes the response to a question; undefined where a name or address of it cannot be written. */
export function buildDnsResponse(response: DnsResponse): Uint8Array | undefined {
  const parts = [buildQuestion(response), ...response.records.map(buildRecord)];
  const whole = parts.filter((part) => part !== undefined);
  if (whole.length !== parts.length) return undefined;
  const flags =
    RESPONSE | RECURSION_DESIRED | RECURSION_AVAILABLE | (response.truncated ? TRUNCATED : 0) | response.code;
  return message(response.id, flags, response.records.length, concatenated(whole));
}

/** Reads a response; undefined where it is none or is malformed. */
export function parseDnsResponse(octets: Uint8Array): DnsResponse | undefined {
  const flags = uint16At(octets, 2);
  const head = (flags & RESPONSE) === 0 ? undefined : parseQuestion(octets);
  if (!head) return undefined;
  const records: DnsRecord[] = [];
  const truncated = (flags & TRUNCATED) !== 0;
  let offset = head.end;
  for (let left = uint16At(octets, 6); left > 0; left -= 1) {
    const entry = parseRecord(octets, offset);
    // A truncated response may end anywhere.
    if (!entry && !truncated) return undefined;
    if (!entry) break;
    if (entry.record) records.push(entry.record);
    offset = entry.end;
  }
  return { ...head.question, code: flags & 0x0f, truncated, records };
}

function message(id: number, flags: number, answers: number, body: Uint8Array): Uint8Array {
  const octets = new Uint8Array(HEADER + body.length);
  putUint16(octets, 0, id);
  putUint16(octets, 2, flags);
  putUint16(octets, 4, 1);
  putUint16(octets, 6, answers);
  octets.set(body, HEADER);
  return octets;
}

function buildQuestion(question: DnsQuestion): Uint8Array | undefined {
  const name = encodeName(question.name);
  return name && concatenated([name, uint16Octets(question.type, CLASS_IN)]);
}

/** The one question; undefined also where the message is shorter than a header, for then its name is missing. */
function parseQuestion(octets: Uint8Array): { question: DnsQuestion; end: number } | undefined {
  const read = uint16At(octets, 4) === 1 ? decodeName(octets, HEADER) : undefined;
  // Missing octets read as 0, which is no class.
  if (!read || uint16At(octets, read.end + 2) !== CLASS_IN) return undefined;
  const question = { id: uint16At(octets, 0), name: read.name, type: uint16At(octets, read.end) };
  return { question, end: read.end + 4 };
}

function buildRecord(record: DnsRecord): Uint8Array | undefined {
  const name = encodeName(record.name);
  const content = buildContent(record);
  if (!name || !content) return undefined;
  const life = uint16Octets(Math.floor(record.timeToLive / 0x1_0000), record.timeToLive % 0x1_0000);
  return concatenated([name, uint16Octets(record.type, CLASS_IN), life, uint16Octets(content.length), content]);
}

function buildContent({ type, value }: DnsRecord): Uint8Array | undefined {
  if (type === RecordType.cname) return encodeName(value);
  if (type === RecordType.a) {
    const octets = new Uint8Array(4);
    putIpv4(octets, 0, value);
    return octets;
  }
  const address = type === RecordType.aaaa ? parseIpv6(value) : undefined;
  if (address === undefined) return undefined;
  return Uint8Array.from({ length: 16 }, (_, index) => Number((address >> BigInt(120 - index * 8)) & 0xffn));
}

function parseRecord(octets: Uint8Array, offset: number): { record?: DnsRecord; end: number } | undefined {
  const read = decodeName(octets, offset);
  if (!read) return undefined;
  const type = uint16At(octets, read.end);
  const start = read.end + 10;
  const end = start + uint16At(octets, read.end + 8);
  if (end > octets.length) return undefined;
  const value = uint16At(octets, read.end + 2) === CLASS_IN ? parseContent(octets, type, start, end) : undefined;
  if (value === undefined) return { end };
  const timeToLive = uint16At(octets, read.end + 4) * 0x1_0000 + uint16At(octets, read.end + 6);
  return { record: { name: read.name, type, timeToLive, value }, end };
}

function parseContent(octets: Uint8Array, type: number, start: number, end: number): string | undefined {
  if (type === RecordType.a && end - start === 4) return ipv4At(octets, start);
  if (type === RecordType.cname) return decodeName(octets, start)?.name;
  if (type !== RecordType.aaaa || end - start !== 16) return undefined;
  return formatIpv6(octets.subarray(start, end).reduce((address, octet) => (address << 8n) | BigInt(octet), 0n));
}
