import { isRecord } from '../../model/values/json-record.ts';
import type { Keepable, Kept } from '../flash/keeper.ts';
import { type HistoryRecord, readRecord } from './journal-records.ts';

/** Files of the history, written round and round: the newest takes the place of the oldest. */
const SEGMENTS = 64;

/** Octets of the records of one file, which a change rewrites; a larger record has a file of its own. */
const SEGMENT_SIZE = 16_000;

/** Octets of all records. Encrypted and in Base64 their files have 1 MB. */
export const HISTORY_SIZE = 768_000;

/** Octets of one record at most. */
export const LARGEST_RECORD = 192_000;

/** One file of the history, with records that follow one another. */
interface Segment {
  /** Which of the files it is. */
  readonly place: number;
  readonly records: HistoryRecord[];
  size: number;
}

/** What a file holds: records as JSON, oldest first. */
type KeptRecords = readonly HistoryRecord[];

function keepable(place: number): Keepable<KeptRecords> {
  return {
    name: `history-${place}`,
    version: 1,
    // Changes hold former secrets, which the configuration holds no longer.
    sealed: true,
    write: (records) => ({ records }),
    read: (json) =>
      isRecord(json) && Array.isArray(json.records)
        ? json.records.flatMap((record: unknown) => readRecord(record) ?? [])
        : undefined,
  };
}

/**
 * The records of the history, on flash in files of limited size: a change rewrites the last of them alone, whole or not at all, as
 * everything is kept.
 */
export class JournalStore {
  readonly #keep: (what: Keepable<KeptRecords>) => Kept<KeptRecords>;
  readonly #keeps: () => Promise<(name: string) => boolean>;
  /** Oldest first. */
  #segments: Segment[] = [];
  readonly #unwritten = new Set<Segment>();

  /** @param keeps says which names have something kept: most of the files are there only once much has changed. */
  constructor(
    keep: (what: Keepable<KeptRecords>) => Kept<KeptRecords>,
    keeps: () => Promise<(name: string) => boolean>,
  ) {
    this.#keep = keep;
    this.#keeps = keeps;
  }

  /** Every record, oldest first. */
  *records(): Iterable<HistoryRecord> {
    for (const { records } of this.#segments) yield* records;
  }

  get last(): HistoryRecord | undefined {
    return this.#segments.at(-1)?.records.at(-1);
  }

  /** Octets of all records, as they stand in the files before they are encrypted. */
  get size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** Reads what was kept. A file that is damaged costs its own records. Never rejects. */
  async load(): Promise<void> {
    const found: Segment[] = [];
    // Names that cannot be listed may all be there.
    const keeps = await this.#keeps().catch(() => () => true);
    // Any of them may be missing: one that is overlooked would come back at a later start, with numbers given again meanwhile.
    for (let place = 0; place < SEGMENTS; place += 1) {
      const what = keepable(place);
      const records = keeps(what.name) ? await this.#keep(what).load() : undefined;
      if (records && records.length > 0) found.push({ place, records: [...records], size: sizeOf(records) });
    }
    this.#segments = found.sort((a, b) => (a.records[0]?.id ?? 0) - (b.records[0]?.id ?? 0));
  }

  append(record: HistoryRecord): void {
    const size = sizeOf([record]);
    const segment = this.#segmentFor(size);
    segment.records.push(record);
    segment.size += size;
    while (this.size > HISTORY_SIZE) this.#dropOldest();
    this.#unwritten.add(segment);
  }

  /** The last file where it has room for so much, or the next one. */
  #segmentFor(size: number): Segment {
    const last = this.#segments.at(-1);
    if (last && last.size + size <= SEGMENT_SIZE) return last;
    const next: Segment = { place: last ? (last.place + 1) % SEGMENTS : 0, records: [], size: 0 };
    this.#segments = [...this.#segments.filter(({ place }) => place !== next.place), next];
    return next;
  }

  /** Its file stays, empty. */
  #dropOldest(): void {
    const [oldest, ...others] = this.#segments;
    if (!oldest) return;
    this.#segments = others;
    this.#unwritten.add({ place: oldest.place, records: [], size: 0 });
  }

  /** Puts a record in the place of the one with its number; false where that is gone, or its file has no room. */
  replace(record: HistoryRecord): boolean {
    for (const segment of this.#segments) {
      const at = segment.records.findIndex(({ id }) => id === record.id);
      const former = segment.records[at];
      if (!former) continue;
      const size = segment.size + sizeOf([record]) - sizeOf([former]);
      if (size > LARGEST_RECORD) return false;
      segment.records[at] = record;
      segment.size = size;
      this.#unwritten.add(segment);
      return true;
    }
    return false;
  }

  /** Puts on flash what is not there yet. Rejects with the system's error; what failed is tried again with the next. */
  async write(): Promise<void> {
    const segments = [...this.#unwritten];
    this.#unwritten.clear();
    for (const segment of segments) {
      // What another one has taken the place of meanwhile is gone.
      const isPresent = this.#segments.includes(segment);
      const isReplaced = this.#segments.some(({ place }) => place === segment.place);
      if (!isPresent && (segment.records.length > 0 || isReplaced)) continue;
      try {
        await this.#keep(keepable(segment.place)).save(segment.records);
      } catch (error) {
        for (const left of segments.slice(segments.indexOf(segment))) this.#unwritten.add(left);
        throw error;
      }
    }
  }
}

function sizeOf(records: KeptRecords): number {
  return records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)) + 1, 0);
}
