import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Value } from '../../model/wire/call.ts';
import { drafts } from '../session/drafts.ts';
import { session } from '../session/session.ts';
import { sessionEnded } from '../session/session-end.ts';
import { holdsInput } from './unsaved-input.ts';

/** The typed or chosen values, and the device's values at that time. */
interface KeptValue {
  readonly value: Value;
  readonly from: Value;
}

/** A draft as it is kept. */
export type KeptValues = Readonly<Record<string, KeptValue>>;

interface KeptDraft {
  /** Whether the device's values are there, which a draft is given back to. */
  readonly ready: boolean;
  readonly owns: (key: string) => boolean;
  /** The values that differ from the device, without secrets. */
  readonly present: () => KeptValues;
  readonly restore: (values: KeptValues) => void;
}

/** The page's path with its parameters. */
const route = () => window.location.hash.replace(/^#/, '') || '/';

function keptFor(path: string): Readonly<Record<string, unknown>> {
  const kept = drafts.read(path);
  return typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
}

/**
 * Keeps the draft of a form across its disappearance (the end of a session, a reload of the console, another page
 * without a question) and restores it when the form is shown again. Returns whether anything was restored.
 */
export function useKeptDraft({ ready, ...draft }: KeptDraft): boolean {
  const [restored, setRestored] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  // When the form goes, the address is that of the next page already.
  const place = useRef(route());

  useEffect(() => {
    const keep = () => keepAt(place.current, latest.current);
    // After a logout nothing of it is left behind.
    const onHide = () => session.gambit !== '' && keep();
    window.addEventListener('pagehide', onHide);
    const unsubscribe = sessionEnded.subscribe(() => sessionEnded.get() && keep());
    return () => {
      window.removeEventListener('pagehide', onHide);
      unsubscribe();
    };
  }, []);

  // Before the effect by which a form reports that it no longer has input.
  useLayoutEffect(
    () => () => {
      if (holdsInput()) keepAt(place.current, latest.current);
    },
    [],
  );

  useEffect(() => {
    if (!ready) return;
    const kept = Object.entries(keptFor(place.current));
    const mine = kept.filter(
      (entry): entry is [string, KeptValue] => latest.current.owns(entry[0]) && isKept(entry[1]),
    );
    if (mine.length === 0) return;
    const others = kept.filter(([key]) => !latest.current.owns(key));
    if (others.length > 0) drafts.keep(place.current, Object.fromEntries(others));
    else drafts.forget(place.current);
    latest.current.restore(Object.fromEntries(mine));
    setRestored(true);
  }, [ready]);

  return restored;
}

function keepAt(path: string, { present }: Pick<KeptDraft, 'present'>): void {
  const values = present();
  if (Object.keys(values).length > 0) drafts.keep(path, { ...keptFor(path), ...values });
}

function isKept(entry: unknown): entry is KeptValue {
  if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('from' in entry)) return false;
  return [entry.value, entry.from].every((value) => typeof value === 'string' || typeof value === 'number');
}
