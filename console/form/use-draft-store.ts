import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type DraftStore, draftStore, entriesOf, type PlaceValues } from './draft-store.ts';
import { useUnsavedInput } from './unsaved-input.ts';
import { useKeptDraft } from './use-kept-draft.ts';

interface DraftOptions {
  /** What the device has; undefined while it is not read. */
  readonly present: PlaceValues | undefined;
  /** Whether entries that were kept can be given back; default: as soon as the device was read. */
  readonly ready?: boolean;
  /** The name that an entry is kept by across the disappearance of its form; undefined for a secret. */
  readonly nameOf: (place: string, column: string) => string | undefined;
  /** The place that such a name means; undefined for those of other forms. */
  readonly placeOf: (name: string) => { readonly place: string; readonly column: string } | undefined;
}

const nothing: PlaceValues = new Map();

/**
 * The draft of a form or port table. It follows the device, is asked about before the page is left, and is kept across the
 * end of a session. `restored` says whether it was given back.
 */
export function useDraftStore({ present, ready = present !== undefined, nameOf, placeOf }: DraftOptions): {
  readonly draft: DraftStore;
  readonly restored: boolean;
} {
  const [draft] = useState(() => draftStore(present ?? nothing));
  // Before anything is painted, and before what was kept is given back.
  useLayoutEffect(() => {
    if (present) draft.follow(present);
  }, [draft, present]);
  useUnsavedInput(useSyncExternalStore(draft.subscribe, () => draft.get().typed.size > 0));
  const restored = useKeptDraft({
    ready,
    owns: (name) => placeOf(name) !== undefined,
    present() {
      const { typed, begun } = draft.get();
      const named = entriesOf(typed).flatMap(({ place, column, value }) => {
        const name = nameOf(place, column);
        return name === undefined ? [] : [[name, { value, from: begun.get(place)?.[column] ?? '' }] as const];
      });
      return Object.fromEntries(named);
    },
    restore: (kept) =>
      draft.restore(
        Object.entries(kept).flatMap(([name, entry]) => {
          const place = placeOf(name);
          return place ? [{ ...place, ...entry }] : [];
        }),
      ),
  });
  return { draft, restored };
}
