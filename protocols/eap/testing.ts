import { createHash } from 'node:crypto';
import {
  answerLocally,
  continueLocally,
  type LocalAnswer,
  type LocalConversation,
  type LocalServer,
} from './local-server.ts';
import { ntResponse } from './ms-chap.ts';
import { buildEap, EapCode, EapType, parseEap } from './packet.ts';
import type { TunnelInput, TunnelOutput } from './tunnel-method.ts';

/** A server with one user and, unless said otherwise, a certificate. */
export const testServer: LocalServer = { users: [{ name: 'ann', password: 'hello' }], hasCertificate: true };
export const random = new Uint8Array(16).fill(9);

const text = (words: string) => new TextEncoder().encode(words);
const nothing = new Uint8Array();

/** Derived by both ends of the tunnel of tests. */
const challenge = Uint8Array.from({ length: 17 }, (_, at) => at);

/** A tunnel that hides nothing: "hello" and "finish" are its handshake, and what follows goes through as it is. */
class GlassTunnel {
  #state: TunnelOutput['state'] = 'handshake';

  exchange({ received, plain }: TunnelInput): TunnelOutput {
    if (this.#state === 'open') return { state: 'open', sends: plain, plain: received, challenge };
    const said = new TextDecoder().decode(received);
    if (said !== 'hello' && said !== 'finish') this.#state = 'failed';
    if (said === 'finish') this.#state = 'open';
    return { state: this.#state, sends: text(said === 'hello' ? 'certificate' : 'done'), plain: nothing, challenge };
  }
}

/** Behavior of a station of tests. */
export interface TestStation {
  /** The method that it goes through. */
  readonly way: 'md5' | 'peap' | 'pap' | 'mschap';
  readonly name: string;
  readonly password: string;
  /** The identity sent in the clear; by default its name. */
  readonly identity?: string;
  /** Changes a response before it is sent; `round` counts from 0. */
  change?(eap: Uint8Array, round: number): Uint8Array;
}

/** Lets a station go through its method, and resolves how that ended, with the methods that it was offered. */
export function converse(
  server: LocalServer,
  station: TestStation,
): { readonly end: LocalAnswer; readonly offered: readonly number[] } {
  const { way, name, identity = name, change = (eap) => eap } = station;
  const type = way === 'md5' ? EapType.md5Challenge : way === 'peap' ? EapType.peap : EapType.ttls;
  const tunnel = new GlassTunnel();
  const offered: number[] = [];
  let conversation: LocalConversation | undefined;
  let response = buildEap(EapCode.response, 3, EapType.identity, text(identity));
  for (let round = 0; round < 100; round += 1) {
    let answer = answerLocally(server, conversation, change(response, round), random);
    while (answer.kind === 'tunnel') {
      answer = continueLocally(server, answer.conversation, tunnel.exchange(answer.input), random);
    }
    if (answer.kind !== 'challenge') return { end: answer, offered };
    conversation = answer.conversation;
    const request = parseEap(answer.eap);
    if (!request) throw new Error('no request');
    if (!offered.includes(request.type)) offered.push(request.type);
    const data = request.type === type ? answerTo(station, request.identifier, request.data) : undefined;
    response = data
      ? buildEap(EapCode.response, request.identifier, type, data)
      : buildEap(EapCode.response, request.identifier, EapType.nak, Uint8Array.of(type));
  }
  throw new Error('no end');
}

const START = 0x20;

function answerTo(station: TestStation, identifier: number, data: Uint8Array): Uint8Array {
  if (station.way === 'md5') return md5Response(identifier, station.password, data.slice(1));
  const packet = (octets: Uint8Array) => Uint8Array.from([0, ...octets]);
  if (data[0] === START) return packet(text('hello'));
  const said = data.subarray(1);
  switch (new TextDecoder().decode(said)) {
    case 'certificate':
      return packet(text('finish'));
    case 'done':
      return packet(station.way === 'peap' ? nothing : attributesOf(station));
    default:
      return packet(station.way === 'peap' ? insidePeap(station, said) : nothing);
  }
}

function insidePeap({ name, password }: TestStation, said: Uint8Array): Uint8Array {
  const [type, op] = said;
  if (said.length === 1) return Uint8Array.from([EapType.identity, ...text(name)]);
  // The result comes with the header of EAP, and goes back as it came.
  if (type !== EapType.msChapV2) return Uint8Array.from([EapCode.response, ...said.slice(1)]);
  if (op !== 1) return Uint8Array.of(type, op ?? 0);
  const exchange = { authenticatorChallenge: said.subarray(6, 22), peerChallenge: random, name };
  const value = [...random, ...new Uint8Array(8), ...ntResponse(exchange, password), 0];
  const length = 5 + value.length + name.length;
  return Uint8Array.from([type, 2, said[2] ?? 0, length >>> 8, length & 0xff, value.length, ...value, ...text(name)]);
}

/** An attribute inside TTLS, filled up to four octets. */
export function avp(code: number, data: Uint8Array, vendor?: number, flags = 0x40): Uint8Array {
  const head = vendor === undefined ? [] : [0, 0, vendor >>> 8, vendor & 0xff];
  const length = 8 + head.length + data.length;
  const isOfVendor = vendor === undefined ? 0 : 0x80;
  const octets = [0, 0, 0, code, flags | isOfVendor, 0, length >>> 8, length & 0xff, ...head, ...data];
  return Uint8Array.from([...octets, ...new Uint8Array(-length & 3)]);
}

const MICROSOFT = 311;

function attributesOf({ way, name, password }: TestStation): Uint8Array {
  const user = avp(1, text(name));
  if (way === 'pap') return Uint8Array.from([...user, ...avp(2, Uint8Array.from([...text(password), 0, 0, 0]))]);
  const own = challenge.subarray(0, 16);
  const exchange = { authenticatorChallenge: own, peerChallenge: random, name };
  const proof = [challenge[16] ?? 0, 0, ...random, ...new Uint8Array(8), ...ntResponse(exchange, password)];
  return Uint8Array.from([...user, ...avp(11, own, MICROSOFT), ...avp(25, Uint8Array.from(proof), MICROSOFT)]);
}

/** A station's response to an MD5 challenge (RFC 3748 5.4, RFC 1994). */
export function md5Response(identifier: number, password: string, challenge: Uint8Array): Uint8Array {
  const digest = createHash('md5').update(Uint8Array.of(identifier)).update(password).update(challenge).digest();
  return Uint8Array.from([digest.length, ...digest]);
}
