import { type ReactElement, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { uncover } from '../../console/boot/cover.ts';
import { networkError } from '../../console/call/failure.ts';
import { warn } from '../../console/feedback/dialogs.ts';
import { FeedbackHost } from '../../console/feedback/FeedbackHost.tsx';
import { addressOf } from '../../console/router/location.ts';
import { sessionPaths } from '../../console/session/login-page.ts';
import { session } from '../../console/session/session.ts';
import { translate } from '../../console/translations/language.ts';
import Login, { type AfterLogin } from '../../features/login/Login.tsx';

/** Fetches the pages behind the login; `open` prepares it for rendering. */
export type FetchApp = () => Promise<{ open(goTo?: AfterLogin): Promise<ReactElement> }>;

/** The console for a signed-in administrator, ready to be drawn; undefined where the login page has to be shown. */
export async function openFirst(fetchApp: FetchApp): Promise<ReactElement | undefined> {
  return isSignedIn() ? open(fetchApp) : undefined;
}

async function open(fetchApp: FetchApp, goTo?: AfterLogin): Promise<ReactElement | undefined> {
  try {
    return await (await fetchApp()).open(goTo);
  } catch (failure) {
    console.warn('The console could not be fetched', failure);
    void warn(translate(networkError.text));
    return undefined;
  }
}

interface RootProps {
  readonly fetchApp: FetchApp;
  readonly first: ReactElement | undefined;
  /** The login form that came with the page. */
  readonly served: HTMLFormElement | undefined;
}

/**
 * Login page or console. Without a login the console is never shown, whatever address is requested; and a logged-in
 * administrator reaches the login page at its own address, which ends the session. The console is rendered only when
 * all of its first page is loaded.
 */
export function Root({ fetchApp, first, served }: RootProps) {
  const [opened, setOpened] = useState(first);
  const go = useCallback(async (goTo?: AfterLogin) => setOpened(await open(fetchApp, goTo)), [fetchApp]);
  useLayoutEffect(uncover, []);
  useEffect(() => {
    if (!opened) window.history.replaceState(null, '', `#${sessionPaths().login}`);
    const follow = () => {
      if (!isSignedIn()) setOpened(undefined);
      else if (!opened) void go();
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [opened, go]);
  return (
    <>
      {opened ?? <Login served={served} onAttempt={() => void fetchApp().catch(() => {})} onLogin={go} />}
      <FeedbackHost />
    </>
  );
}

function isSignedIn(): boolean {
  return session.gambit !== '' && addressOf(window.location.hash.slice(1)).pathname !== sessionPaths(true).login;
}
