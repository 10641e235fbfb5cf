import { type Message, say } from '../../model/values/message.ts';
import { type DnsQuestion, parseDnsResponse, RecordType, ResponseCode } from './message.ts';

/** A server's answer to a question. */
export type DnsAnswer =
  | {
      readonly kind: 'addresses';
      /** In the server's order; empty where the name exists without an address of the type asked for. */
      readonly addresses: readonly string[];
      /** The name that the addresses belong to, at the end of the chain of aliases. */
      readonly canonicalName: string;
      /** Seconds that the answer may be kept. */
      readonly timeToLive: number;
    }
  /** Ask the same server again over TCP. */
  | { readonly kind: 'truncated' }
  /** One sentence, without a full stop, for the administrator. */
  | { readonly kind: 'failure'; readonly code: number; readonly reason: Message };

/** Aliases followed at most within one answer. */
const ALIASES_MAXIMUM = 16;

const REASONS: Readonly<Record<number, Message>> = {
  [ResponseCode.formatError]: say('the server did not understand the question'),
  [ResponseCode.serverFailure]: say('the server failed to look the name up'),
  [ResponseCode.nameError]: say('the name does not exist'),
  [ResponseCode.notImplemented]: say('the server does not answer such queries'),
  [ResponseCode.refused]: say('the server refused to answer'),
};

/**
 * Reads a datagram as the answer to `question`. Undefined where it is none: another question's answer, a forgery that
 * misses the id, or noise; then keep on waiting (RFC 5452).
 */
export function readDnsAnswer(question: DnsQuestion, octets: Uint8Array): DnsAnswer | undefined {
  const response = parseDnsResponse(octets);
  if (!response || response.id !== question.id || response.type !== question.type) return undefined;
  if (response.name !== question.name.toLowerCase()) return undefined;
  if (response.truncated) return { kind: 'truncated' };
  if (response.code !== ResponseCode.noError) {
    const reason = REASONS[response.code] ?? say('the server answered with code {{code}}', { code: response.code });
    return { kind: 'failure', code: response.code, reason };
  }
  let name = response.name;
  let timeToLive = Number.POSITIVE_INFINITY;
  for (let aliases = 0; aliases < ALIASES_MAXIMUM; aliases += 1) {
    const alias = response.records.find((record) => record.type === RecordType.cname && record.name === name);
    if (!alias) break;
    name = alias.value;
    timeToLive = Math.min(timeToLive, alias.timeToLive);
  }
  const found = response.records.filter((record) => record.type === question.type && record.name === name);
  for (const record of found) timeToLive = Math.min(timeToLive, record.timeToLive);
  return {
    kind: 'addresses',
    addresses: found.map((record) => record.value),
    canonicalName: name,
    timeToLive: Number.isFinite(timeToLive) ? timeToLive : 0,
  };
}
