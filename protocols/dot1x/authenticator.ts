import { buildEapOutcome, EapCode } from '../eap/packet.ts';
import { abort, answered } from './backend.ts';
import { ANYBODY, Draft, freshPort } from './draft.ts';
import { receive } from './eapol-exchange.ts';
import { type AuthenticatorEvent, type AuthenticatorStep, TerminateCause } from './events.ts';
import { type AuthenticatorPort, type AuthenticatorState, PaeState, type PortSettings } from './state.ts';
import { noStatistics } from './statistics.ts';

/**
 * One step of an authenticator (IEEE 802.1X-2004 8.2.4 and 8.2.9, with EAP's retransmission of RFC 3748 4.3): ports in
 * `auto` send identity requests, pass the responses to the backend and open when that accepts. A port-based port has
 * one conversation; a MAC-based one has one for each station, and also asks whether there are others.
 * @param address of the switch.
 * @param markOf what a port's identity requests carry to be recognized again; only receivers of one know it.
 */
export function stepAuthenticator(
  state: AuthenticatorState,
  event: AuthenticatorEvent,
  now: number,
  address: string,
  markOf: (port: number) => string,
): AuthenticatorStep {
  const draft = new Draft(state, now, address, markOf);
  take(draft, event);
  return draft.finished();
}

function take(draft: Draft, event: AuthenticatorEvent): void {
  if (event.kind === 'configure') {
    configure(draft, event.ports);
    return;
  }
  if (event.kind === 'wake') {
    for (const port of draft.ports.keys()) wake(draft, port);
    return;
  }
  const one = draft.ports.get(event.port);
  if (!one) return;
  switch (event.kind) {
    case 'link':
      follow(draft, event.port, one, event.isUp);
      return;
    case 'frame':
      receive(draft, event.port, event.octets);
      return;
    case 'answer':
      answered(draft, event.port, one, event.exchange, event.answer);
      return;
    case 'initialize':
      begin(draft, event.port, one.settings, one.isUp, TerminateCause.portReinitialized);
      return;
    case 'reauthenticate':
      for (const [key, { pae }] of one.conversations) {
        if (pae === PaeState.authenticated) draft.connect(event.port, key);
      }
      return;
    case 'clear':
      draft.ports.set(event.port, { ...one, statistics: noStatistics });
  }
}

function configure(draft: Draft, ports: ReadonlyMap<number, PortSettings>): void {
  for (const port of [...draft.ports.keys()]) {
    if (ports.has(port)) continue;
    draft.closeAll(port, TerminateCause.portReinitialized);
    draft.ports.delete(port);
  }
  for (const [port, settings] of ports) {
    const former = draft.ports.get(port);
    if (!former || former.settings.control !== settings.control || former.settings.mode !== settings.mode) {
      const forced = settings.control === 'forceUnauthorized';
      const cause = forced ? TerminateCause.forcedUnauthorized : TerminateCause.portReinitialized;
      begin(draft, port, settings, former?.isUp ?? false, cause);
      continue;
    }
    draft.ports.set(port, { ...former, settings });
    keepTo(draft, port, former.settings, settings);
  }
}

/** New settings hold for what is open already. */
function keepTo(draft: Draft, port: number, former: PortSettings, settings: PortSettings): void {
  const one = draft.ports.get(port);
  if (!one) return;
  for (const [key, { authorization }] of one.conversations) {
    if (!authorization) continue;
    if (authorization.vlan !== undefined && !(settings.dynamicVlan && settings.admitsVlan(authorization.vlan))) {
      draft.close(port, key, TerminateCause.portReinitialized);
      draft.connect(port, key);
    } else if (former.reauthPeriod !== settings.reauthPeriod) {
      const reauthAt = draft.now + settings.reauthPeriod;
      draft.change(port, key, { authorization: { ...authorization, reauthAt } });
    }
  }
  const { guestVlan } = settings;
  if (one.isGuest && (guestVlan === undefined || !settings.admitsVlan(guestVlan))) {
    draft.setGuest(port, false);
  }
}

function follow(draft: Draft, port: number, { isUp, settings }: AuthenticatorPort, now: boolean): void {
  if (isUp !== now) begin(draft, port, settings, now, TerminateCause.portFailure);
}

/** Starts a port over. */
function begin(draft: Draft, port: number, settings: PortSettings, isUp: boolean, cause: number): void {
  draft.closeAll(port, cause);
  draft.ports.set(port, freshPort(settings, isUp, draft.ports.get(port)?.statistics));
  if (settings.control === 'auto' && isUp) draft.connect(port, ANYBODY);
}

function wake(draft: Draft, port: number): void {
  for (const key of [...draft.port(port).conversations.keys()]) wakeOne(draft, port, key);
}

function wakeOne(draft: Draft, port: number, key: string): void {
  const { timer, authorization, pae } = draft.conversation(port, key);
  if (authorization && authorization.endsAt <= draft.now) {
    draft.say(port, key, buildEapOutcome(EapCode.failure, draft.conversation(port, key).request?.[1] ?? 0));
    draft.close(port, key, TerminateCause.reauthFailed);
    draft.restart(port, key);
    return;
  }
  if (authorization && pae === PaeState.authenticated && authorization.reauthAt <= draft.now) {
    draft.connect(port, key);
    return;
  }
  if (!timer || timer.at > draft.now) return;
  if (timer.of === 'server') abort(draft, port, key, 'silence');
  else if (timer.of === 'quiet') draft.restart(port, key);
  else unanswered(draft, port, key);
}

function unanswered(draft: Draft, port: number, key: string): void {
  const one = draft.conversation(port, key);
  const { settings } = draft.port(port);
  if (one.tries < settings.maxRequests) {
    draft.transmit(port, key);
    return;
  }
  if (one.pae !== PaeState.connecting) {
    abort(draft, port, key);
    return;
  }
  draft.close(port, key, TerminateCause.reauthFailed);
  if (key === ANYBODY) draft.change(port, key, { station: undefined });
  const { guestVlan, mode } = settings;
  if (guestVlan !== undefined && mode === 'port' && settings.admitsVlan(guestVlan)) {
    draft.setGuest(port, true, guestVlan);
  }
  draft.restart(port, key);
}
