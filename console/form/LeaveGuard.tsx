import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext, useBlocker, useNavigate } from 'react-router';
import { confirm } from '../feedback/dialogs.ts';
import { useObservable } from '../feedback/use-observable.ts';
import { sessionEnded } from '../session/session-end.ts';
import { translate } from '../translations/language.ts';
import { giveUpInput, holdsInput, leavingFreely, unsavedInput } from './unsaved-input.ts';

/** Whether leaving would lose input. The way to the login page after the end of a session is always free. */
const wouldLose = () => holdsInput() && !sessionEnded.get();

/** Asks before a page with input that was not applied is left. Stands once in every page. */
export function LeaveGuard() {
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, []);
  const holds = useObservable(unsavedInput).size > 0;
  // A page that is shown without a router, in a test, cannot be left.
  const router = useContext(UNSAFE_DataRouterContext);
  return holds && router ? <RouteGuard /> : null;
}

function RouteGuard() {
  const navigate = useNavigate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLose() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void isGivenUp().then((given) => (given ? leave(blocker.proceed) : blocker.reset()));
  }, [blocker]);
  useUnnumberedEntries((path) => void isGivenUp().then((given) => given && leave(() => void navigate(path))));
  return null;
}

function isGivenUp(): Promise<boolean> {
  return confirm(translate('Your entries were not applied yet. Leave this page without them?'));
}

/** Goes, and only then gives up what was typed: with it this guard goes, and what it has to say to the router. */
function leave(go: () => void): void {
  leavingFreely(go);
  giveUpInput();
}

/**
 * Holds back a way between entries of the history of which the router did not make one, as of a path typed into the address
 * bar, while leaving would lose input: the router numbers its own, and cannot turn back without both numbers.
 */
function useUnnumberedEntries(ask: (path: string) => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const { href, hash } = window.location;
    const { state } = window.history;
    const onPop = (event: PopStateEvent) => {
      const to = window.location.hash;
      if ((isNumbered(event.state) && isNumbered(state)) || to === hash || !wouldLose()) return;
      event.stopImmediatePropagation();
      window.history.pushState(state, '', href);
      latest.current(to.replace(/^#/, '') || '/');
    };
    // Ahead of the router's own listener.
    window.addEventListener('popstate', onPop, { capture: true });
    return () => window.removeEventListener('popstate', onPop, { capture: true });
  }, []);
}

function isNumbered(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
}
