import { uint16At } from '../frames/addresses.ts';
import type { InnerStep } from './inner-method.ts';
import type { LocalUser } from './local-user.ts';
import { judgeMsChap } from './ms-chap.ts';
import { buildEap, EapCode, EapType, parseEap } from './packet.ts';

/** Packets of MSCHAPv2 (draft-kamath-pppext-eap-mschapv2-02, 2). */
const Op = { challenge: 1, response: 2, success: 3, failure: 4 } as const;

/** Sent to the station besides its challenge. */
const SWITCH_NAME = 'switch';
const CHALLENGE = 16;
/** Peer challenge, 8 reserved octets, response, flags. */
const VALUE = 49;
/** The one exchange of a conversation. */
const IDENTIFIER = 1;

/** TLVs of EAP Extensions: the Result, of 2 octets (draft-josefsson-pppext-eap-tls-eap-06, 4.2.3; MS-PEAP 2.2.8.1.2). */
const RESULT = 3;
const MANDATORY = 0x8000;
const Result = { success: 1, failure: 2 } as const;

/** The last request to the station. */
export type PeapState =
  | { readonly of: 'identity' }
  | { readonly of: 'challenge'; readonly challenge: Uint8Array }
  | { readonly of: 'success' | 'failure'; readonly name: string }
  | { readonly of: 'result'; readonly name: string; readonly isProven: boolean };

/**
 * Sends the identity request as soon as the tunnel exists. Inside it PEAPv0 omits the headers of EAP (MS-PEAP 3.1.5.6).
 */
export const peapBegin: InnerStep<PeapState> & { readonly kind: 'say' } = {
  kind: 'say',
  octets: Uint8Array.of(EapType.identity),
  state: { of: 'identity' },
};

/**
 * One step of MSCHAPv2 inside PEAPv0. Unknown names are challenged like others and refused afterwards.
 * @param octets what the station said, decrypted.
 * @param random 16 unpredictable octets.
 */
export function stepPeap(
  users: readonly LocalUser[],
  state: PeapState,
  octets: Uint8Array,
  random: Uint8Array,
): InnerStep<PeapState> {
  const [type] = octets;
  switch (state.of) {
    case 'identity':
      if (type !== EapType.identity) return refused('');
      return { kind: 'say', octets: challengeOf(random), state: { of: 'challenge', challenge: random } };
    case 'challenge':
      return answered(users, state.challenge, octets);
    case 'success':
      if (type !== EapType.msChapV2 || octets[1] !== Op.success) return refused(state.name);
      return resultOf(state.name, true);
    case 'failure':
      return refused(state.name);
    case 'result': {
      const isProven = state.isProven && hasSucceeded(octets);
      return { kind: 'end', isProven, name: state.name };
    }
  }
}

function challengeOf(random: Uint8Array): Uint8Array {
  return message(Op.challenge, Uint8Array.from([CHALLENGE, ...random, ...new TextEncoder().encode(SWITCH_NAME)]));
}

function message(op: number, data: Uint8Array): Uint8Array {
  const length = 4 + data.length;
  return Uint8Array.from([EapType.msChapV2, op, IDENTIFIER, length >>> 8, length & 0xff, ...data]);
}

function answered(users: readonly LocalUser[], challenge: Uint8Array, octets: Uint8Array): InnerStep<PeapState> {
  const [type, op, identifier, , , size] = octets;
  const isResponse = type === EapType.msChapV2 && op === Op.response && identifier === IDENTIFIER && size === VALUE;
  if (!isResponse || octets.length < 6 + VALUE || uint16At(octets, 3) !== octets.length - 1) return refused('');
  const value = octets.subarray(6, 6 + VALUE);
  const exchange = {
    authenticatorChallenge: challenge,
    peerChallenge: value.subarray(0, CHALLENGE),
    name: new TextDecoder().decode(octets.subarray(6 + VALUE)),
  };
  const { name, proof } = judgeMsChap(users, exchange, value.subarray(24, 48));
  if (proof !== undefined) {
    const said = new TextEncoder().encode(`${proof} M=OK`);
    return { kind: 'say', octets: message(Op.success, said), state: { of: 'success', name } };
  }
  const again = Buffer.from(challenge).toString('hex').toUpperCase();
  const said = new TextEncoder().encode(`E=691 R=0 C=${again} V=3 M=Authentication failed`);
  return { kind: 'say', octets: message(Op.failure, said), state: { of: 'failure', name } };
}

/** The station is notified inside the tunnel, where it cannot be forged. */
function refused(name: string): InnerStep<PeapState> {
  return resultOf(name, false);
}

function resultOf(name: string, isProven: boolean): InnerStep<PeapState> {
  const result = isProven ? Result.success : Result.failure;
  const tlv = Uint8Array.of(MANDATORY >>> 8, RESULT, 0, 2, 0, result);
  const octets = buildEap(EapCode.request, IDENTIFIER, EapType.extensions, tlv);
  return { kind: 'say', octets, state: { of: 'result', name, isProven } };
}

/** Whether the station agrees: what is between it and the switch may not take a refusal for anything else. */
function hasSucceeded(octets: Uint8Array): boolean {
  const packet = parseEap(octets);
  if (packet?.code !== EapCode.response || packet.type !== EapType.extensions) return false;
  const { data } = packet;
  for (let at = 0; at + 4 <= data.length; at += 4 + uint16At(data, at + 2)) {
    const isResult = (uint16At(data, at) & 0x3fff) === RESULT && uint16At(data, at + 2) === 2;
    if (isResult) return at + 6 <= data.length && uint16At(data, at + 4) === Result.success;
  }
  return false;
}
