import type { Value, Values } from '../../model/wire/call.ts';
import { type Observable, observable } from '../feedback/observable.ts';
import { conflictOf } from './conflict.ts';

/** Something for each column of a place: a place is a part of a form or a row of a port table. */
type ByPlace<T> = ReadonlyMap<string, Readonly<Record<string, T>>>;

/** Column values by place. */
export type PlaceValues = ByPlace<Value>;

/** A value that was typed or chosen. */
export interface Entry {
  readonly place: string;
  readonly column: string;
  readonly value: Value;
}

/** An entry as it is kept across the disappearance of its form, with the device's value when it was first entered. */
interface KeptEntry extends Entry {
  readonly from: Value;
}

/** Why an entry cannot be applied. */
interface Problem {
  /** In the shown language. */
  readonly message: string;
  /** Not found by the field itself: how values go together, what the device refused. Any change may have mended it. */
  readonly refused: boolean;
}

/** What was entered and is not applied yet. */
export interface DraftState {
  /** The values that the device has, or that were applied and not read back yet. */
  readonly present: PlaceValues;
  /** The entries that differ from them. */
  readonly typed: PlaceValues;
  /** What the device had when each of them was first entered. */
  readonly begun: PlaceValues;
  readonly problems: ByPlace<Problem>;
}

/** The one store of entries that are not applied: of forms, of the setup wizard's steps and of port tables. */
export interface DraftStore extends Pick<Observable<DraftState>, 'get' | 'subscribe'> {
  /** Takes over what the device has now. Entries stay, except those it has come to, and those of places that went. */
  follow(present: PlaceValues): void;
  /** Takes entries. One that is what the device has, however it is written, is none. */
  enter(...entries: readonly Entry[]): void;
  /** The user has seen what another session made of a value, and keeps the own one. */
  keepMine(place: string, column: string): void;
  /** Takes entries that were kept; those whose places are gone are lost. */
  restore(entries: readonly KeptEntry[]): void;
  /** Keeps the outcome of a field's own check. A refusal at the same place stays. */
  judge(place: string, column: string, message: string | undefined): void;
  /** Keeps why entries were refused, beside what is wrong already. */
  refuse(...refusals: readonly (Omit<Entry, 'value'> & { readonly message: string })[]): void;
  forgive(): void;
  /** These entries were applied: they are shown until the device has been read again. What was entered since stays. */
  applied(sent: PlaceValues): void;
  cancel(): void;
}

const empty: ByPlace<never> = new Map<string, never>();

/** A store that begins with what the device has. */
export function draftStore(present: PlaceValues): DraftStore {
  const state = observable<DraftState>({ present, typed: empty, begun: empty, problems: empty });
  let followed = present;
  const update = (change: Partial<DraftState>) => state.set({ ...state.get(), ...change });

  const take = (entries: readonly (Entry & { readonly from?: Value })[]): Pick<DraftState, 'typed' | 'begun'> => {
    const now = state.get();
    const typed = new Map(now.typed);
    const begun = new Map(now.begun);
    for (const { place, column, value, from } of entries) {
      const has = now.present.get(place)?.[column];
      const differs = !isSame(has, value);
      setAt(typed, place, column, differs ? value : undefined);
      setAt(begun, place, column, differs ? (from ?? begun.get(place)?.[column] ?? has ?? '') : undefined);
    }
    return { typed, begun };
  };

  return {
    get: state.get,
    subscribe: state.subscribe,
    follow(next) {
      if (isEqual(followed, next)) return;
      followed = next;
      update({ present: next });
      const gone = [...state.get().typed.keys()].filter((place) => !next.has(place));
      const { typed, begun } = take(entriesOf(state.get().typed));
      update({ typed: without(typed, gone), begun: without(begun, gone) });
    },
    enter(...entries) {
      const problems = new Map(state.get().problems);
      for (const [place, column] of cellsOf(problems, ({ refused }) => refused))
        setAt(problems, place, column, undefined);
      for (const { place, column } of entries) setAt(problems, place, column, undefined);
      update({ ...take(entries), problems });
    },
    keepMine(place, column) {
      const begun = new Map(state.get().begun);
      setAt(begun, place, column, state.get().present.get(place)?.[column] ?? '');
      update({ begun });
    },
    restore(entries) {
      const { present: now } = state.get();
      update(take(entries.filter(({ place, column }) => now.get(place)?.[column] !== undefined)));
    },
    judge(place, column, message) {
      const { problems: before } = state.get();
      if (before.get(place)?.[column]?.refused) return;
      const problems = new Map(before);
      setAt(problems, place, column, message === undefined ? undefined : { message, refused: false });
      update({ problems });
    },
    refuse(...refusals) {
      const problems = new Map(state.get().problems);
      for (const { place, column, message } of refusals) setAt(problems, place, column, { message, refused: true });
      update({ problems });
    },
    forgive: () => update({ problems: empty }),
    applied(sent) {
      const { typed } = state.get();
      const present = new Map(state.get().present);
      for (const { place, column, value } of entriesOf(sent)) setAt(present, place, column, value);
      update({ present, begun: empty, problems: empty });
      update(take(entriesOf(typed)));
    },
    cancel: () => update({ present: followed, typed: empty, begun: empty, problems: empty }),
  };
}

/** The value shown in a place: the entry, or else what the device has. */
export function valueAt(
  { typed, present }: Pick<DraftState, 'typed' | 'present'>,
  place: string,
  column: string,
): Value | undefined {
  return typed.get(place)?.[column] ?? present.get(place)?.[column];
}

/** What another session made of a value that was changed here too; undefined where there is no conflict. */
export function conflictAt({ typed, begun, present }: DraftState, place: string, column: string): Value | undefined {
  const mine = typed.get(place)?.[column];
  if (mine === undefined) return undefined;
  return conflictOf(begun.get(place)?.[column], mine, present.get(place)?.[column]);
}

/** Values that were read, without those that something else was applied to since. */
export function settledValues(read: Values, present: Values | undefined): Values {
  if (!present) return read;
  return Object.fromEntries(Object.entries(read).filter(([column, value]) => isSame(value, present[column])));
}

/** All conflicts: the device's values. */
export function conflictsOf(state: DraftState): PlaceValues {
  const conflicts = new Map<string, Values>();
  for (const { place, column } of entriesOf(state.typed)) {
    setAt(conflicts, place, column, conflictAt(state, place, column));
  }
  return conflicts;
}

/** Values by place as a list of entries. */
export function entriesOf(values: PlaceValues): readonly Entry[] {
  return [...values].flatMap(([place, columns]) =>
    Object.entries(columns).map(([column, value]) => ({ place, column, value })),
  );
}

function cellsOf<T>(cells: ByPlace<T>, has: (cell: T) => boolean): readonly (readonly [string, string])[] {
  return [...cells].flatMap(([place, columns]) =>
    Object.entries(columns).flatMap(([column, cell]) => (has(cell) ? [[place, column] as const] : [])),
  );
}

/** Changes one cell; those of other places stay the same objects, so that what shows them is not drawn again. */
function setAt<T>(cells: Map<string, Readonly<Record<string, T>>>, place: string, column: string, cell: T | undefined) {
  const before = cells.get(place);
  if (before?.[column] === cell) return;
  const { [column]: _, ...others } = before ?? {};
  const after: Record<string, T> = cell === undefined ? others : { ...others, [column]: cell };
  if (Object.keys(after).length === 0) cells.delete(place);
  else cells.set(place, after);
}

function without(values: PlaceValues, places: readonly string[]): PlaceValues {
  return new Map([...values].filter(([place]) => !places.includes(place)));
}

function isEqual(before: PlaceValues, after: PlaceValues): boolean {
  return before.size === after.size && [...after].every(([place, values]) => isEqualAt(before.get(place), values));
}

function isEqualAt(before: Values | undefined, after: Values): boolean {
  if (before === after) return true;
  const columns = Object.keys(after);
  return (
    before !== undefined &&
    columns.length === Object.keys(before).length &&
    columns.every((column) => before[column] === after[column])
  );
}

/** Whether both are the same value, however it is written. */
function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return String(one ?? '') === String(other ?? '');
}
