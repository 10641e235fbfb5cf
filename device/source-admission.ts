import type { Clock } from '../datapath/clock.ts';
import type { PortNumber } from '../datapath/identifiers.ts';
import { say } from '../model/values/message.ts';
import { Listeners } from './listeners.ts';
import type { LogWriter } from './log/log.ts';
import { StrangerLines } from './log/stranger-lines.ts';
import {
  isPermitted,
  type ManagementService,
  type PermittedSources,
  permittingSource,
  sourceName,
} from './permitted-sources.ts';

/** Decides on the sources that may use the management services, for each listening service. */
export interface SourceControl {
  /**
   * Whether a connection or datagram that came in from `address` may be answered. It is counted; one that may not is to be
   * dropped without a word, and is named in the log by this, once a minute for each source.
   */
  admits(service: ManagementService, address: string): boolean;
  /** The same of a session that is open, without counting. */
  permits(service: ManagementService, address: string): boolean;
  /**
   * Packets from `address` on a port that is not permitted for the source were dropped: names it in the log likewise.
   */
  turnedAway(service: ManagementService, address: string, port: PortNumber): void;
  /** Connections and datagrams that were admitted by a source of the list ("192.0.2.0/24") since the switch started. */
  hits(source: string): number;
  /**
   * Calls `listener` whenever the list has changed, until the returned function is called: sessions that are no longer
   * permitted have to be ended.
   */
  follow(listener: () => void): () => void;
}

/** Observations of a listener in another thread since its last report. */
export interface SourceReport {
  /** Admitted connections by source of the list. */
  readonly admitted: Readonly<Record<string, number>>;
  /** Refused sources and services, each once. */
  readonly refused: readonly { readonly service: ManagementService; readonly address: string }[];
}

/** The list in force, and what became of those who came. */
export class SourceAdmission implements SourceControl {
  /** A refused source is named by service, address and port where that counts. */
  readonly #refused: StrangerLines;
  readonly #followers: Listeners<void>;
  #sources: PermittedSources;
  readonly #hits = new Map<string, number>();

  /** @param failed is called with what a follower threw. */
  constructor(clock: Clock, log: LogWriter, failed: (error: unknown) => void) {
    this.#refused = new StrangerLines(clock, log);
    this.#followers = new Listeners(failed);
  }

  /** This list is in force from now on; answers whether it is another one than before. */
  put(sources: PermittedSources): boolean {
    if (sources === this.#sources) return false;
    this.#sources = sources;
    this.#followers.tell();
    return true;
  }

  admits(service: ManagementService, address: string): boolean {
    if (this.#sources === undefined) return true;
    const source = permittingSource(this.#sources, service, address);
    if (source) this.#count(sourceName(source), 1);
    else this.#refuse(service, address);
    return source !== undefined;
  }

  turnedAway(service: ManagementService, address: string, port: PortNumber): void {
    this.#refused.write(`${service} ${address} ${port}`, () =>
      say('{{address}} was refused {{service}} at port {{port}}: the IP access list does not permit it there.', {
        address,
        service: service.toUpperCase(),
        port,
      }),
    );
  }

  permits(service: ManagementService, address: string): boolean {
    return isPermitted(this.#sources, service, address);
  }

  hits(source: string): number {
    return this.#hits.get(source) ?? 0;
  }

  /** Takes over what a listener in another thread has seen. */
  take({ admitted, refused }: SourceReport): void {
    for (const [source, count] of Object.entries(admitted)) this.#count(source, count);
    for (const { service, address } of refused) this.#refuse(service, address);
  }

  follow(listener: () => void): () => void {
    return this.#followers.add(() => listener());
  }

  #count(source: string, count: number): void {
    this.#hits.set(source, this.hits(source) + count);
  }

  #refuse(service: ManagementService, address: string): void {
    this.#refused.write(`${service} ${address}`, () =>
      say('{{address}} was refused {{service}}: it is not in the IP access list.', {
        address,
        service: service.toUpperCase(),
      }),
    );
  }
}
