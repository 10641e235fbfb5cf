import { useEffect, useState } from 'react';
import { NoAnswer } from '../../console/call/failure.ts';
import { Card } from '../../console/elements/Card.tsx';
import { deviceConstants } from '../../console/session/constants.ts';
import { goToLogin } from '../../console/session/login-page.ts';
import { useText } from '../../console/translations/use-text.ts';
import styles from './wizard.module.css';

/** Milliseconds between two tries to reach the switch. */
const pause = 1_000;

/**
 * The switch is on its way to an address from DHCP, at which this browser finds it again: as soon as it answers and hands the
 * wizard over, the login page takes the wizard on there (specification section 2).
 */
export function HandOver() {
  const t = useText();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    deviceConstants().then(
      ({ configIsDefault, handOver }) => {
        // Too late, or taken by another tab: what is left is to sign in.
        if (handOver || !configIsDefault || tries > 120) goToLogin();
        else timer = setTimeout(() => setTries(tries + 1), pause);
      },
      (failure) => {
        if (!(failure instanceof NoAnswer)) throw failure;
        timer = setTimeout(() => setTries(tries + 1), pause);
      },
    );
    return () => clearTimeout(timer);
  }, [tries]);
  return (
    <Card title={t('The switch gets its address from a DHCP server')}>
      <div className={styles.inside}>
        <p role="status">{t('The wizard goes on at the new address as soon as the switch answers there …')}</p>
      </div>
    </Card>
  );
}
