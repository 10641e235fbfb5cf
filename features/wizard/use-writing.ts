import { useRef, useState } from 'react';
import type { NewPlace } from '../../console/call/reach-again.ts';
import { followUrl } from '../../console/session/follow.ts';
import { goTo } from '../../console/session/login-page.ts';
import type { Writing } from './plan.ts';
import type { WritingRow } from './WritingTable.tsx';
import { write } from './write.ts';

/** Milliseconds for which the new address is shown before the browser goes there. */
const beforeFollowing = 3_000;

/** How far writing is, by the name of what is written. */
export type WritingStates = Readonly<Partial<Record<Writing['name'], WritingRow>>>;

/** Writes what was chosen, and goes where the switch goes. */
export function useWriting(): {
  readonly states: WritingStates;
  readonly running: boolean;
  /** The console at the new address, where the browser is on its way there. */
  readonly url: string | undefined;
  /**
   * `route` is where the wizard goes on at a new address. Resolves to whether all is written and the switch was reached. Run again, it
   * goes on with what is not written yet, also over what another session has changed: the table says so.
   */
  readonly run: (writings: readonly Writing[], route: string) => Promise<boolean>;
} {
  const [states, setStates] = useState<WritingStates>({});
  const [running, setRunning] = useState(false);
  const [url, setUrl] = useState<string>();
  const known = useRef<Writing['name']>(undefined);
  const run = async (writings: readonly Writing[], route: string) => {
    setRunning(true);
    const left = writings.filter(({ name }) => states[name]?.state !== 'done');
    setStates((before) => Object.fromEntries(Object.entries(before).filter(([, { state }]) => state === 'done')));
    setUrl(undefined);
    let following: ReturnType<typeof setTimeout> | undefined;
    const told = ({ address, ticket }: NewPlace) => {
      const there = followUrl(address, ticket, route);
      setUrl(there);
      clearTimeout(following);
      following = setTimeout(() => goTo(there), beforeFollowing);
    };
    const { complete, changedMeanwhile } = await write(
      left.map((writing) => (writing.name === known.current ? overwriting(writing) : writing)),
      (name, state, message = '') => setStates((before) => ({ ...before, [name]: { state, message } })),
      told,
    );
    known.current = changedMeanwhile;
    clearTimeout(following);
    setUrl(undefined);
    setRunning(false);
    return complete;
  };
  return { states, running, url, run };
}

/** The same whatever the device has by now. */
function overwriting(writing: Writing): Writing {
  return { ...writing, calls: writing.calls.map(({ method, params }) => ({ method, params })) };
}
