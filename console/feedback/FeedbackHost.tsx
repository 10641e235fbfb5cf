import { useText } from '../translations/use-text.ts';
import { DialogBox } from './DialogBox.tsx';
import { dialogs } from './dialogs.ts';
import styles from './feedback.module.css';
import { indicator } from './indicator.ts';
import { overlay } from './overlay.ts';
import { closeToast, toasts } from './toast.ts';
import { useObservable } from './use-observable.ts';

/**
 * Shows toasts, the first waiting dialog, overlays above the page, and the blocking indicator. Once in every screen.
 */
export function FeedbackHost() {
  const [dialog] = useObservable(dialogs);
  const blocking = useObservable(indicator);
  const above = useObservable(overlay);
  return (
    <>
      <ToastRegion />
      {dialog && <DialogBox key={dialog.id} dialog={dialog} />}
      {above}
      {blocking !== undefined && <BlockingIndicator text={blocking} />}
    </>
  );
}

function ToastRegion() {
  const t = useText();
  const shown = useObservable(toasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={styles.toast} data-kind={kind}>
          <span>{text}</span>
          <button type="button" className={styles.close} aria-label={t('Close')} onClick={() => closeToast(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

function BlockingIndicator({ text }: { readonly text: string }) {
  return (
    <dialog className={styles.indicator} ref={showModally} onCancel={(event) => event.preventDefault()}>
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status">{text}</p>
    </dialog>
  );
}

/** Closes it again before it goes: only then does the browser give the focus back to what had it. */
function showModally(element: HTMLDialogElement): () => void {
  if (!element.open) element.showModal();
  return () => element.close();
}
