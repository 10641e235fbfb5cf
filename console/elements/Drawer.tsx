import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useText } from '../translations/use-text.ts';
import { IconButton } from './Button.tsx';
import styles from './Drawer.module.css';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** One line below the title. */
  readonly sentence?: ReactNode;
  /** A dialog in the middle instead of a panel at the right side. */
  readonly centred?: boolean;
  readonly children: ReactNode;
}

/** A panel over the page, at the right side or in the middle. The browser's own modal dialog keeps the focus and gives it back. */
export function Drawer({ open, onClose, title, sentence, centred, children }: DrawerProps) {
  const t = useText();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it is still in the page: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const shown = element.current;
    if (!open || !shown || shown.open) return;
    shown.showModal();
    return () => shown.close();
  }, [open]);
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too, as the browser's cancel event
    <dialog
      ref={element}
      className={centred ? styles.centred : styles.drawer}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only the backdrop belongs to the dialog itself; everything inside is a child.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <div>
            <h2 id={id}>{title}</h2>
            {sentence && <p>{sentence}</p>}
          </div>
          <IconButton label={t('Close')} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </header>
        <div className={styles.inside}>{children}</div>
      </div>
    </dialog>
  );
}
