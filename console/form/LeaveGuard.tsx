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
  useTypedAddress((path) => void isGivenUp().then((given) => given && leave(() => void navigate(path))));
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
 * Holds back a path that was typed into the address bar, or stands in a link that is not the router's, while leaving would lose
 * input. The router, which did not make that entry of the history, cannot go back from it.
 */
function useTypedAddress(ask: (path: string) => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    let held: string | undefined;
    const onPop = (event: PopStateEvent) => {
      const path = window.location.hash.replace(/^#/, '') || '/';
      if (held !== undefined) {
        event.stopImmediatePropagation();
        latest.current(held);
        held = undefined;
      } else if (!isOfRouter(event.state) && wouldLose()) {
        event.stopImmediatePropagation();
        held = path;
        window.history.back();
      }
    };
    // Ahead of the router's own listener.
    window.addEventListener('popstate', onPop, { capture: true });
    return () => window.removeEventListener('popstate', onPop, { capture: true });
  }, []);
}

/** Whether the router made the entry of the history: it numbers them. */
function isOfRouter(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
}
