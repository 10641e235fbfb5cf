import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Translate } from '../../model/values/translate.ts';
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
  /** Given once the change is confirmed: the administrator keeps it. */
  readonly keep?: (() => void) | undefined;
  /** Translated: what will cut this session off, although the change works now. */
  readonly later?: string | undefined;
}

/**
 * The forced change is in force and waits to be confirmed: the remaining time, the switch's present location, and the
 * way back, which stays open for the rest of the time once it is confirmed. It is closed only by the end of the
 * waiting, or by keeping the change.
 */
export function ProvisionalDialog({ deadline, time, address, follow, takeBack, keep, later }: ProvisionalDialogProps) {
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
      onCancel={(event) => {
        event.preventDefault();
        keep?.();
      }}
      onClose={({ currentTarget: shown }) => shown.isConnected && !shown.open && shown.showModal()}
    >
      <h2 id={`${id}title`}>{keep ? t('Change confirmed') : t('Applied provisionally')}</h2>
      <div className={styles.waiting}>
        <ProgressRing
          part={left / (time / 1000)}
          label={keep ? t('Until the change can no longer be reverted') : t('Until the switch reverts the change')}
        >
          {t('{{seconds}} s', { seconds: left })}
        </ProgressRing>
        <div id={`${id}text`} className={styles.text}>
          <p role="status">{words(t, keep !== undefined, way === 'lost')}</p>
          {!keep && follow !== undefined && (
            <p role="status">
              {t('The switch has a new address. This page opens it:')} <a href={follow}>{new URL(follow).host}</a>
            </p>
          )}
          {!keep && follow === undefined && address !== undefined && (
            <p>
              {t('It is now reachable at another address. Logging in there confirms the change:')}{' '}
              <a href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
            </p>
          )}
          {later !== undefined && <p>{t('It works now, but not always: {{reason}}', { reason: later })}</p>}
          <p className={styles.detail}>
            {keep
              ? t('It can be reverted until the time expires or another change is made.')
              : t('Reverts automatically in 60 s unless confirmed.')}
          </p>
        </div>
      </div>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} disabled={way === 'asked'} onClick={() => void back()}>
          {t('Revert now')}
        </button>
        {keep && (
          <button
            type="button"
            className={`${styles.button} ${styles.primary}`}
            disabled={way === 'asked'}
            onClick={keep}
          >
            {t('Keep')}
          </button>
        )}
      </div>
    </dialog>
  );
}

function words(t: Translate, isConfirmed: boolean, isLost: boolean): string {
  if (isConfirmed) {
    return isLost ? t('The change could not be reverted.') : t('The switch still responds: the change is confirmed.');
  }
  return isLost
    ? t('The switch no longer responds. It reverts the change automatically.')
    : t('Checking that the switch still responds …');
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
