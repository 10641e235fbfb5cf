import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { connectionLostSince, noteAnswer, noteNoAnswer, onConnectionChange } from '../call/connection.ts';
import { request } from '../call/http.ts';
import { useComing } from '../router/router-context.ts';
import { timeOfDay } from '../translations/time-of-day.ts';
import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';

/** Milliseconds between two tries to reach a device that does not answer. */
const probePause = 3000;

/** Banners over the page: a lost connection, and the notes of `children`. */
export function Banners({ children }: { readonly children?: ReactNode }) {
  return (
    <div role="status">
      <LostConnection />
      {children}
    </div>
  );
}

/** Says since when the device does not answer, and keeps trying; the data shown are reloaded when it does. */
function LostConnection() {
  const t = useText();
  const since = useSyncExternalStore(onConnectionChange, connectionLostSince);
  const lost = since !== undefined;
  // A page whose code does not come may be the first sign.
  const waiting = useComing();
  useEffect(() => {
    if (!lost && !waiting) return;
    const probe = setInterval(() => {
      request(Endpoint.constants, { timeout: probePause }).then(noteAnswer, () => noteNoAnswer(Date.now()));
    }, probePause);
    return () => clearInterval(probe);
  }, [lost, waiting]);
  if (!lost) return null;
  return (
    <div className={styles.banner} data-kind="lost">
      {t('The switch has not responded since {{time}}. The values shown are older; retrying.', {
        time: timeOfDay(since),
      })}
    </div>
  );
}
