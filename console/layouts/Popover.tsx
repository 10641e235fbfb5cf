import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { onPressOutside } from '../elements/on-press-outside.ts';
import styles from './popover.module.css';

interface PopoverProps {
  /** Name of the button. */
  readonly label: string;
  readonly className?: string | undefined;
  /** Contents of the button. */
  readonly button: ReactNode;
  /** Pixels; default 340. */
  readonly width?: number;
  /** The panel's content; `close` closes it and gives the focus back. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a panel under it. Escape, a click outside and leaving it by keyboard close the panel. */
export function Popover({ label, className, button, width = 340, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    panel.current?.focus();
    return onPressOutside(
      (pressed) => place.current?.contains(pressed) ?? false,
      () => setOpen(false),
    );
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what its button and its panel do not handle
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !place.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={styles.panel}
          style={{ width }}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}
