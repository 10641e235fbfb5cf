import type { InnerEnd } from './inner-method.ts';
import type { LocalUser } from './local-user.ts';
import { judgeMd5, md5Challenge } from './md5.ts';
import { buildEap, buildEapOutcome, EapCode, type EapPacket, EapType, parseEap } from './packet.ts';
import {
  beginTunnel,
  type TunnelInput,
  type TunnelMethod,
  type TunnelOutput,
  type TunnelStep,
  takeData,
  takeOutput,
} from './tunnel-method.ts';

/** How stations are authenticated. */
export interface LocalServer {
  readonly users: readonly LocalUser[];
  /** A certificate: PEAP and TTLS are offered, before EAP-MD5. */
  readonly hasCertificate: boolean;
}

/** Responses of one conversation at most: a chain of certificates of 64 KiB has gone by then. */
const ROUNDS_MAXIMUM = 64;

/** A conversation with one station: what it was asked last. */
export interface LocalConversation {
  readonly identity: string;
  readonly identifier: number;
  /** Methods that were offered; the station has answered the last one where `isBegun`. */
  readonly offered: readonly number[];
  readonly isBegun: boolean;
  readonly method: { readonly type: typeof EapType.md5Challenge; readonly challenge: Uint8Array } | TunnelMethod;
  readonly rounds: number;
}

/** The answer to a response. */
export type LocalAnswer =
  | { readonly kind: 'challenge'; readonly eap: Uint8Array; readonly conversation: LocalConversation }
  /** `user` is a name of the list. */
  | { readonly kind: 'accept'; readonly eap: Uint8Array; readonly user: string }
  /** `name`: as the station gave it, inside its tunnel where there was one. */
  | { readonly kind: 'reject'; readonly eap: Uint8Array; readonly name: string }
  /** TLS has to be asked first; its output goes to `continueLocally`. */
  | { readonly kind: 'tunnel'; readonly input: TunnelInput; readonly conversation: LocalConversation };

/**
 * Answers a station's response as a server would, by PEAPv0 with MSCHAPv2, TTLSv0 with PAP or MSCHAPv2, or EAP-MD5. A
 * station that wants another method than the offered one says so (RFC 3748 5.3.1), and is offered each at most once.
 * Unknown names are challenged like all others and then refused, so that names cannot be probed.
 * @param conversation undefined at the beginning, where an identity is expected.
 * @param random 16 unpredictable octets.
 */
export function answerLocally(
  server: LocalServer,
  conversation: LocalConversation | undefined,
  response: Uint8Array,
  random: Uint8Array,
): LocalAnswer {
  const packet = parseEap(response);
  if (packet?.code !== EapCode.response) return refused(packet?.identifier ?? 0, conversation?.identity ?? '');
  return conversation ? continued(server, conversation, packet, random) : begun(server, packet, random);
}

/** Answers once TLS has given back its output. */
export function continueLocally(
  { users }: LocalServer,
  conversation: LocalConversation,
  output: TunnelOutput,
  random: Uint8Array,
): LocalAnswer {
  const { method, identifier, identity } = conversation;
  if (method.type === EapType.md5Challenge) return refused(identifier, identity);
  return answerOf(conversation, takeOutput(users, method, output, random));
}

function begun(server: LocalServer, { type, identifier, data }: EapPacket, random: Uint8Array): LocalAnswer {
  const identity = new TextDecoder().decode(data);
  if (type !== EapType.identity) return refused(identifier, '');
  const [first = EapType.md5Challenge] = methodsOf(server);
  return offer({ identity, identifier, offered: [], rounds: 0 }, first, random);
}

/** The strongest first. */
function methodsOf({ hasCertificate }: LocalServer): readonly LocalConversation['method']['type'][] {
  return hasCertificate ? [EapType.peap, EapType.ttls, EapType.md5Challenge] : [EapType.md5Challenge];
}

function offer(
  { identity, identifier: former, offered, rounds }: Omit<LocalConversation, 'isBegun' | 'method'>,
  type: LocalConversation['method']['type'],
  random: Uint8Array,
): LocalAnswer {
  const identifier = (former + 1) & 0xff;
  const begun = { identity, identifier, offered: [...offered, type], isBegun: false, rounds: rounds + 1 };
  if (type === EapType.md5Challenge) {
    const eap = buildEap(EapCode.request, identifier, type, md5Challenge(random));
    return { kind: 'challenge', eap, conversation: { ...begun, method: { type, challenge: random } } };
  }
  const step = beginTunnel(type);
  if (step.kind !== 'request') return refused(identifier, identity);
  const eap = buildEap(EapCode.request, identifier, type, step.data);
  return { kind: 'challenge', eap, conversation: { ...begun, method: step.method } };
}

function continued(
  server: LocalServer,
  conversation: LocalConversation,
  { type, identifier, data }: EapPacket,
  random: Uint8Array,
): LocalAnswer {
  const { identity, method, offered, isBegun, rounds } = conversation;
  if (identifier !== conversation.identifier || rounds >= ROUNDS_MAXIMUM) return refused(identifier, identity);
  if (type === EapType.nak && !isBegun) {
    const wanted = methodsOf(server).find((one) => data.includes(one) && !offered.includes(one));
    return wanted === undefined ? refused(identifier, identity) : offer(conversation, wanted, random);
  }
  if (type !== method.type) return refused(identifier, identity);
  if (method.type === EapType.md5Challenge) {
    const question = { name: identity, identifier, challenge: method.challenge };
    return endOf(conversation, judgeMd5(server.users, question, data));
  }
  return answerOf({ ...conversation, isBegun: true, rounds: rounds + 1 }, takeData(method, data));
}

function answerOf(conversation: LocalConversation, step: TunnelStep): LocalAnswer {
  if (step.kind === 'end') return endOf(conversation, step);
  if (step.kind === 'tunnel') {
    return { kind: 'tunnel', input: step.input, conversation: { ...conversation, method: step.method } };
  }
  const identifier = (conversation.identifier + 1) & 0xff;
  const eap = buildEap(EapCode.request, identifier, step.method.type, step.data);
  return { kind: 'challenge', eap, conversation: { ...conversation, identifier, method: step.method } };
}

function endOf({ identifier, identity }: LocalConversation, { isProven, name }: InnerEnd): LocalAnswer {
  return isProven
    ? { kind: 'accept', eap: buildEapOutcome(EapCode.success, identifier), user: name }
    : refused(identifier, name || identity);
}

function refused(identifier: number, name: string): LocalAnswer & { readonly kind: 'reject' } {
  return { kind: 'reject', eap: buildEapOutcome(EapCode.failure, identifier), name };
}
