import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import type { Dialog } from './dialogs.ts';
import styles from './feedback.module.css';
import { focusedFirst } from './focused-first.ts';

/** One question or message. The browser's own modal dialog keeps the focus inside and gives it back afterwards. */
export function DialogBox({ dialog }: { readonly dialog: Dialog }) {
  const t = useText();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [met, setMet] = useState(dialog.condition === undefined && dialog.Entry === undefined);
  const asks = dialog.kind === 'confirm';
  const { destructive = false, condition, Entry } = dialog;
  // Closed while it is still in the page: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      role={asks ? 'dialog' : 'alertdialog'}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        // The end of the session can only be acknowledged.
        if (dialog.kind !== 'sessionEnd') dialog.answer(false);
      }}
      onClose={({ currentTarget: shown }) => {
        // A second Escape closes it whatever was said to the first: a dialog that still waits must not vanish unanswered.
        if (shown.open || !shown.isConnected) return;
        if (dialog.kind === 'sessionEnd') shown.showModal();
        else dialog.answer(false);
      }}
    >
      <h2 id={`${id}title`}>{t(dialog.title)}</h2>
      <div id={`${id}text`} className={styles.text}>
        <p>{dialog.text}</p>
        {dialog.detail && (
          <p className={styles.detail}>
            {dialog.detail.split('\n').map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves
              <span key={at} className={styles.line}>
                {line}
              </span>
            ))}
          </p>
        )}
      </div>
      {condition !== undefined && (
        <label className={styles.condition}>
          <input
            ref={focusedFirst}
            type="checkbox"
            checked={met}
            onChange={(event) => setMet(event.currentTarget.checked)}
          />
          {condition}
        </label>
      )}
      {Entry && <Entry dialog={dialog} met={met} setMet={setMet} />}
      <div className={styles.buttons}>
        {asks && (
          <button
            type="button"
            className={styles.button}
            {...(destructive && condition === undefined && { ref: focusedFirst })}
            onClick={() => dialog.answer(false)}
          >
            {t('Cancel')}
          </button>
        )}
        <button
          type="button"
          className={`${styles.button} ${destructive ? styles.destructive : styles.primary}`}
          {...(!destructive && !Entry && { ref: focusedFirst })}
          disabled={!met}
          onClick={() => dialog.answer(true)}
        >
          {t('OK')}
        </button>
      </div>
    </dialog>
  );
}
