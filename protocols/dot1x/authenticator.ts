import { buildEap, buildEapOutcome, EapCode, EapType, parseEap } from '../eap/packet.ts';
import { buildEapolEap, type EapolFrame, EapolType, PAE_GROUP, readEapol } from './eapol.ts';
import {
  type AuthenticatorEvent,
  type AuthenticatorNews,
  type AuthenticatorStep,
  type BackendAnswer,
  type BackendQuestion,
  TerminateCause,
} from './events.ts';
import {
  type AuthenticatorPort,
  type AuthenticatorState,
  BackendState,
  type Conversation,
  PaeState,
  type PortSettings,
} from './state.ts';
import { type EapolCounter, noStatistics } from './statistics.ts';

/**
 * Maximum number of stations of one port that are authenticated or in progress (docs/specification/security.md 0.6).
 */
export const STATIONS_MAXIMUM = 16;

/** Octets of an identity that servers receive (RFC 2865 5.1). */
const IDENTITY_MAXIMUM = 253;

/** The conversation with the first station that answers. */
const ANYBODY = '';

/** The version of a port before it has heard its station: every supplicant reads version 2. */
const FIRST_VERSION = 2;
const HIGHEST_VERSION = 3;

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
  draft.take(event);
  return draft.finished();
}

/** A port at which no station has spoken. */
function freshPort(settings: PortSettings, isUp: boolean, statistics = noStatistics): AuthenticatorPort {
  return { settings, isUp, conversations: new Map(), isGuest: false, statistics };
}

const freshConversation: Conversation = {
  station: undefined,
  pae: PaeState.initialize,
  backend: BackendState.initialize,
  version: FIRST_VERSION,
  request: undefined,
  tries: 0,
  timer: undefined,
  exchange: 0,
  identity: '',
  authorization: undefined,
};

class Draft {
  readonly #now: number;
  readonly #address: string;
  readonly #markOf: (port: number) => string;
  readonly #ports: Map<number, AuthenticatorPort>;
  readonly #send: { readonly port: number; readonly frame: Uint8Array }[] = [];
  readonly #ask: BackendQuestion[] = [];
  readonly #news: AuthenticatorNews[] = [];
  #exchange: number;

  constructor(state: AuthenticatorState, now: number, address: string, markOf: (port: number) => string) {
    this.#now = now;
    this.#address = address;
    this.#markOf = markOf;
    this.#ports = new Map(state.ports);
    this.#exchange = state.exchange;
  }

  take(event: AuthenticatorEvent): void {
    if (event.kind === 'configure') {
      this.#configure(event.ports);
      return;
    }
    if (event.kind === 'wake') {
      for (const port of this.#ports.keys()) this.#wake(port);
      return;
    }
    const one = this.#ports.get(event.port);
    if (!one) return;
    switch (event.kind) {
      case 'link':
        this.#link(event.port, one, event.isUp);
        return;
      case 'frame':
        this.#receive(event.port, event.octets);
        return;
      case 'answer':
        this.#answer(event.port, one, event.exchange, event.answer);
        return;
      case 'initialize':
        this.#begin(event.port, one.settings, one.isUp, TerminateCause.portReinitialized);
        return;
      case 'reauthenticate':
        for (const [key, { pae }] of one.conversations) {
          if (pae === PaeState.authenticated) this.#connect(event.port, key);
        }
        return;
      case 'clear':
        this.#ports.set(event.port, { ...one, statistics: noStatistics });
    }
  }

  finished(): AuthenticatorStep {
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const { conversations } of this.#ports.values()) {
      for (const { timer, authorization, pae } of conversations.values()) {
        wakeAt = Math.min(wakeAt, timer?.at ?? wakeAt, authorization?.endsAt ?? wakeAt);
        if (pae === PaeState.authenticated) wakeAt = Math.min(wakeAt, authorization?.reauthAt ?? wakeAt);
      }
    }
    const state = { ports: this.#ports, exchange: this.#exchange, wakeAt };
    return { state, send: this.#send, ask: this.#ask, news: this.#news };
  }

  #configure(ports: ReadonlyMap<number, PortSettings>): void {
    for (const port of [...this.#ports.keys()]) {
      if (ports.has(port)) continue;
      this.#closeAll(port, TerminateCause.portReinitialized);
      this.#ports.delete(port);
    }
    for (const [port, settings] of ports) {
      const former = this.#ports.get(port);
      if (!former || former.settings.control !== settings.control || former.settings.mode !== settings.mode) {
        const forced = settings.control === 'forceUnauthorized';
        const cause = forced ? TerminateCause.forcedUnauthorized : TerminateCause.portReinitialized;
        this.#begin(port, settings, former?.isUp ?? false, cause);
        continue;
      }
      this.#ports.set(port, { ...former, settings });
      this.#keepTo(port, former.settings, settings);
    }
  }

  /** New settings hold for what is open already. */
  #keepTo(port: number, former: PortSettings, settings: PortSettings): void {
    const one = this.#ports.get(port);
    if (!one) return;
    for (const [key, { authorization }] of one.conversations) {
      if (!authorization) continue;
      if (authorization.vlan !== undefined && !(settings.dynamicVlan && settings.admitsVlan(authorization.vlan))) {
        this.#close(port, key, TerminateCause.portReinitialized);
        this.#connect(port, key);
      } else if (former.reauthPeriod !== settings.reauthPeriod) {
        const reauthAt = this.#now + settings.reauthPeriod;
        this.#change(port, key, { authorization: { ...authorization, reauthAt } });
      }
    }
    const { guestVlan } = settings;
    if (one.isGuest && (guestVlan === undefined || !settings.admitsVlan(guestVlan))) {
      this.#setGuest(port, false);
    }
  }

  #link(port: number, { isUp, settings }: AuthenticatorPort, now: boolean): void {
    if (isUp !== now) this.#begin(port, settings, now, TerminateCause.portFailure);
  }

  /** Starts a port over. */
  #begin(port: number, settings: PortSettings, isUp: boolean, cause: number): void {
    this.#closeAll(port, cause);
    this.#ports.set(port, freshPort(settings, isUp, this.#ports.get(port)?.statistics));
    if (settings.control === 'auto' && isUp) this.#connect(port, ANYBODY);
  }

  #closeAll(port: number, cause: number): void {
    for (const key of this.#ports.get(port)?.conversations.keys() ?? []) this.#close(port, key, cause);
  }

  #close(port: number, key: string, cause: number): void {
    const one = this.#conversation(port, key);
    if (!one.authorization) return;
    this.#change(port, key, { authorization: undefined });
    this.#news.push({ kind: 'closed', port, station: one.station ?? '', cause });
  }

  /** CONNECTING: requests the identity. An open port stays so until that fails. */
  #connect(port: number, key: string): void {
    const { request, identity } = this.#conversation(port, key);
    const identifier = ((request?.[1] ?? -1) + 1) & 0xff;
    this.#change(port, key, {
      pae: PaeState.connecting,
      backend: BackendState.idle,
      request: buildEap(EapCode.request, identifier, EapType.identity, this.#marked(port)),
      tries: 0,
      exchange: 0,
      identity,
    });
    this.#transmit(port, key);
  }

  /** Sends the request that waits for a response, once more. */
  #transmit(port: number, key: string, time?: number): void {
    const one = this.#conversation(port, key);
    if (!one.request) return;
    const { settings } = this.#port(port);
    const isIdentity = one.pae === PaeState.connecting;
    const of = isIdentity ? 'transmit' : 'supplicant';
    const at = this.#now + (time ?? (isIdentity ? settings.txPeriod : settings.supplicantTimeout));
    this.#change(port, key, { tries: one.tries + 1, timer: { of, at } });
    if (key === ANYBODY && this.#hasStations(port)) return;
    this.#count(port, isIdentity ? 'identityRequests' : 'requests');
    this.#say(port, key, one.request);
  }

  /** Authenticated stations would start over if everyone were asked; others announce themselves. */
  #hasStations(port: number): boolean {
    const { settings, conversations } = this.#port(port);
    return settings.mode === 'station' && [...conversations.values()].some(({ authorization }) => authorization);
  }

  #say(port: number, key: string, eap: Uint8Array): void {
    const { station, version } = this.#conversation(port, key);
    const destination = key === ANYBODY ? PAE_GROUP : (station ?? PAE_GROUP);
    this.#count(port, 'sent');
    this.#send.push({ port, frame: buildEapolEap(destination, this.#address, version, eap) });
  }

  #receive(port: number, octets: Uint8Array): void {
    const reading = readEapol(octets);
    if (reading.kind === 'invalid') {
      this.#count(port, 'invalid');
      return;
    }
    const { source, version } = reading.kind === 'frame' ? reading.frame : reading;
    this.#count(port, 'received');
    const present = this.#port(port);
    const statistics = { ...present.statistics, lastVersion: version, lastSource: source };
    this.#ports.set(port, { ...present, statistics });
    if (reading.kind === 'lengthError') {
      this.#count(port, 'lengthErrors');
      return;
    }
    this.#hear(port, reading.frame);
  }

  #hear(port: number, frame: EapolFrame): void {
    const { settings, isUp } = this.#port(port);
    switch (frame.type) {
      case EapolType.start:
        this.#count(port, 'starts');
        if (settings.control !== 'auto') this.#sayForced(port, settings);
        else if (isUp) this.#started(port, frame);
        return;
      case EapolType.logoff:
        this.#count(port, 'logoffs');
        if (settings.control === 'auto') this.#loggedOff(port, frame);
        return;
      case EapolType.eap:
        this.#responded(port, frame);
        return;
      default:
        // Keys are no matter of a wired port that encrypts nothing.
        this.#count(port, 'invalid');
    }
  }

  /** FORCE_AUTH and FORCE_UNAUTH say what is so anyhow. */
  #sayForced(port: number, { control }: PortSettings): void {
    const code = control === 'forceAuthorized' ? EapCode.success : EapCode.failure;
    this.#say(port, ANYBODY, buildEapOutcome(code, 1));
  }

  #started(port: number, { source, version }: EapolFrame): void {
    const key = this.#keyFor(port, source);
    if (key === undefined) return;
    const one = this.#conversation(port, key);
    if (one.pae === PaeState.held || this.#isOthers(one, source)) return;
    this.#setGuest(port, false);
    this.#change(port, key, { version: spoken(version), station: source });
    this.#connect(port, key);
  }

  #loggedOff(port: number, { source }: EapolFrame): void {
    const key = this.#keyOf(port, source);
    const one = this.#port(port).conversations.get(key);
    if (one?.station !== source || one.pae === PaeState.held) return;
    const wasOpen = one.authorization !== undefined;
    this.#close(port, key, TerminateCause.supplicantLogoff);
    if (wasOpen) this.#say(port, key, buildEapOutcome(EapCode.failure, one.request?.[1] ?? 0));
    if (key === ANYBODY) this.#connect(port, key);
    else this.#forget(port, key);
  }

  /** Behind a NUL, where supplicants show nothing (RFC 3748 5.1). */
  #marked(port: number): Uint8Array {
    return new TextEncoder().encode(`\0loop=${this.#markOf(port)}`);
  }

  /**
   * A request of the switch itself came back: the port that sent it is at a loop. Its guest VLAN, in which no bridge's protocol would
   * be heard, is closed, and is not opened as long as its requests come back.
   */
  #heardOwn(data: Uint8Array): void {
    const text = new TextDecoder().decode(data);
    for (const [port, { isGuest, conversations }] of this.#ports) {
      if (text !== new TextDecoder().decode(this.#marked(port))) continue;
      if (conversations.get(ANYBODY)?.pae === PaeState.connecting) this.#change(port, ANYBODY, { tries: 0 });
      this.#setGuest(port, false);
      if (isGuest) this.#news.push({ kind: 'looped', port });
    }
  }

  #responded(port: number, { source, version, body }: EapolFrame): void {
    const packet = parseEap(body);
    if (packet?.code === EapCode.request && packet.type === EapType.identity && source === this.#address) {
      this.#heardOwn(packet.data);
      return;
    }
    if (packet?.code !== EapCode.response) {
      this.#count(port, 'invalid');
      return;
    }
    this.#count(port, packet.type === EapType.identity ? 'identities' : 'responses');
    const { settings, conversations, isUp } = this.#port(port);
    if (settings.control !== 'auto' || !isUp) return;
    const key = this.#keyOf(port, source);
    const one = this.#conversation(port, key);
    if (one.pae === PaeState.held) return;
    if (packet.type === EapType.identity) {
      // A station may answer the question to everybody, whatever it was asked itself.
      const isAnswerToAll = key !== ANYBODY && packet.identifier === conversations.get(ANYBODY)?.request?.[1];
      const isAnswer = one.pae === PaeState.connecting && packet.identifier === one.request?.[1];
      const isOpen = one.pae === PaeState.authenticating;
      if (!(isAnswer || isAnswerToAll) || isOpen || this.#isOthers(one, source)) return;
      if (this.#keyFor(port, source) === undefined) return;
      const identity = new TextDecoder().decode(packet.data.subarray(0, IDENTITY_MAXIMUM));
      this.#setGuest(port, false);
      this.#change(port, key, { station: source, identity, version: spoken(version), request: packet.octets });
      this.#consult(port, key, packet.octets, 0);
      return;
    }
    const awaits = one.pae === PaeState.authenticating && one.backend === BackendState.request;
    if (!awaits || one.station !== source || packet.identifier !== one.request?.[1]) return;
    this.#consult(port, key, packet.octets, one.exchange);
  }

  /** RESPONSE: the backend is asked. */
  #consult(port: number, key: string, eap: Uint8Array, former: number): void {
    const { station = '', identity } = this.#conversation(port, key);
    this.#exchange += 1;
    const exchange = this.#exchange;
    this.#change(port, key, {
      pae: PaeState.authenticating,
      backend: BackendState.response,
      exchange,
      timer: { of: 'server', at: this.#now + this.#port(port).settings.serverTimeout },
    });
    this.#ask.push({ port, exchange, station, former, identity, eap });
  }

  #answer(port: number, { conversations }: AuthenticatorPort, exchange: number, answer: BackendAnswer): void {
    for (const [key, one] of conversations) {
      if (one.exchange !== exchange || one.backend !== BackendState.response) continue;
      if (answer.kind === 'challenge') this.#challenge(port, key, answer);
      else if (answer.kind === 'accept') this.#accept(port, key, answer);
      else if (answer.kind === 'reject') this.#refuse(port, key, 'rejected', answer.eap, answer.user);
      else this.#abort(port, key, 'silence');
    }
  }

  #challenge(port: number, key: string, { eap, timeout }: BackendAnswer & { readonly kind: 'challenge' }): void {
    const packet = parseEap(eap);
    if (packet?.code !== EapCode.request) {
      this.#abort(port, key, 'silence');
      return;
    }
    this.#change(port, key, { backend: BackendState.request, request: packet.octets, tries: 0 });
    this.#transmit(port, key, timeout);
  }

  #accept(port: number, key: string, answer: BackendAnswer & { readonly kind: 'accept' }): void {
    const { settings } = this.#port(port);
    const one = this.#conversation(port, key);
    const identity = answer.user ?? one.identity;
    const vlan = settings.dynamicVlan ? answer.vlan : ({ kind: 'none' } as const);
    const assigned = vlan.kind === 'vlan' ? vlan.vlan : undefined;
    const isAmiss = vlan.kind === 'unknown' || (assigned !== undefined && !settings.admitsVlan(assigned));
    if (isAmiss) {
      this.#refuse(port, key, 'vlan', undefined, identity);
      return;
    }
    const { sessionTimeout = Number.POSITIVE_INFINITY, thenReauthenticate } = answer;
    const limit = this.#now + sessionTimeout;
    const again = one.authorization !== undefined;
    this.#change(port, key, {
      pae: PaeState.authenticated,
      backend: BackendState.idle,
      timer: undefined,
      authorization: {
        since: one.authorization?.since ?? this.#now,
        vlan: assigned,
        reauthAt: Math.min(this.#now + settings.reauthPeriod, thenReauthenticate ? limit : Number.POSITIVE_INFINITY),
        endsAt: thenReauthenticate ? Number.POSITIVE_INFINITY : limit,
      },
    });
    const isSuccess = answer.eap !== undefined && parseEap(answer.eap)?.code === EapCode.success;
    const success = isSuccess ? answer.eap : buildEapOutcome(EapCode.success, one.request?.[1] ?? 0);
    this.#say(port, key, success);
    const { station = '', exchange } = one;
    this.#news.push({ kind: 'opened', port, station, identity, vlan: assigned, exchange, again });
  }

  /** HELD: stations are ignored for a while. */
  #refuse(port: number, key: string, why: 'rejected' | 'vlan', eap: Uint8Array | undefined, user?: string): void {
    const one = this.#conversation(port, key);
    const { station = '' } = one;
    const identity = (user ?? one.identity).slice(0, IDENTITY_MAXIMUM);
    const isFailure = eap !== undefined && parseEap(eap)?.code === EapCode.failure;
    this.#say(port, key, isFailure ? eap : buildEapOutcome(EapCode.failure, one.request?.[1] ?? 0));
    this.#close(port, key, TerminateCause.reauthFailed);
    this.#change(port, key, {
      pae: PaeState.held,
      backend: BackendState.idle,
      exchange: 0,
      timer: { of: 'quiet', at: this.#now + this.#port(port).settings.quietPeriod },
    });
    this.#news.push({ kind: 'refused', port, station, identity, why });
  }

  /** ABORTING: the conversation broke off, and starts over. */
  #abort(port: number, key: string, why?: 'silence'): void {
    const { station = '', identity, request } = this.#conversation(port, key);
    this.#say(port, key, buildEapOutcome(EapCode.failure, request?.[1] ?? 0));
    this.#close(port, key, TerminateCause.reauthFailed);
    if (why) this.#news.push({ kind: 'refused', port, station, identity, why });
    this.#restart(port, key);
  }

  /** A station that does not answer is forgotten if others are authenticated one by one. */
  #restart(port: number, key: string): void {
    if (key === ANYBODY) this.#connect(port, key);
    else this.#forget(port, key);
  }

  #wake(port: number): void {
    for (const key of [...this.#port(port).conversations.keys()]) this.#wakeOne(port, key);
  }

  #wakeOne(port: number, key: string): void {
    const { timer, authorization, pae } = this.#conversation(port, key);
    if (authorization && authorization.endsAt <= this.#now) {
      this.#say(port, key, buildEapOutcome(EapCode.failure, this.#conversation(port, key).request?.[1] ?? 0));
      this.#close(port, key, TerminateCause.reauthFailed);
      this.#restart(port, key);
      return;
    }
    if (authorization && pae === PaeState.authenticated && authorization.reauthAt <= this.#now) {
      this.#connect(port, key);
      return;
    }
    if (!timer || timer.at > this.#now) return;
    if (timer.of === 'server') this.#abort(port, key, 'silence');
    else if (timer.of === 'quiet') this.#restart(port, key);
    else this.#unanswered(port, key);
  }

  #unanswered(port: number, key: string): void {
    const one = this.#conversation(port, key);
    const { settings } = this.#port(port);
    if (one.tries < settings.maxRequests) {
      this.#transmit(port, key);
      return;
    }
    if (one.pae !== PaeState.connecting) {
      this.#abort(port, key);
      return;
    }
    this.#close(port, key, TerminateCause.reauthFailed);
    if (key === ANYBODY) this.#change(port, key, { station: undefined });
    const { guestVlan, mode } = settings;
    if (guestVlan !== undefined && mode === 'port' && settings.admitsVlan(guestVlan)) {
      this.#setGuest(port, true, guestVlan);
    }
    this.#restart(port, key);
  }

  #setGuest(port: number, isGuest: boolean, vlan = 0): void {
    const one = this.#port(port);
    if (one.isGuest === isGuest) return;
    this.#ports.set(port, { ...one, isGuest });
    if (isGuest) this.#news.push({ kind: 'guest', port, vlan });
  }

  /** Whether a port that one station speaks for is spoken for by another one. */
  #isOthers(one: Conversation, source: string): boolean {
    const isBusy = one.authorization !== undefined || one.pae === PaeState.authenticating;
    return isBusy && one.station !== undefined && one.station !== source;
  }

  #keyOf(port: number, source: string): string {
    return this.#port(port).settings.mode === 'port' ? ANYBODY : source;
  }

  /** The conversation with a station; undefined if there is no room for another. */
  #keyFor(port: number, source: string): string | undefined {
    const key = this.#keyOf(port, source);
    const { conversations } = this.#port(port);
    if (key === ANYBODY || conversations.has(key)) return key;
    const stations = [...conversations.keys()].filter((one) => one !== ANYBODY);
    if (stations.length < STATIONS_MAXIMUM) return key;
    // Faked stations displace only each other, and never an authenticated one.
    const [pushed] = stations.filter((one) => !conversations.get(one)?.authorization);
    if (pushed === undefined) return undefined;
    this.#forget(port, pushed);
    return key;
  }

  #forget(port: number, key: string): void {
    const one = this.#port(port);
    const conversations = new Map(one.conversations);
    conversations.delete(key);
    this.#ports.set(port, { ...one, conversations });
  }

  #port(port: number): AuthenticatorPort {
    const one = this.#ports.get(port);
    if (!one) throw new RangeError(`Port ${port} is under no authenticator.`);
    return one;
  }

  #conversation(port: number, key: string): Conversation {
    return this.#port(port).conversations.get(key) ?? freshConversation;
  }

  #change(port: number, key: string, changes: Partial<Conversation>): void {
    const one = this.#port(port);
    const changed = { ...this.#conversation(port, key), ...changes };
    this.#ports.set(port, { ...one, conversations: new Map(one.conversations).set(key, changed) });
  }

  #count(port: number, counter: EapolCounter): void {
    const one = this.#port(port);
    const statistics = { ...one.statistics, [counter]: one.statistics[counter] + 1 };
    this.#ports.set(port, { ...one, statistics });
  }
}

/** The version to answer in: the station's own, as far as it is known here. */
function spoken(version: number): number {
  return Math.min(version, HIGHEST_VERSION);
}
