import { useEffect, useRef, useState } from 'react';
import type { Value } from '../../model/wire/call.ts';
import { drafts } from '../session/drafts.ts';
import { sessionEnded } from '../session/session-end.ts';

/** The page's path with its parameters. */
const route = () => window.location.hash.replace(/^#/, '') || '/';

function keptFor(path: string): Readonly<Record<string, unknown>> {
  const kept = drafts.read(path);
  return typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
}

/**
 * Keeps the draft of a form over the end of a session and gives it back when the page is shown again.
 * `present` gives what differs from the device, without secrets; `restore` puts values back by their keys. Answers whether
 * anything was given back.
 */
export function useKeptDraft(
  ready: boolean,
  owns: (key: string) => boolean,
  present: () => Readonly<Record<string, Value>>,
  restore: (values: Readonly<Record<string, Value>>) => void,
): boolean {
  const [restored, setRestored] = useState(false);
  const latest = useRef({ owns, present, restore });
  latest.current = { owns, present, restore };

  useEffect(
    () =>
      sessionEnded.subscribe(() => {
        if (!sessionEnded.get()) return;
        const values = latest.current.present();
        if (Object.keys(values).length > 0) drafts.keep(route(), { ...keptFor(route()), ...values });
      }),
    [],
  );

  useEffect(() => {
    if (!ready) return;
    const kept = Object.entries(keptFor(route()));
    const mine = kept.filter(
      (entry): entry is [string, Value] =>
        latest.current.owns(entry[0]) && (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
    );
    if (mine.length === 0) return;
    const others = kept.filter(([key]) => !latest.current.owns(key));
    if (others.length > 0) drafts.keep(route(), Object.fromEntries(others));
    else drafts.forget(route());
    latest.current.restore(Object.fromEntries(mine));
    setRestored(true);
  }, [ready]);

  return restored;
}
