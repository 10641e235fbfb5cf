import { lazy, Suspense, useEffect, useState } from 'react';
import { FeedbackHost } from '../../console/feedback/FeedbackHost.tsx';
import { sessionPaths } from '../../console/session/login-page.ts';
import { session } from '../../console/session/session.ts';
import Login, { type AfterLogin } from '../../features/login/Login.tsx';

const loadConsole = () => import('./Console.tsx');
const Console = lazy(loadConsole);

/**
 * Login page or console. Nobody who is not signed in gets the console, whatever address is asked for; and a signed-in
 * administrator reaches the login page at its own address, which ends the session.
 */
export function Root() {
  const [signedIn, setSignedIn] = useState(isSignedIn);
  const [goTo, setGoTo] = useState<AfterLogin>();
  useEffect(() => {
    if (!signedIn) window.history.replaceState(null, '', `#${sessionPaths().login}`);
    const follow = () => setSignedIn(isSignedIn());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [signedIn]);
  return (
    <>
      {signedIn ? (
        <Suspense>
          <Console goTo={goTo} />
        </Suspense>
      ) : (
        <Login
          onAttempt={() => void loadConsole()}
          onLogin={(route) => {
            setGoTo(route);
            setSignedIn(true);
          }}
        />
      )}
      <FeedbackHost />
    </>
  );
}

function isSignedIn(): boolean {
  return session.gambit !== '' && window.location.hash.slice(1) !== sessionPaths(true).login;
}
