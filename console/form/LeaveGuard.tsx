import { useContext, useEffect } from 'react';
import { confirm } from '../feedback/dialogs.ts';
import { RouterContext } from '../router/router-context.ts';
import { sessionEnded } from '../session/session-end.ts';
import { translate } from '../translations/language.ts';
import { giveUpInput, holdsInput } from './unsaved-input.ts';

/** Whether leaving would lose input. The way to the login page after the end of a session is always free. */
const wouldLose = () => holdsInput() && !sessionEnded.get();

/** Asks before a page with unapplied input is left. Once in every page. */
export function LeaveGuard() {
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, []);
  const router = useContext(RouterContext);
  useEffect(
    () =>
      router?.guard((from, to, go) => {
        if (!wouldLose() || from.pathname === to.pathname) return false;
        void isGivenUp().then((given) => {
          if (!given) return;
          giveUpInput();
          go();
        });
        return true;
      }),
    [router],
  );
  return null;
}

function isGivenUp(): Promise<boolean> {
  return confirm(translate('Your entries were not applied yet. Leave this page without them?'));
}
