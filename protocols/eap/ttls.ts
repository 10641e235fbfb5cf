import { sameOctets } from '../same-octets.ts';
import type { InnerEnd, InnerStep } from './inner-method.ts';
import { type LocalUser, userNamed } from './local-user.ts';
import { judgeMsChap } from './ms-chap.ts';

/** Attributes inside a tunnel (RFC 5281 10.1 and 11.2): of RADIUS, and of Microsoft (RFC 2548). */
const Attribute = { userName: 1, userPassword: 2 } as const;
const Microsoft = { vendor: 311, challenge: 11, response: 25, success: 26 } as const;

const Flag = { vendor: 0x80, mandatory: 0x40 } as const;
const HEADER = 8;
const VENDOR = 4;
/** More attributes than a station needs. */
const ATTRIBUTES_MAXIMUM = 16;
/** Ident, flags, peer challenge, 8 reserved octets, response. */
const RESPONSE = 50;

/** Octets of the challenge that both ends derive from the tunnel: 16, and the identifier (RFC 5281 11.1). */
export const TTLS_CHALLENGE = { label: 'ttls challenge', length: 17 } as const;

interface Avp {
  readonly vendor: number;
  readonly code: number;
  readonly isMandatory: boolean;
  readonly data: Uint8Array;
}

/** The station has seen proof that the switch knows its password, too. */
export interface TtlsState {
  readonly name: string;
}

/**
 * One step inside the tunnel of TTLSv0: PAP or MSCHAPv2 (RFC 5281 11.2.4 and 11.2.5), which the station begins.
 * @param state undefined before the station has said anything.
 * @param challenge the tunnel's (`TTLS_CHALLENGE`).
 */
export function stepTtls(
  users: readonly LocalUser[],
  state: TtlsState | undefined,
  octets: Uint8Array,
  challenge: Uint8Array,
): InnerStep<TtlsState> {
  if (state) return ended('', false);
  const attributes = readAvps(octets);
  const value = (code: number, vendor = 0) =>
    attributes?.find((one) => one.code === code && one.vendor === vendor)?.data;
  const name = new TextDecoder().decode(value(Attribute.userName) ?? new Uint8Array());
  if (!attributes?.every(isUnderstood)) return ended(name, false);
  const password = value(Attribute.userPassword);
  if (password) return withPassword(users, name, password);
  const response = value(Microsoft.response, Microsoft.vendor);
  const given = value(Microsoft.challenge, Microsoft.vendor);
  if (!response || !given) return ended(name, false);
  return withResponse(users, name, { given, response, challenge });
}

/** The station acknowledges, without a word, what the switch has proven. */
export function endTtls(state: TtlsState | undefined): InnerEnd {
  return ended(state?.name ?? '', state !== undefined);
}

function ended(name: string, isProven: boolean): InnerEnd {
  return { kind: 'end', isProven, name };
}

function isUnderstood({ vendor, code, isMandatory }: Avp): boolean {
  const known: readonly number[] =
    vendor === 0 ? Object.values(Attribute) : vendor === Microsoft.vendor ? Object.values(Microsoft) : [];
  return !isMandatory || known.includes(code);
}

function withPassword(users: readonly LocalUser[], name: string, padded: Uint8Array): InnerEnd {
  const user = userNamed(users, name);
  // It is padded with zeros, to hide its length.
  const end = padded.findLastIndex((octet) => octet !== 0) + 1;
  const isRight = sameOctets(new TextEncoder().encode(user?.password ?? ''), padded.subarray(0, end));
  return ended(user?.name ?? name, user !== undefined && isRight);
}

function withResponse(
  users: readonly LocalUser[],
  name: string,
  { given, response, challenge }: Readonly<Record<'given' | 'response' | 'challenge', Uint8Array>>,
): InnerStep<TtlsState> {
  const own = challenge.subarray(0, 16);
  const [identifier = 0] = response;
  // A value that both derive from the tunnel is unknown in any other one.
  const isOfTunnel = response.length === RESPONSE && sameOctets(given, own) && identifier === challenge[16];
  if (!isOfTunnel) return ended(name, false);
  const exchange = { authenticatorChallenge: own, peerChallenge: response.subarray(2, 18), name };
  const verdict = judgeMsChap(users, exchange, response.subarray(26, RESPONSE));
  if (verdict.proof === undefined) return ended(verdict.name, false);
  const said = new TextEncoder().encode(verdict.proof);
  return { kind: 'say', octets: successOf(Uint8Array.from([identifier, ...said])), state: { name: verdict.name } };
}

function successOf(data: Uint8Array): Uint8Array {
  const length = HEADER + VENDOR + data.length;
  const avp = new Uint8Array(length + (-length & 3));
  const view = new DataView(avp.buffer);
  view.setUint32(0, Microsoft.success);
  view.setUint32(4, length);
  view.setUint8(4, Flag.vendor | Flag.mandatory);
  view.setUint32(HEADER, Microsoft.vendor);
  avp.set(data, HEADER + VENDOR);
  return avp;
}

/** Attributes, each filled up to a multiple of 4 octets; undefined for what is none (RFC 5281 10.1). */
function readAvps(octets: Uint8Array): readonly Avp[] | undefined {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const attributes: Avp[] = [];
  for (let at = 0; at < octets.length; ) {
    if (at + HEADER > octets.length || attributes.length === ATTRIBUTES_MAXIMUM) return undefined;
    const flags = view.getUint8(at + 4);
    const length = view.getUint32(at + 4) & 0xff_ffff;
    const first = HEADER + ((flags & Flag.vendor) === 0 ? 0 : VENDOR);
    if (length < first || at + length > octets.length) return undefined;
    attributes.push({
      code: view.getUint32(at),
      vendor: first === HEADER ? 0 : view.getUint32(at + HEADER),
      isMandatory: (flags & Flag.mandatory) !== 0,
      data: octets.subarray(at + first, at + length),
    });
    at += length + (-length & 3);
  }
  return attributes;
}
