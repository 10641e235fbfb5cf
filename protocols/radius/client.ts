import type { RadiusEvent, RadiusStep } from './events.ts';
import {
  buildAccessRequest,
  buildAccountingRequest,
  fitsRequest,
  judgeAnswer,
  RadiusCode,
  type RadiusPacket,
} from './packet.ts';
import type { RadiusQuestion, RadiusServer, RadiusWay } from './question.ts';
import type { Pending, RadiusState } from './state.ts';
import { noStatistics, type RadiusStatistics, statisticsKey } from './statistics.ts';

/** Milliseconds for which a server that did not answer is skipped while another one is left. */
const DEAD_TIME = 300_000;
/** Requests that wait at one port of a server at most: identifiers have 8 bits. */
const PENDING_MAXIMUM = 200;

/**
 * One step of a RADIUS client (RFC 2865 2.4, 2.5; RFC 5080 2.2.1): a question goes to the first server that is not
 * known to be silent, is sent again with the same identifier after its timeout, and goes to the next server when all
 * its tries are used up. If every server is silent, the one that has been so for longest is asked once, so that a
 * recovered one is found.
 * @param random returns 16 unpredictable octets.
 */
export function stepRadius(state: RadiusState, event: RadiusEvent, now: number, random: () => Uint8Array): RadiusStep {
  const draft = new Draft(state, now, random);
  draft.take(event);
  return draft.finished();
}

class Draft {
  readonly #now: number;
  readonly #random: () => Uint8Array;
  #servers: readonly RadiusServer[];
  #pending: readonly Pending[];
  readonly #deadUntil: Map<number, number>;
  readonly #answeredAt: Map<number, number>;
  readonly #statistics: Map<string, RadiusStatistics>;
  readonly #identifiers: Map<string, number>;
  readonly #send: RadiusStep['send'][number][] = [];
  readonly #done: RadiusStep['done'][number][] = [];
  readonly #news: RadiusStep['news'][number][] = [];

  constructor(state: RadiusState, now: number, random: () => Uint8Array) {
    this.#now = now;
    this.#random = random;
    this.#servers = state.servers;
    this.#pending = state.pending;
    this.#deadUntil = new Map(state.deadUntil);
    this.#answeredAt = new Map(state.answeredAt);
    this.#statistics = new Map(state.statistics);
    this.#identifiers = new Map(state.identifiers);
  }

  take(event: RadiusEvent): void {
    switch (event.kind) {
      case 'configure':
        this.#configure(event.servers);
        return;
      case 'ask':
        this.#ask(event.question, this.#now, new Set());
        return;
      case 'clear':
        this.#statistics.clear();
        return;
      case 'cancel':
        this.#pending = this.#pending.filter(({ question }) => question.id !== event.id);
        return;
      case 'datagram':
        this.#hear(event.server, event.way, event.octets);
        return;
      case 'unreachable':
        for (const one of this.#pending) {
          if (one.server === event.server && one.question.way === event.way) this.#giveUp(one);
        }
        return;
      case 'wake':
        for (const one of this.#pending) if (one.dueAt <= this.#now) this.#overdue(one);
    }
  }

  finished(): RadiusStep {
    const wakeAt = Math.min(Number.POSITIVE_INFINITY, ...this.#pending.map(({ dueAt }) => dueAt));
    return {
      state: {
        servers: this.#servers,
        pending: this.#pending,
        deadUntil: this.#deadUntil,
        answeredAt: this.#answeredAt,
        statistics: this.#statistics,
        identifiers: this.#identifiers,
        wakeAt,
      },
      send: this.#send,
      done: this.#done,
      news: this.#news,
    };
  }

  /** Requests that wait for a removed or changed server go to another one. */
  #configure(servers: readonly RadiusServer[]): void {
    const former = new Map(this.#servers.map((server) => [server.index, server]));
    this.#servers = servers.toSorted((a, b) => a.index - b.index);
    const stay = new Set(servers.filter((server) => sameServer(former.get(server.index), server)).map((s) => s.index));
    for (const known of [this.#deadUntil, this.#answeredAt]) {
      for (const index of [...known.keys()]) if (!stay.has(index)) known.delete(index);
    }
    const present = new Set(servers.map(({ index }) => index));
    for (const key of [...this.#statistics.keys()]) {
      if (!present.has(Number.parseInt(key, 10))) this.#statistics.delete(key);
    }
    const waiting = this.#pending.filter(({ server }) => !stay.has(server));
    this.#pending = this.#pending.filter(({ server }) => stay.has(server));
    for (const { question, askedAt } of waiting) this.#ask(question, askedAt, new Set());
  }

  #ask(question: RadiusQuestion, askedAt: number, tried: ReadonlySet<number>): void {
    const chosen = this.#choose(question, tried);
    if (!chosen) {
      this.#done.push({ id: question.id, outcome: { kind: 'silence' } });
      return;
    }
    const { server, left } = chosen;
    const { index, secret, timeout } = server;
    const authenticator = this.#random();
    const waited = Math.floor((this.#now - askedAt) / 1000);
    const attributes = question.attributes({ server: index, authenticator, secret }, waited);
    if (!fitsRequest(attributes)) {
      this.#done.push({ id: question.id, outcome: { kind: 'silence' } });
      return;
    }
    const identifier = this.#identifier(index, question.way);
    const octets =
      question.way === 'authentication'
        ? buildAccessRequest(identifier, authenticator, attributes, secret)
        : buildAccountingRequest(identifier, attributes, secret);
    const dueAt = this.#now + timeout;
    const [turnAt, sentAt] = [this.#now, this.#now];
    const sent = { question, askedAt, server: index, turnAt, identifier, octets, sentAt, dueAt, left, tried };
    this.#pending = [...this.#pending, sent];
    this.#count(index, question.way, 'requests');
    this.#send.push({ server: index, way: question.way, octets });
  }

  /** The server to ask next, and how often it may be asked again. */
  #choose(
    { way, server: only }: RadiusQuestion,
    tried: ReadonlySet<number>,
  ): { readonly server: RadiusServer; readonly left: number } | undefined {
    const possible = this.#servers.filter(
      ({ index, accounting }) =>
        !tried.has(index) &&
        (only === undefined || only === index) &&
        (way === 'authentication' || accounting) &&
        this.#waitingAt(index, way) < PENDING_MAXIMUM,
    );
    const alive = possible.find(({ index }) => (this.#deadUntil.get(index) ?? 0) <= this.#now);
    if (alive) return { server: alive, left: alive.retransmit };
    if (tried.size > 0) return undefined;
    const [longest] = possible.toSorted(
      (a, b) => (this.#deadUntil.get(a.index) ?? 0) - (this.#deadUntil.get(b.index) ?? 0),
    );
    return longest && { server: longest, left: 0 };
  }

  #waitingAt(server: number, way: RadiusWay): number {
    return this.#pending.filter((one) => one.server === server && one.question.way === way).length;
  }

  #identifier(server: number, way: RadiusWay): number {
    const key = statisticsKey(server, way);
    const taken = new Set(
      this.#pending.filter((one) => one.server === server && one.question.way === way).map((one) => one.identifier),
    );
    let next = ((this.#identifiers.get(key) ?? -1) + 1) & 0xff;
    while (taken.has(next)) next = (next + 1) & 0xff;
    this.#identifiers.set(key, next);
    return next;
  }

  #hear(index: number, way: RadiusWay, octets: Uint8Array): void {
    const server = this.#servers.find((one) => one.index === index);
    if (!server) return;
    const asked = this.#pending.find(
      (one) => one.server === index && one.question.way === way && one.identifier === octets[1],
    );
    if (!asked) {
      this.#count(index, way, 'dropped');
      return;
    }
    const verdict = judgeAnswer(octets, asked.octets, server.secret);
    if (verdict.kind !== 'answer') {
      const counters = {
        malformed: 'malformed',
        badAuthenticator: 'badAuthenticators',
        unknownType: 'unknownTypes',
      } as const;
      this.#count(index, way, counters[verdict.kind]);
      return;
    }
    this.#pending = this.#pending.filter((one) => one !== asked);
    if (way === 'authentication') this.#answeredAt.set(index, this.#now);
    if (this.#deadUntil.delete(index)) this.#news.push({ server: index, answers: true });
    const { packet } = verdict;
    this.#count(index, way, kindOf(packet));
    const key = statisticsKey(index, way);
    const present = this.#statistics.get(key) ?? noStatistics;
    this.#statistics.set(key, { ...present, roundTrip: this.#now - asked.sentAt });
    this.#done.push({ id: asked.question.id, outcome: { kind: 'answer', packet, server: index } });
  }

  #overdue(asked: Pending): void {
    this.#count(asked.server, asked.question.way, 'timeouts');
    if (asked.left === 0) {
      this.#giveUp(asked);
      return;
    }
    const server = this.#servers.find(({ index }) => index === asked.server);
    const again = { ...asked, left: asked.left - 1, sentAt: this.#now, dueAt: this.#now + (server?.timeout ?? 0) };
    this.#pending = this.#pending.map((one) => (one === asked ? again : one));
    this.#count(asked.server, asked.question.way, 'retransmissions');
    this.#send.push({ server: asked.server, way: asked.question.way, octets: asked.octets });
  }

  #giveUp(asked: Pending): void {
    const { server, question, turnAt } = asked;
    this.#pending = this.#pending.filter((one) => one !== asked);
    // A server without accounting may still authenticate. A question that a server ignores, while it answers others,
    // does not make it dead: any station could ask such a thing.
    const isSilent = (this.#answeredAt.get(server) ?? Number.NEGATIVE_INFINITY) <= turnAt;
    if (question.way === 'authentication' && isSilent) {
      if (!this.#deadUntil.has(server)) this.#news.push({ server, answers: false });
      this.#deadUntil.set(server, this.#now + DEAD_TIME);
    }
    this.#ask(question, asked.askedAt, new Set([...asked.tried, server]));
  }

  #count(server: number, way: RadiusWay, counter: Exclude<keyof RadiusStatistics, 'roundTrip' | 'pending'>): void {
    const key = statisticsKey(server, way);
    const present = this.#statistics.get(key) ?? noStatistics;
    this.#statistics.set(key, { ...present, [counter]: present[counter] + 1 });
  }
}

function kindOf({ code }: RadiusPacket): 'accepts' | 'rejects' | 'challenges' | 'responses' {
  if (code === RadiusCode.accessAccept) return 'accepts';
  if (code === RadiusCode.accessReject) return 'rejects';
  return code === RadiusCode.accessChallenge ? 'challenges' : 'responses';
}

function sameServer(a: RadiusServer | undefined, b: RadiusServer): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
