import { macFromNumber, macToNumber } from '../../protocols/frames/addresses.ts';
import type { ForwardingEntry } from '../datapath.ts';
import { addressKey, type BridgePortNumber, type LearningPlan, type StaticUnicastPlan, type VlanId } from '../plan.ts';

/** An address in the table. */
export interface Row {
  readonly address: number;
  /** The VLAN in which it was last learned or pinned; under shared learning several VLANs meet in one database. */
  vlan: VlanId;
  port: BridgePortNumber;
  readonly pinned: boolean;
  /** Clock milliseconds of the last frame from this address. */
  seen: number;
  /** Frames from a pinned address at its own port, where that is secured. */
  frames: number;
  /** It is no longer in the table. */
  isGone: boolean;
}

/** Events in the table since the last look, for whatever monitors it. */
interface Learning {
  /** Addresses that found no room; each counts once up to a bound, so that a flood does not cost memory. */
  readonly refused: number;
  /** Addresses that showed up for the first time, by port, refused ones too. */
  readonly appeared: ReadonlyMap<BridgePortNumber, number>;
}

/** Selects learned rows; every given property has to match. */
export interface RowSelection {
  readonly ports?: ReadonlySet<BridgePortNumber> | undefined;
  readonly vlans?: ReadonlySet<VlanId> | undefined;
  readonly address?: number | undefined;
}

const REFUSED_LIMIT = 8192;

/** Milliseconds that a full table waits before it looks for room again: unknown addresses must not cost a search each. */
const SWEEP_PAUSE = 1000;

/**
 * Learned and static unicast addresses (IEEE 802.1Q-2018 8.8), by filtering database and address. An expired row counts
 * as gone at once; its memory is freed by the next `sweep`.
 */
export class ForwardingDatabase {
  readonly #size: number;
  readonly #databases = new Map<VlanId, Map<number, Row>>();
  #rows = 0;
  #shared = false;
  #ageing = 300_000;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #refused = new Set<number>();
  #appeared = new Map<BridgePortNumber, number>();

  /** `size` is the number of rows that fit. */
  constructor(size: number) {
    this.#size = size;
  }

  /**
   * Applies the settings for learning. Another constraint empties the table, including static rows, and returns true:
   * the VLANs are regrouped, and the owner of the static entries pins them again.
   */
  configure(learning: LearningPlan): boolean {
    this.#ageing = learning.ageingTime * 1000;
    const shared = learning.constraint === 'shared';
    if (shared === this.#shared) return false;
    this.#shared = shared;
    for (const { database, row } of this.#all()) this.#remove(database, row.address);
    this.#databases.clear();
    return true;
  }

  /** Whether all VLANs share one filtering database. */
  get isShared(): boolean {
    return this.#shared;
  }

  /** The filtering database of a VLAN. */
  fid(vlan: VlanId): VlanId {
    return this.#shared ? 1 : vlan;
  }

  /** The port behind `address` (as a number) in `vlan`; 0 where it is unknown. */
  lookup(vlan: VlanId, address: number, now: number): BridgePortNumber {
    const row = this.row(vlan, address);
    return row && !this.#expired(row, now) ? row.port : 0;
  }

  /** The row of `address` (as a number) in `vlan`, whose time may be up; undefined where there is none. */
  row(vlan: VlanId, address: number): Row | undefined {
    return this.#databases.get(this.#shared ? 1 : vlan)?.get(address);
  }

  /** Whether a row is in the table, and its time is not up. */
  isInForce(row: Row, now: number): boolean {
    return !row.isGone && !this.#expired(row, now);
  }

  /** Learns or refreshes a source address. Static addresses stay where they are pinned. */
  learn(vlan: VlanId, address: number, port: BridgePortNumber, now: number): void {
    const database = this.#database(vlan);
    const row = database.get(address);
    if (row) {
      if (row.pinned) return;
      row.port = port;
      row.vlan = vlan;
      row.seen = now;
      return;
    }
    if (this.#rows >= this.#size && now - this.#sweptAt >= SWEEP_PAUSE) this.sweep(now);
    if (this.#rows >= this.#size) {
      this.#refuse(address, port);
      return;
    }
    this.#appear(port);
    this.#insert(database, { address, vlan, port, pinned: false, seen: now, frames: 0, isGone: false });
  }

  /** Pins an address in one step, replacing what was learned or pinned before. */
  pin(entry: StaticUnicastPlan): void {
    const address = macToNumber(entry.address);
    const database = this.#database(entry.vlan);
    this.#remove(database, address);
    this.#insert(database, {
      ...{ address, vlan: entry.vlan, port: entry.port, pinned: true, seen: 0 },
      ...{ frames: 0, isGone: false },
    });
  }

  /** The port that `address` (as a number) is pinned to in `vlan`; 0 where it is not. */
  pinnedTo(vlan: VlanId, address: number): BridgePortNumber {
    const row = this.row(vlan, address);
    return row?.pinned ? row.port : 0;
  }

  /** Whether `address` (as a number) is pinned to `port`; counts the `frames` that came from it there. */
  hears(vlan: VlanId, address: number, port: BridgePortNumber, frames: number): boolean {
    const row = this.row(vlan, address);
    if (!row?.pinned || row.port !== port) return false;
    row.frames += frames;
    return true;
  }

  /** The counts of `hears`, by `addressKey`. */
  heard(): ReadonlyMap<string, bigint> {
    const heard = new Map<string, bigint>();
    for (const { row } of this.#all()) {
      if (row.frames > 0) heard.set(addressKey(row.vlan, macFromNumber(row.address)), BigInt(row.frames));
    }
    return heard;
  }

  /** Takes an address away that is pinned. */
  unpin(entry: StaticUnicastPlan): void {
    this.#remove(this.#database(entry.vlan), macToNumber(entry.address));
  }

  /** Forgets learned addresses; returns how many were still in force. */
  flush(selection: RowSelection, now: number): number {
    const { ports, vlans, address } = selection;
    let forgotten = 0;
    for (const { database, row } of this.#all(vlans)) {
      if (row.pinned) continue;
      if (ports && !ports.has(row.port)) continue;
      if (vlans && !vlans.has(row.vlan)) continue;
      if (address !== undefined && row.address !== address) continue;
      if (!this.#expired(row, now)) forgotten += 1;
      this.#remove(database, row.address);
    }
    return forgotten;
  }

  /** Forgets a learned address in the whole filtering database of `vlan`: it turned out to be the switch's own. */
  disown(vlan: VlanId, address: number): void {
    const database = this.#databases.get(this.fid(vlan));
    if (database?.get(address)?.pinned === false) this.#remove(database, address);
  }

  /** Rows that take up room, those too whose time is up and that were not swept yet. */
  get rows(): number {
    return this.#rows;
  }

  /** Events since the last call. */
  takeLearning(): Learning {
    const learning = { refused: this.#refused.size, appeared: this.#appeared };
    this.#refused = new Set();
    this.#appeared = new Map();
    return learning;
  }

  /** Gives back the memory of rows whose time is up. */
  sweep(now: number): void {
    this.#sweptAt = now;
    for (const { database, row } of this.#all()) if (this.#expired(row, now)) this.#remove(database, row.address);
  }

  /** Every row in force, in no particular order. */
  entries(now: number): ForwardingEntry[] {
    const entries: ForwardingEntry[] = [];
    for (const { row } of this.#all()) {
      if (this.#expired(row, now)) continue;
      entries.push({
        fid: this.fid(row.vlan),
        address: macFromNumber(row.address),
        port: row.port,
        origin: row.pinned ? 'static' : 'learned',
        age: row.pinned ? 0 : Math.floor((now - row.seen) / 1000),
      });
    }
    return entries;
  }

  #refuse(address: number, port: BridgePortNumber): void {
    if (this.#refused.has(address) || this.#refused.size >= REFUSED_LIMIT) return;
    this.#refused.add(address);
    this.#appear(port);
  }

  #appear(port: BridgePortNumber): void {
    this.#appeared.set(port, (this.#appeared.get(port) ?? 0) + 1);
  }

  #expired(row: Row, now: number): boolean {
    return this.#ageing !== 0 && !row.pinned && now - row.seen >= this.#ageing;
  }

  #database(vlan: VlanId): Map<number, Row> {
    const fid = this.#shared ? 1 : vlan;
    let database = this.#databases.get(fid);
    if (!database) {
      database = new Map();
      this.#databases.set(fid, database);
    }
    return database;
  }

  /** Every row; with `vlans`, at least those of their databases. */
  *#all(vlans?: ReadonlySet<VlanId>): Generator<{ database: Map<number, Row>; row: Row }> {
    const databases =
      vlans && !this.#shared ? [...vlans].flatMap((vlan) => this.#databases.get(vlan) ?? []) : this.#databases.values();
    for (const database of databases) for (const row of database.values()) yield { database, row };
  }

  #insert(database: Map<number, Row>, row: Row): void {
    database.set(row.address, row);
    this.#rows += 1;
  }

  #remove(database: Map<number, Row>, address: number): void {
    const row = database.get(address);
    if (!row) return;
    row.isGone = true;
    database.delete(address);
    this.#rows -= 1;
  }
}
