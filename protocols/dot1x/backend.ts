import { buildEapOutcome, EapCode, parseEap } from '../eap/packet.ts';
import type { Draft } from './draft.ts';
import { type BackendAnswer, TerminateCause } from './events.ts';
import { type AuthenticatorPort, BackendState, PaeState } from './state.ts';

/** Octets of an identity that servers receive (RFC 2865 5.1). */
export const IDENTITY_MAXIMUM = 253;

/** RESPONSE: the backend is asked. */
export function consult(draft: Draft, port: number, key: string, eap: Uint8Array, former: number): void {
  const { station = '', identity } = draft.conversation(port, key);
  const exchange = draft.nextExchange();
  draft.change(port, key, {
    pae: PaeState.authenticating,
    backend: BackendState.response,
    exchange,
    timer: { of: 'server', at: draft.now + draft.port(port).settings.serverTimeout },
  });
  draft.ask.push({ port, exchange, station, former, identity, eap });
}

/** The backend has answered, or nothing has come of a question. */
export function answered(
  draft: Draft,
  port: number,
  { conversations }: AuthenticatorPort,
  exchange: number,
  answer: BackendAnswer,
): void {
  for (const [key, one] of conversations) {
    if (one.exchange !== exchange || one.backend !== BackendState.response) continue;
    if (answer.kind === 'challenge') challenge(draft, port, key, answer);
    else if (answer.kind === 'accept') accept(draft, port, key, answer);
    else if (answer.kind === 'reject') refuse(draft, port, key, 'rejected', answer.eap, answer.user);
    else abort(draft, port, key, 'silence');
  }
}

function challenge(
  draft: Draft,
  port: number,
  key: string,
  { eap, timeout }: BackendAnswer & { readonly kind: 'challenge' },
): void {
  const packet = parseEap(eap);
  if (packet?.code !== EapCode.request) {
    abort(draft, port, key, 'silence');
    return;
  }
  draft.change(port, key, { backend: BackendState.request, request: packet.octets, tries: 0 });
  draft.transmit(port, key, timeout);
}

function accept(draft: Draft, port: number, key: string, answer: BackendAnswer & { readonly kind: 'accept' }): void {
  const { settings } = draft.port(port);
  const one = draft.conversation(port, key);
  const identity = answer.user ?? one.identity;
  const vlan = settings.dynamicVlan ? answer.vlan : ({ kind: 'none' } as const);
  const assigned = vlan.kind === 'vlan' ? vlan.vlan : undefined;
  const isAmiss = vlan.kind === 'unknown' || (assigned !== undefined && !settings.admitsVlan(assigned));
  if (isAmiss) {
    refuse(draft, port, key, 'vlan', undefined, identity);
    return;
  }
  const { sessionTimeout = Number.POSITIVE_INFINITY, thenReauthenticate } = answer;
  const limit = draft.now + sessionTimeout;
  const again = one.authorization !== undefined;
  draft.change(port, key, {
    pae: PaeState.authenticated,
    backend: BackendState.idle,
    timer: undefined,
    authorization: {
      since: one.authorization?.since ?? draft.now,
      vlan: assigned,
      reauthAt: Math.min(draft.now + settings.reauthPeriod, thenReauthenticate ? limit : Number.POSITIVE_INFINITY),
      endsAt: thenReauthenticate ? Number.POSITIVE_INFINITY : limit,
    },
  });
  const isSuccess = answer.eap !== undefined && parseEap(answer.eap)?.code === EapCode.success;
  const success = isSuccess ? answer.eap : buildEapOutcome(EapCode.success, one.request?.[1] ?? 0);
  draft.say(port, key, success);
  const { station = '', exchange } = one;
  draft.news.push({ kind: 'opened', port, station, identity, vlan: assigned, exchange, again });
}

/** HELD: stations are ignored for a while. */
function refuse(
  draft: Draft,
  port: number,
  key: string,
  why: 'rejected' | 'vlan',
  eap: Uint8Array | undefined,
  user?: string,
): void {
  const one = draft.conversation(port, key);
  const { station = '' } = one;
  const identity = (user ?? one.identity).slice(0, IDENTITY_MAXIMUM);
  const isFailure = eap !== undefined && parseEap(eap)?.code === EapCode.failure;
  draft.say(port, key, isFailure ? eap : buildEapOutcome(EapCode.failure, one.request?.[1] ?? 0));
  draft.close(port, key, TerminateCause.reauthFailed);
  draft.change(port, key, {
    pae: PaeState.held,
    backend: BackendState.idle,
    exchange: 0,
    timer: { of: 'quiet', at: draft.now + draft.port(port).settings.quietPeriod },
  });
  draft.news.push({ kind: 'refused', port, station, identity, why });
}

/** ABORTING: the conversation broke off, and starts over. */
export function abort(draft: Draft, port: number, key: string, why?: 'silence'): void {
  const { station = '', identity, request } = draft.conversation(port, key);
  draft.say(port, key, buildEapOutcome(EapCode.failure, request?.[1] ?? 0));
  draft.close(port, key, TerminateCause.reauthFailed);
  if (why) draft.news.push({ kind: 'refused', port, station, identity, why });
  draft.restart(port, key);
}
