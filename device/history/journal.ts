import { breath, inBreaths } from '../../datapath/breath.ts';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { tellingChanges } from '../../model/configuration/told-changes.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { formatPortList } from '../../model/values/port-list.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { Kept } from '../flash/keeper.ts';
import { type Log, Severity } from '../log/log.ts';
import type { WallClock } from '../wall-clock.ts';
import { type Author, described } from './author.ts';
import type { BegunSave } from './begun-save.ts';
import type { ChangeRecord, HistoryRecord, PointRecord } from './journal-records.ts';
import type { JournalStore } from './journal-store.ts';
import { type HistoryEntry, isLive, judged } from './judged-records.ts';
import { packed, unpacked } from './packed-changes.ts';
import { portsInWords } from './ports-in-words.ts';
import { buildsOn, inverse, reverted } from './reverted.ts';

/** Lines of a change that are kept in words. */
const LINES = 8;

/** Objects of a change that are kept by name. */
const OBJECTS = 16;

/** Milliseconds in which changes are collected before they go to flash; a save puts them there at once. */
const COLLECTED = 5_000;

/** Characters of the words of a change at most. */
const LARGEST_WORDS = 6_000;

/** What the journal needs of the device around it. */
export interface JournalSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  readonly store: JournalStore;
  /** Where a save is announced. */
  readonly begun?: Kept<BegunSave>;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly log: Log;
  /** The startup configuration. */
  startup(): Configuration;
}

/** Who saves, and what names the slot that is written. */
type Save = Pick<PointRecord, 'user' | 'savedAt'>;

/** The changes of the configuration, the points it was saved at, and the ways back. */
export class Journal {
  readonly #around: JournalSurroundings;
  readonly #byName: ReadonlyMap<string, ObjectDeclaration>;
  /** The last record when each configuration was put in force. */
  readonly #lastAt = new WeakMap<Configuration, number>();
  #nextId = 1;
  #nextPoint = 1;
  #work: Promise<void> = Promise.resolve();
  #writing: Cancel | undefined;
  #isFailing = false;
  #entries: readonly HistoryEntry[] | undefined;

  constructor(around: JournalSurroundings) {
    this.#around = around;
    this.#byName = new Map(around.objects.map((object) => [object.name, object]));
  }

  /**
   * Reads what was kept; what was not saved before this start is lost. The startup configuration was saved at `savedAt`: where that is
   * not the last point, because another slot had to be taken, it is a point of its own. Never rejects.
   */
  async load(savedAt: number | undefined): Promise<void> {
    const { store, wallClock } = this.#around;
    await store.load();
    const { last } = store;
    this.#nextId = (last?.id ?? 0) + 1;
    for (const record of store.records()) if (record.kind === 'point') this.#nextPoint = record.number + 1;
    await this.#addCutOff(savedAt);
    if (judged(this.#around.store.records()).some(({ state }) => state === 'unsaved')) {
      this.#append({ kind: 'start', id: this.#takeId(), time: wallClock.now() });
    }
    const points = await this.points();
    const [newest] = points;
    if (!newest || newest.savedAt === savedAt) return;
    const at = points.findIndex((point) => point.savedAt === savedAt);
    const back = at < 0 ? undefined : await this.#backOver(points.slice(0, at));
    const kept = back && (await packed(back));
    this.#append({
      kind: 'point',
      id: this.#takeId(),
      time: wallClock.now(),
      number: this.#nextPoint,
      user: points[at]?.user ?? '',
      savedAt: savedAt ?? 0,
      upTo: 0,
      name: '',
      count: back?.length ?? 0,
      ...(kept !== undefined && { changes: kept }),
    });
    this.#nextPoint += 1;
  }

  /** The changes that lead from the first of these points, newest first, to the one before the last; undefined where not all are kept. */
  async #backOver(points: readonly PointRecord[]): Promise<readonly Change[] | undefined> {
    const back: Change[] = [];
    for (const { changes } of points) {
      const made = await unpacked(this.#byName, changes);
      if (!made) return undefined;
      back.push(...made.toReversed().map(inverse));
    }
    return back;
  }

  /** Octets of the records, before they are encrypted. */
  get size(): number {
    return this.#around.store.size;
  }

  /** Takes down a change that has been made: `changes` lead to the configuration `after`, which is in force. Costs next to nothing. */
  record(changes: readonly Change[], after: Configuration, author: Author): void {
    const id = this.#takeId();
    this.#lastAt.set(after, id);
    const time = this.#around.wallClock.now();
    this.#enqueue(async () => this.#keepChange({ id, time, ...described(author) }, changes));
  }

  /** Takes down that what was in force at `former` is in force again. */
  tookBack(changes: readonly Change[], former: Configuration, author: Author): void {
    const since = this.#lastAt.get(former) ?? 0;
    const id = this.#takeId();
    this.#lastAt.set(former, id);
    const time = this.#around.wallClock.now();
    this.#enqueue(async () => {
      const undoes = this.#liveSince(since);
      await this.#keepChange({ id, time, ...described({ ...author, undoes }) }, changes);
    });
  }

  /**
   * Puts on flash what a save is about to come to: a power cut between it and its point costs neither. `saved` is what it writes,
   * which makes `after` the startup configuration. What is returned takes the save down once it is made, and resolves when that is
   * kept. Never rejects.
   */
  async saving(
    before: Configuration,
    after: Configuration,
    save: Save,
    saved: Configuration,
  ): Promise<() => Promise<void>> {
    // What was never in force, as a restored file, holds none of the changes.
    const upTo = this.#lastAt.get(saved) ?? 0;
    const last = this.#nextId - 1;
    let made: Pick<PointRecord, 'count' | 'changes'> = { count: 0 };
    this.#enqueue(async () => {
      const changes = changesBetween(this.#around.objects, before, after);
      const kept = await packed(changes);
      made = { count: changes.length, ...(kept !== undefined && { changes: kept }) };
      const [newest] = this.#reachable();
      await this.#around.begun?.save({ ...save, ...made, upTo, last, former: newest?.savedAt ?? 0 });
    });
    await this.settled();
    return () => {
      const id = this.#takeId();
      const time = this.#around.wallClock.now();
      const number = this.#nextPoint;
      this.#nextPoint += 1;
      this.#enqueue(async () => this.#append({ kind: 'point', id, time, number, ...save, upTo, name: '', ...made }));
      return this.settled();
    };
  }

  /** Adds the point of a save that was cut off after its slot was written. */
  async #addCutOff(savedAt: number | undefined): Promise<void> {
    const { store, wallClock, begun } = this.#around;
    const cutOff = await begun?.load();
    const [newest] = this.#reachable();
    if (!cutOff || cutOff.savedAt !== savedAt || newest?.savedAt === savedAt) return;
    const { last, former, ...known } = cutOff;
    // Without all that came before, or with more, it is not known what it is a change of.
    if (former !== (newest?.savedAt ?? 0) || last !== (store.last?.id ?? 0)) return;
    this.#append({
      kind: 'point',
      id: this.#takeId(),
      time: wallClock.now(),
      number: this.#nextPoint,
      name: '',
      ...known,
    });
    this.#nextPoint += 1;
  }

  /** As `points`, of what is taken down so far. */
  #reachable(): readonly PointRecord[] {
    this.#entries ??= judged(this.#around.store.records());
    return this.#entries.flatMap(({ record, isReachable }) => (record.kind === 'point' && isReachable ? [record] : []));
  }

  /** What is known of each record, newest first; of what is under way when it is done. */
  async entries(): Promise<readonly HistoryEntry[]> {
    await this.#work;
    this.#entries ??= judged(this.#around.store.records());
    return this.#entries;
  }

  async entry(id: number): Promise<HistoryEntry | undefined> {
    return (await this.entries()).find(({ record }) => record.id === id);
  }

  /** The points that one can go back to, newest first. */
  async points(): Promise<readonly PointRecord[]> {
    await this.#work;
    return this.#reachable();
  }

  /** Gives a point a name; false where there is no such point, or no room for its name. */
  async namePoint(number: number, name: string): Promise<boolean> {
    const point = (await this.points()).find((one) => one.number === number);
    if (!point || !this.#around.store.replace({ ...point, name })) return false;
    this.#entries = undefined;
    this.#writeSoon();
    return true;
  }

  /** The configuration that was saved at a point; undefined where there is none that leads back to it. */
  async configurationAt(number: number): Promise<Configuration | undefined> {
    const points = await this.points();
    const at = points.findIndex((point) => point.number === number);
    if (at < 0) return undefined;
    let configuration = keptConfiguration(this.#around.objects, this.#around.startup());
    for (const { changes } of points.slice(0, at)) {
      const back = await unpacked(this.#byName, changes);
      if (!back) return undefined;
      configuration = reverted(configuration, back).configuration;
    }
    return configuration;
  }

  /** What takes a change back; undefined where it is not kept. */
  async changesOf({ changes }: ChangeRecord): Promise<readonly Change[] | undefined> {
    return unpacked(this.#byName, changes);
  }

  /** The later changes in force that build on a change, newest first: it cannot be taken back without them. */
  async laterThan(record: ChangeRecord): Promise<readonly ChangeRecord[]> {
    const later = (await this.entries()).flatMap(({ record: other, state }) =>
      other.kind === 'change' && other.id > record.id && isLive(state) ? [other] : [],
    );
    const ground = [...((await unpacked(this.#byName, record.changes)) ?? [])];
    const found: ChangeRecord[] = [];
    for (const other of later.toReversed()) {
      const changes = await unpacked(this.#byName, other.changes);
      if (!changes || !buildsOn(changes, ground)) continue;
      found.unshift(other);
      ground.push(...changes);
    }
    return found;
  }

  /** Puts everything on flash that is not there yet. Never rejects. */
  async settled(): Promise<void> {
    this.#writing?.();
    this.#writing = undefined;
    this.#enqueue(() => this.#write());
    await this.#work;
  }

  #takeId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  #append(record: HistoryRecord): void {
    this.#around.store.append(record);
    this.#entries = undefined;
  }

  /** One after the other, in the order in which it happened. What fails costs its record alone. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#complain(error));
  }

  async #keepChange(
    known: Pick<ChangeRecord, 'id' | 'time' | 'user' | 'way' | 'address' | 'isForced' | 'undoes' | 'note'>,
    changes: readonly Change[],
  ): Promise<void> {
    // The caller is answered first.
    await breath();
    const told = await inBreaths(tellingChanges(changes));
    const lines = told
      .slice(0, LINES)
      .map(({ what, from, to }) => ({ what, ...(from && { from }), ...(to && { to }) }));
    while (lines.length > 1 && JSON.stringify(lines).length > LARGEST_WORDS) lines.pop();
    const record: ChangeRecord = {
      kind: 'change',
      ...known,
      lines: JSON.stringify(lines).length > LARGEST_WORDS ? [] : lines,
      count: told.length,
      objects: [...new Set(changes.map(({ object }) => object.name))].slice(0, OBJECTS),
      ports: formatPortList(portsInWords(told)),
    };
    const kept = await packed(changes);
    this.#append({ ...record, ...(kept !== undefined && { changes: kept }) });
    this.#writeSoon();
  }

  #liveSince(since: number): readonly number[] {
    this.#entries ??= judged(this.#around.store.records());
    return this.#entries.flatMap(({ record, state }) => (record.id > since && isLive(state) ? [record.id] : []));
  }

  #writeSoon(): void {
    this.#writing ??= this.#around.clock.after(COLLECTED, () => {
      this.#writing = undefined;
      this.#enqueue(() => this.#write());
    });
  }

  async #write(): Promise<void> {
    await this.#around.store.write();
    this.#isFailing = false;
  }

  #complain(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const reason = reasonOf(error);
    this.#around.log.write(Severity.warning, say('The history could not be kept, because {{reason}}.', { reason }));
  }
}
