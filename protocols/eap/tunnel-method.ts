import type { InnerEnd, InnerStep } from './inner-method.ts';
import type { LocalUser } from './local-user.ts';
import { EapType } from './packet.ts';
import { type PeapState, peapBegin, stepPeap } from './peap.ts';
import {
  acknowledgementOf,
  type Fragments,
  nextFragment,
  noFragments,
  startOf,
  takeFragment,
} from './tls-fragments.ts';
import { endTtls, stepTtls, type TtlsState } from './ttls.ts';

/** PEAPv0 (MS-PEAP) and TTLSv0 (RFC 5281 9.1). */
const VERSION = 0;

/** Input of TLS: octets of the station, and plaintext to be encrypted for it. One of the two is empty. */
export interface TunnelInput {
  readonly received: Uint8Array;
  readonly plain: Uint8Array;
}

/** Output of TLS. */
export interface TunnelOutput {
  /** A failed tunnel may have an alert to send. */
  readonly state: 'handshake' | 'open' | 'failed';
  /** Octets for the station. */
  readonly sends: Uint8Array;
  /** The station's decrypted data. */
  readonly plain: Uint8Array;
  /** Derived from the tunnel (`TTLS_CHALLENGE`); empty before it is open. */
  readonly challenge: Uint8Array;
}

/** PEAP or TTLS with one station. */
export interface TunnelMethod {
  readonly type: typeof EapType.peap | typeof EapType.ttls;
  readonly fragments: Fragments;
  /** `ending`: an alert is on its way to the station. */
  readonly phase: 'handshake' | 'open' | 'ending';
  /** The last input of TLS, by its expected output. */
  readonly awaits: 'plain' | 'octets';
  /** Of the method inside; undefined before it has begun. */
  readonly peap: PeapState | undefined;
  readonly ttls: TtlsState | undefined;
}

/** The next step of the method. */
export type TunnelStep =
  /** The data of the next request. */
  | { readonly kind: 'request'; readonly data: Uint8Array; readonly method: TunnelMethod }
  /** TLS has to be asked; its output goes to `takeOutput`. */
  | { readonly kind: 'tunnel'; readonly input: TunnelInput; readonly method: TunnelMethod }
  | InnerEnd;

const nothing = new Uint8Array();
const broken: InnerEnd = { kind: 'end', isProven: false, name: '' };

/** Begins with the packet that asks for the station's first octets. */
export function beginTunnel(type: TunnelMethod['type']): TunnelStep {
  const method = {
    type,
    fragments: noFragments,
    phase: 'handshake',
    awaits: 'octets',
    peap: undefined,
    ttls: undefined,
  } as const;
  return { kind: 'request', data: startOf(VERSION), method };
}

/** Takes the data of a station's response. */
export function takeData(method: TunnelMethod, data: Uint8Array): TunnelStep {
  const reading = takeFragment(method.fragments, data, VERSION);
  switch (reading.kind) {
    case 'fault':
      return broken;
    case 'more':
      return {
        kind: 'request',
        data: acknowledgementOf(VERSION),
        method: { ...method, fragments: reading.fragments },
      };
    case 'acknowledged':
      return sending(method, method.fragments.outgoing, false);
    case 'message':
      return takeMessage({ ...method, fragments: noFragments }, reading.octets);
  }
}

function takeMessage(method: TunnelMethod, octets: Uint8Array): TunnelStep {
  if (method.phase === 'ending') return broken;
  const awaits = method.phase === 'open' ? 'plain' : 'octets';
  if (octets.length > 0) {
    return { kind: 'tunnel', input: { received: octets, plain: nothing }, method: { ...method, awaits } };
  }
  if (method.phase === 'handshake') return broken;
  if (method.type === EapType.ttls) return endTtls(method.ttls);
  return method.peap ? broken : saying(method, peapBegin);
}

/** Takes what TLS gave back. `random`: 16 unpredictable octets. */
export function takeOutput(
  users: readonly LocalUser[],
  method: TunnelMethod,
  output: TunnelOutput,
  random: Uint8Array,
): TunnelStep {
  if (output.state === 'failed') {
    return output.sends.length > 0 ? sending({ ...method, phase: 'ending' }, output.sends, true) : broken;
  }
  if (method.awaits === 'plain') return takePlain(users, method, output, random);
  if (output.sends.length === 0 || output.plain.length > 0) return broken;
  return sending({ ...method, phase: output.state }, output.sends, true);
}

function takePlain(
  users: readonly LocalUser[],
  method: TunnelMethod,
  { plain, challenge, sends }: TunnelOutput,
  random: Uint8Array,
): TunnelStep {
  if (plain.length === 0 || sends.length > 0) return broken;
  if (method.type === EapType.ttls) return saying(method, stepTtls(users, method.ttls, plain, challenge));
  return method.peap ? saying(method, stepPeap(users, method.peap, plain, random)) : broken;
}

/** Data of the method inside pass through TLS. */
function saying(method: TunnelMethod, step: InnerStep<PeapState> | InnerStep<TtlsState>): TunnelStep {
  if (step.kind === 'end') return step;
  const next = 'of' in step.state ? { peap: step.state } : { ttls: step.state };
  const input = { received: nothing, plain: step.octets };
  return { kind: 'tunnel', input, method: { ...method, ...next, awaits: 'octets' } };
}

function sending(method: TunnelMethod, octets: Uint8Array, isFirst: boolean): TunnelStep {
  const { data, rest } = nextFragment(octets, VERSION, isFirst);
  return { kind: 'request', data, method: { ...method, fragments: { ...noFragments, outgoing: rest } } };
}
