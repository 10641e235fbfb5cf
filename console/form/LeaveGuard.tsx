import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router';
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
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => wouldLose() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void isGivenUp().then((given) => (given ? leave(blocker.proceed) : blocker.reset()));
  }, [blocker]);
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
