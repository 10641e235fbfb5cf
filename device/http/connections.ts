import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { IpNetwork } from '../../model/values/ip-prefix.ts';
import { nameIn } from '../names/own-name.ts';
import { Sources } from '../sessions/source-of.ts';
import type { Arrival } from '../switch/backend.ts';
import type { ConsoleSources } from './console-sources.ts';
import { clientBehind } from './forwarded.ts';

/** Connections side by side. */
export interface ConnectionLimits {
  /** Of browsers that have proved nothing yet, in all. */
  readonly strangers: number;
  /** Of these from one source. */
  readonly source: number;
  /** Of browsers that are signed in, or were before. No stranger takes one of these. */
  readonly known: number;
}

/** Options for connections. */
interface ConnectionOptions {
  /** Decides which clients are accepted; without one all are. */
  readonly consoleSources?: ConsoleSources;
  readonly limits?: ConnectionLimits;
  /** Proxies that are believed who their clients are; default none. */
  readonly trustedProxies?: readonly IpNetwork[];
  /** See `Sources`. */
  readonly stationOf?: (address: string) => string | undefined;
}

const defaultLimits: ConnectionLimits = { strangers: 384, source: 128, known: 128 };

/** Sources of known browsers that are remembered. */
const KNOWN_SOURCES = 64;

/** Protocols of the console. */
type WebService = 'http' | 'https';

interface Connection {
  readonly socket: Socket;
  readonly ends: string;
  readonly source: string;
  /** The share of strangers: the source, the station, or all addresses of a link (see `Sources.shareOf`). */
  readonly share: string;
  /** In which it could first be spoken on; undefined before the end of a TLS handshake. */
  epoch: number | undefined;
  known: boolean;
  /** Undefined before its first octet, where both are spoken. */
  service: WebService | undefined;
  /** A request on it is being answered. */
  isAnswering: boolean;
}

/**
 * The open connections: which clients are known, in which epoch each was opened (see `Arrival.epoch`), and the limits.
 * Beyond the limit a new one replaces a stranger of the source with the most connections, the least active and oldest
 * one, so a flood displaces itself, and the owner's browser gets in beside it, even from behind the same address.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #trustedProxies: readonly IpNetwork[];
  readonly #consoleSources: ConsoleSources | undefined;
  readonly #origins: Sources;
  /** By both of its ends, as the socket and the TLS socket around it show them alike. Oldest first. */
  readonly #strangers = new Map<string, Connection>();
  readonly #known = new Map<string, Connection>();
  readonly #strangersOfSource = new Map<string, Set<Connection>>();
  readonly #strangersOfShare = new Map<string, Set<Connection>>();
  /** Sources that a known browser came from, the latest last. */
  readonly #knownSources = new Set<string>();
  #epoch = 0;
  #served: readonly WebService[] = ['http', 'https'];
  /** The epoch that the switch counts from: it restarts with each start, connections do not. */
  #start = 0;

  constructor({ consoleSources, limits = defaultLimits, stationOf, trustedProxies = [] }: ConnectionOptions = {}) {
    this.#trustedProxies = trustedProxies;
    this.#consoleSources = consoleSources;
    this.#limits = limits;
    this.#origins = new Sources(stationOf);
  }

  /**
   * A TCP connection came in to a listener that speaks these; it may cost another one its place. False where it is gone already:
   * closed, or of a source that may use none of them.
   */
  accept(socket: Socket, spoken: readonly [WebService, ...WebService[]] = ['http']): boolean {
    const ends = endsOf(socket).name;
    if (socket.remoteAddress === undefined) {
      socket.destroy();
      return false;
    }
    const address = plainAddress(socket.remoteAddress);
    // Which of them it came for is known by its first octet; who may use none is not heard at all.
    if (this.#consoleSources && !spoken.some((service) => this.#consoleSources?.permits(service, address))) {
      this.#consoleSources.admits(spoken[0], address);
      socket.resetAndDestroy();
      return false;
    }
    const { source, share } = this.#placeOf(address);
    const { strangers, source: each } = this.#limits;
    if ((this.#strangersOfSource.get(source)?.size ?? 0) >= each) this.#pushOut(this.#strangersOfSource.get(source));
    else if (this.#strangers.size >= strangers) this.#pushOut(this.#strangersOfShare.get(this.#largestShare()));
    const connection: Connection = {
      socket,
      ends,
      source,
      share,
      epoch: undefined,
      known: false,
      service: undefined,
      isAnswering: false,
    };
    this.#strangers.set(ends, connection);
    addTo(this.#strangersOfSource, source, connection);
    addTo(this.#strangersOfShare, share, connection);
    socket.once('close', () => this.#forget(connection));
    return true;
  }

  /** The first octet said what is spoken. False where its source may not use that: the connection is gone. */
  admit(socket: Socket, service: WebService): boolean {
    const connection = this.#find(socket);
    if (connection) connection.service = service;
    if (!this.#consoleSources || this.#consoleSources.admits(service, plainAddress(socket.remoteAddress))) return true;
    socket.resetAndDestroy();
    return false;
  }

  /** The switch has just these addresses now: who is on a link with one of them is counted by the address. */
  followAddresses(own: readonly string[]): void {
    this.#origins.follow(own);
  }

  /**
   * Other clients may use the console from now on: ends the connections of those that no longer may, after their
   * answers.
   */
  sourcesChanged(): void {
    for (const connection of [...this.#strangers.values(), ...this.#known.values()]) this.#endForbidden(connection);
  }

  /** The console is served only in these ways from now on; other connections end after the answer in progress. */
  serve(services: readonly WebService[]): void {
    this.#served = services;
    this.sourcesChanged();
  }

  /** A request is answered on this connection until the function that is given back is called. */
  answering(socket: Socket): () => void {
    const connection = this.#find(socket);
    if (!connection) return () => {};
    connection.isAnswering = true;
    return () => {
      connection.isAnswering = false;
      this.#endForbidden(connection);
    };
  }

  /** The browser at the other end proved that it is signed in, or was before. */
  recognized(socket: Socket): void {
    const connection = this.#strangers.get(endsOf(socket).name);
    if (!connection) return;
    this.#forget(connection);
    const [oldest] = this.#known.values();
    if (oldest && this.#known.size >= this.#limits.known) this.#end(oldest);
    connection.known = true;
    this.#known.set(connection.ends, connection);
    this.knowSource(connection.source);
  }

  /** Somebody signed in from a source, by whichever service: no stranger takes the place of one who comes from there. */
  knowSource(source: string): void {
    this.#knownSources.delete(source);
    const [longestAgo] = this.#knownSources;
    if (longestAgo !== undefined && this.#knownSources.size >= KNOWN_SOURCES) this.#knownSources.delete(longestAgo);
    this.#knownSources.add(source);
  }

  /** The source of a connection before anything is received on it, and whether a known browser came from there. */
  originOf(socket: Socket): { readonly source: string; readonly share: string; readonly isKnown: boolean } {
    return this.#placeOf(plainAddress(socket.remoteAddress));
  }

  isKnown(socket: Socket): boolean {
    return this.#find(socket)?.known === true;
  }

  /** A forced change was applied: connections opened before prove nothing about it. */
  begin(epoch: number): void {
    this.#epoch = this.#start + epoch;
  }

  /** The switch was started again: connections opened before are older than any of its epochs. */
  restarted(): void {
    this.#epoch += 1;
    this.#start = this.#epoch;
  }

  /** The connection can be spoken on from now on. */
  opened(socket: Socket): void {
    const connection = this.#find(socket);
    if (connection) connection.epoch = this.#epoch;
  }

  isOpened(socket: Socket): boolean {
    return this.#find(socket)?.epoch !== undefined;
  }

  /** Whether the connection is older than the epoch; its browser should open a new one. */
  isStale(socket: Socket): boolean {
    return (this.#find(socket)?.epoch ?? this.#epoch) < this.#epoch;
  }

  arrival({ socket, headers }: IncomingMessage): Arrival {
    const name = nameIn(headers.host);
    const connection = this.#find(socket);
    const { localAddress, localPort, remoteAddress } = endsOf(socket);
    return {
      ...(name !== undefined && { name }),
      localAddress,
      localPort,
      remoteAddress: clientBehind(remoteAddress, headers, this.#trustedProxies),
      // Browsers reach a trusted proxy by HTTPS.
      secure: connection?.service === 'https' || this.#trustedProxies.length > 0,
      epoch: (connection?.epoch ?? 0) - this.#start,
    };
  }

  #placeOf(address: string) {
    const source = this.#origins.of(address);
    const isKnown = this.#knownSources.has(source);
    // One host takes any number of addresses on its link.
    return { source, share: isKnown ? source : this.#origins.shareOf(address), isKnown };
  }

  #find(socket: Socket): Connection | undefined {
    const { name } = endsOf(socket);
    return this.#known.get(name) ?? this.#strangers.get(name);
  }

  #largestShare(): string {
    let largest = '';
    for (const share of this.#strangersOfShare.keys()) {
      if (this.#weightOf(share) > this.#weightOf(largest)) largest = share;
    }
    return largest;
  }

  /** A known source gives up a place only where there is no other. */
  #weightOf(share: string): number {
    const count = this.#strangersOfShare.get(share)?.size ?? 0;
    return this.#knownSources.has(share) ? count / this.#limits.strangers / 2 : count;
  }

  /** Those who have said least go first: a browser speaks at once, a flood is silent or stays at the first octet. */
  #pushOut(among: Iterable<Connection> = []): void {
    let least: Connection | undefined;
    for (const connection of among) {
      if (!least || progressOf(connection) < progressOf(least)) least = connection;
    }
    if (least) this.#end(least);
  }

  #endForbidden({ socket, service, isAnswering }: Connection): void {
    if (isAnswering || service === undefined) return;
    const isPermitted = this.#consoleSources?.permits(service, plainAddress(socket.remoteAddress)) ?? true;
    if (!isPermitted || !this.#served.includes(service)) socket.destroySoon();
  }

  #end(connection: Connection): void {
    connection.socket.destroy();
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    const { ends, source, share } = connection;
    // Another connection may have the same ends by now.
    const kept = connection.known ? this.#known : this.#strangers;
    if (kept.get(ends) === connection) kept.delete(ends);
    removeFrom(this.#strangersOfSource, source, connection);
    removeFrom(this.#strangersOfShare, share, connection);
  }
}

function addTo<Key, Member>(sets: Map<Key, Set<Member>>, key: Key, member: Member): void {
  const present = sets.get(key) ?? new Set();
  sets.set(key, present.add(member));
}

function removeFrom<Key, Member>(sets: Map<Key, Set<Member>>, key: Key, member: Member): void {
  const present = sets.get(key);
  present?.delete(member);
  if (present?.size === 0) sets.delete(key);
}

function progressOf({ socket, epoch }: Connection): number {
  if (socket.bytesRead === 0) return 0;
  return epoch === undefined ? 1 : 2;
}

interface Ends extends Pick<Arrival, 'localAddress' | 'localPort' | 'remoteAddress'> {
  /** Of both together. */
  readonly name: string;
}

const knownEnds = new WeakMap<Socket, Ends>();

/** Both ends of a socket, which remain the same; each step of answering a request asks for them. */
function endsOf(socket: Socket): Ends {
  const known = knownEnds.get(socket);
  if (known !== undefined) return known;
  const { remoteAddress, remotePort, localAddress, localPort = 0 } = socket;
  const ends = {
    name: `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`,
    localAddress: plainAddress(localAddress),
    localPort,
    remoteAddress: plainAddress(remoteAddress),
  };
  if (remoteAddress !== undefined) knownEnds.set(socket, ends);
  return ends;
}

/** An IPv4 address as such, where the socket shows it mapped into IPv6 (RFC 4291 2.5.5.2). */
function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}
