import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import styles from './feedback.module.css';
import { ProgressRing } from './ProgressRing.tsx';

interface ProvisionalDialogProps {
  /** Milliseconds since 1970 at which the device takes the change back, and how long it waits in all. */
  readonly deadline: number;
  readonly time: number;
  /** Where the console is found from now on, where that is another place. */
  readonly address?: string | undefined;
  /** Resolves to whether the device could be told. */
  takeBack(): Promise<boolean>;
}

/**
 * What was forced is in force and waits to be confirmed: how long yet, where the switch is now, and the way back. Nothing but
 * the end of the waiting closes it.
 */
export function ProvisionalDialog({ deadline, time, address, takeBack }: ProvisionalDialogProps) {
  const t = useText();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [left, setLeft] = useState(() => secondsUntil(deadline));
  const [way, setWay] = useState<'open' | 'asked' | 'lost'>('open');
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown && !shown.open) shown.showModal();
    shown?.focus();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(deadline)), 250);
    return () => clearInterval(timer);
  }, [deadline]);
  const back = async () => {
    setWay('asked');
    if (!(await takeBack())) setWay('lost');
  };
  return (
    <dialog
      ref={element}
      tabIndex={-1}
      className={styles.dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget: shown }) => shown.isConnected && !shown.open && shown.showModal()}
    >
      <h2 id={`${id}title`}>{t('Applied provisionally')}</h2>
      <div className={styles.waiting}>
        <ProgressRing part={left / (time / 1000)} label={t('Until the switch takes the change back')}>
          {t('{{seconds}} s', { seconds: left })}
        </ProgressRing>
        <div id={`${id}text`} className={styles.text}>
          <p role="status">
            {way === 'lost'
              ? t('The switch does not answer any more. It takes the change back by itself.')
              : t('Checking that the switch still answers …')}
          </p>
          {address !== undefined && (
            <p>
              {t('It is reached at another address now. Signing in there confirms the change:')}{' '}
              <a href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
            </p>
          )}
          <p className={styles.detail}>{t('What nobody confirms within 60 s the switch takes back by itself.')}</p>
        </div>
      </div>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} disabled={way === 'asked'} onClick={() => void back()}>
          {t('Take back now')}
        </button>
      </div>
    </dialog>
  );
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
