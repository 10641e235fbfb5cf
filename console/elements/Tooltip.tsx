import { type ReactElement, useEffect, useRef, useState } from 'react';
import styles from './Tooltip.module.css';

/** Pixels between the element and its words, and between the words and the edge of the window. */
const gap = 6;

/**
 * Words that float beside `children`, one element, while it is hovered or focused; Escape hides them (WCAG 1.4.13).
 * They must be in the element's accessible name or description too: not every screen reader speaks a tooltip.
 */
export function Tooltip({ words, children }: { words: string; children: ReactElement }) {
  const [place, setPlace] = useState<{ readonly left: number; readonly top: number }>();
  const popup = useRef<HTMLSpanElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const show = () => {
    const element = frame.current?.firstElementChild;
    if (!element) return;
    const { left, width, bottom } = element.getBoundingClientRect();
    setPlace({ left: left + width / 2, top: bottom + gap });
  };
  const hide = () => setPlace(undefined);
  useEffect(() => {
    const shown = popup.current;
    if (!place || !shown) return;
    // The top layer of the browser: no table cuts the words off.
    shown.showPopover?.();
    const { width, height } = shown.getBoundingClientRect();
    const left = Math.min(Math.max(gap, place.left - width / 2), window.innerWidth - width - gap);
    const below = place.top + height <= window.innerHeight;
    shown.style.left = `${left}px`;
    shown.style.top = `${below ? place.top : place.top - height - 2 * gap - (frame.current?.firstElementChild?.clientHeight ?? 0)}px`;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(undefined);
    const onScroll = () => setPlace(undefined);
    window.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onScroll, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onScroll, true);
    };
  }, [place]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the frame only notices; what it frames is the control
    <span ref={frame} className={styles.frame} onPointerEnter={show} onPointerLeave={hide} onFocus={show} onBlur={hide}>
      {children}
      {place && (
        <span ref={popup} popover="manual" role="tooltip" className={styles.popup}>
          {words}
        </span>
      )}
    </span>
  );
}
