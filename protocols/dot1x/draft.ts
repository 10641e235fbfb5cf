import { buildEap, EapCode, EapType } from '../eap/packet.ts';
import { buildEapolEap, PAE_GROUP } from './eapol.ts';
import type { AuthenticatorNews, AuthenticatorStep, BackendQuestion } from './events.ts';
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

/** The conversation with the first station that answers. */
export const ANYBODY = '';

/** The version of a port before it has heard its station: every supplicant reads version 2. */
const FIRST_VERSION = 2;

/** A port at which no station has spoken. */
export function freshPort(settings: PortSettings, isUp: boolean, statistics = noStatistics): AuthenticatorPort {
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

/** The ports of an authenticator in the middle of a step: what is changed there, sent and reported. */
export class Draft {
  readonly now: number;
  readonly address: string;
  readonly #markOf: (port: number) => string;
  readonly ports: Map<number, AuthenticatorPort>;
  readonly #send: { readonly port: number; readonly frame: Uint8Array }[] = [];
  readonly ask: BackendQuestion[] = [];
  readonly news: AuthenticatorNews[] = [];
  #exchange: number;

  constructor(state: AuthenticatorState, now: number, address: string, markOf: (port: number) => string) {
    this.now = now;
    this.address = address;
    this.#markOf = markOf;
    this.ports = new Map(state.ports);
    this.#exchange = state.exchange;
  }

  /** The number of the next question to the backend. */
  nextExchange(): number {
    this.#exchange += 1;
    return this.#exchange;
  }

  /** The step that all this comes to. */
  finished(): AuthenticatorStep {
    let wakeAt = Number.POSITIVE_INFINITY;
    for (const { conversations } of this.ports.values()) {
      for (const { timer, authorization, pae } of conversations.values()) {
        wakeAt = Math.min(wakeAt, timer?.at ?? wakeAt, authorization?.endsAt ?? wakeAt);
        if (pae === PaeState.authenticated) wakeAt = Math.min(wakeAt, authorization?.reauthAt ?? wakeAt);
      }
    }
    const state = { ports: this.ports, exchange: this.#exchange, wakeAt };
    return { state, send: this.#send, ask: this.ask, news: this.news };
  }

  /** Closes what a conversation has opened. */
  close(port: number, key: string, cause: number): void {
    const one = this.conversation(port, key);
    if (!one.authorization) return;
    this.change(port, key, { authorization: undefined });
    this.news.push({ kind: 'closed', port, station: one.station ?? '', cause });
  }

  /** Closes whatever is open at a port. */
  closeAll(port: number, cause: number): void {
    for (const key of this.ports.get(port)?.conversations.keys() ?? []) this.close(port, key, cause);
  }

  /** CONNECTING: requests the identity. An open port stays so until that fails. */
  connect(port: number, key: string): void {
    const { request, identity } = this.conversation(port, key);
    const identifier = ((request?.[1] ?? -1) + 1) & 0xff;
    this.change(port, key, {
      pae: PaeState.connecting,
      backend: BackendState.idle,
      request: buildEap(EapCode.request, identifier, EapType.identity, this.marked(port)),
      tries: 0,
      exchange: 0,
      identity,
    });
    this.transmit(port, key);
  }

  /** Sends the request that waits for a response, once more. */
  transmit(port: number, key: string, time?: number): void {
    const one = this.conversation(port, key);
    if (!one.request) return;
    const { settings } = this.port(port);
    const isIdentity = one.pae === PaeState.connecting;
    const of = isIdentity ? 'transmit' : 'supplicant';
    const at = this.now + (time ?? (isIdentity ? settings.txPeriod : settings.supplicantTimeout));
    this.change(port, key, { tries: one.tries + 1, timer: { of, at } });
    if (key === ANYBODY && this.#hasStations(port)) return;
    this.count(port, isIdentity ? 'identityRequests' : 'requests');
    this.say(port, key, one.request);
  }

  /** Authenticated stations would start over if everyone were asked; others announce themselves. */
  #hasStations(port: number): boolean {
    const { settings, conversations } = this.port(port);
    return settings.mode === 'station' && [...conversations.values()].some(({ authorization }) => authorization);
  }

  /** Sends an EAP packet to the station of a conversation. */
  say(port: number, key: string, eap: Uint8Array): void {
    const { station, version } = this.conversation(port, key);
    const destination = key === ANYBODY ? PAE_GROUP : (station ?? PAE_GROUP);
    this.count(port, 'sent');
    this.#send.push({ port, frame: buildEapolEap(destination, this.address, version, eap) });
  }

  /** Behind a NUL, where supplicants show nothing (RFC 3748 5.1). */
  marked(port: number): Uint8Array {
    return new TextEncoder().encode(`\0loop=${this.#markOf(port)}`);
  }

  /** A station that does not answer is forgotten if others are authenticated one by one. */
  restart(port: number, key: string): void {
    if (key === ANYBODY) this.connect(port, key);
    else this.forget(port, key);
  }

  /** Opens or closes the guest VLAN of a port. */
  setGuest(port: number, isGuest: boolean, vlan = 0): void {
    const one = this.port(port);
    if (one.isGuest === isGuest) return;
    this.ports.set(port, { ...one, isGuest });
    if (isGuest) this.news.push({ kind: 'guest', port, vlan });
  }

  /** The conversation that the frames of a station belong to. */
  keyOf(port: number, source: string): string {
    return this.port(port).settings.mode === 'port' ? ANYBODY : source;
  }

  /** The conversation with a station; undefined if there is no room for another. */
  keyFor(port: number, source: string): string | undefined {
    const key = this.keyOf(port, source);
    const { conversations } = this.port(port);
    if (key === ANYBODY || conversations.has(key)) return key;
    const stations = [...conversations.keys()].filter((one) => one !== ANYBODY);
    if (stations.length < STATIONS_MAXIMUM) return key;
    // Faked stations displace only each other, and never an authenticated one.
    const [pushed] = stations.filter((one) => !conversations.get(one)?.authorization);
    if (pushed === undefined) return undefined;
    this.forget(port, pushed);
    return key;
  }

  /** Ends a conversation. */
  forget(port: number, key: string): void {
    const one = this.port(port);
    const conversations = new Map(one.conversations);
    conversations.delete(key);
    this.ports.set(port, { ...one, conversations });
  }

  /** A port under the authenticator. */
  port(port: number): AuthenticatorPort {
    const one = this.ports.get(port);
    if (!one) throw new RangeError(`Port ${port} is under no authenticator.`);
    return one;
  }

  /** A conversation as it is; one that has not begun is a fresh one. */
  conversation(port: number, key: string): Conversation {
    return this.port(port).conversations.get(key) ?? freshConversation;
  }

  /** Changes a conversation. */
  change(port: number, key: string, changes: Partial<Conversation>): void {
    const one = this.port(port);
    const changed = { ...this.conversation(port, key), ...changes };
    this.ports.set(port, { ...one, conversations: new Map(one.conversations).set(key, changed) });
  }

  /** Counts a frame. */
  count(port: number, counter: EapolCounter): void {
    const one = this.port(port);
    const statistics = { ...one.statistics, [counter]: one.statistics[counter] + 1 };
    this.ports.set(port, { ...one, statistics });
  }
}
