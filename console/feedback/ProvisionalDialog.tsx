import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import styles from './feedback.module.css';
import { ProgressRing } from './ProgressRing.tsx';

interface ProvisionalDialogProps {
  /** Milliseconds since 1970 at which the device takes the change back, and how long it waits in all. */
  readonly deadline: number;
  readonly time: number;
  /** The console's new location, if it moves. */
  readonly address?: string | undefined;
  /** The location to which this session moves by itself, by the switch's answer. */
  readonly follow?: string | undefined;
  /** Resolves to whether the device could be reached. */
  takeBack(): Promise<boolean>;
}

/**
 * The forced change is in force and waits to be confirmed: the remaining time, the switch's present location, and the way back. It is
 * closed only by the end of the waiting.
 */
export function ProvisionalDialog({ deadline, time, address, follow, takeBack }: ProvisionalDialogProps) {
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
        <ProgressRing part={left / (time / 1000)} label={t('Until the switch reverts the change')}>
          {t('{{seconds}} s', { seconds: left })}
        </ProgressRing>
        <div id={`${id}text`} className={styles.text}>
          <p role="status">
            {way === 'lost'
              ? t('The switch no longer responds. It reverts the change automatically.')
              : t('Checking that the switch still responds …')}
          </p>
          {follow !== undefined && (
            <p role="status">
              {t('The switch has a new address. This page opens it:')} <a href={follow}>{new URL(follow).host}</a>
            </p>
          )}
          {follow === undefined && address !== undefined && (
            <p>
              {t('It is now reachable at another address. Logging in there confirms the change:')}{' '}
              <a href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
            </p>
          )}
          <p className={styles.detail}>{t('Reverts automatically in 60 s unless confirmed.')}</p>
        </div>
      </div>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} disabled={way === 'asked'} onClick={() => void back()}>
          {t('Revert now')}
        </button>
      </div>
    </dialog>
  );
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
