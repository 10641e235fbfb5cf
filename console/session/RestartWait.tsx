import { useEffect, useState } from 'react';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { call } from '../call/call.ts';
import { CallRefused } from '../call/failure.ts';
import { request } from '../call/http.ts';
import { Button } from '../elements/Button.tsx';
import { Card } from '../elements/Card.tsx';
import { Meter } from '../elements/Meter.tsx';
import { useText } from '../translations/use-text.ts';
import { goToLogin } from './login-page.ts';
import styles from './restart.module.css';
import { session } from './session.ts';
import { sessionEnded } from './session-end.ts';

/** Seconds that a switch has for its restart where nothing else is said. */
const PATIENCE = 90;

/** Milliseconds between two looks at the login page, and the time each may take. */
const PAUSE = 2_000;

/**
 * Replaces a page while the switch restarts: counts down, looks for the login page, and goes there once the switch is
 * back. `newAddress` is given if the switch comes back at another address; `patience` is in seconds; `advice` is shown
 * after them.
 */
export function RestartWait({
  newAddress,
  patience = PATIENCE,
  advice,
}: {
  newAddress?: string;
  patience?: number;
  advice?: string;
}) {
  const t = useText();
  const [left, setLeft] = useState(patience);
  useEffect(() => {
    // Polls have nothing to ask for, and would only say that the session is over.
    sessionEnded.set(true);
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    let stopped = false;
    void (async () => {
      while (!stopped) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (stopped || !(await isBack())) continue;
        session.close();
        goToLogin();
        return;
      }
    })();
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, []);
  return (
    <Card title={t('The switch restarts')}>
      <div className={styles.wait}>
        <p role="timer">{t('The login page opens automatically, within {{seconds}} s.', { seconds: left })}</p>
        <Meter label={t('Restart')} percent={((patience - left) / patience) * 100} tone="ok" />
        {newAddress !== undefined && (
          <p>
            {t('The switch will then be reachable at')} <a href={newAddress}>{newAddress}</a>
          </p>
        )}
        {left === 0 && (
          <p role="status">
            {advice ?? t('The switch does not respond here yet.')}{' '}
            <Button onClick={() => goToLogin()}>{t('Try again')}</Button>
          </p>
        )}
      </div>
    </Card>
  );
}

/** Whether the login page answers and the session from before the restart is unknown: the switch has restarted. */
async function isBack(): Promise<boolean> {
  try {
    const { status } = await request(Endpoint.devicePage, { timeout: PAUSE });
    if (status !== 200) return false;
    await call(
      { method: 'CommonGet', params: { Template: 'sysConfig', WebAuthenRequestState: 'Disable' } },
      { timeout: PAUSE },
    );
    return false;
  } catch (failure) {
    return failure instanceof CallRefused && failure.code === ErrorCode.gambit;
  }
}
