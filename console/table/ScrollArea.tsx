import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../elements/class-names.ts';
import styles from './table.module.css';

interface ScrollAreaProps {
  readonly label: string;
  /** Takes a part of the window's height at most, and scrolls upwards and downwards as well. */
  readonly bounded?: boolean;
  readonly children: ReactNode;
}

/**
 * Contains a table. One that fits its width scrolls with the page, its headings in view below the top bar. A wider one
 * scrolls sideways inside its card, with a shade on the edges beyond which there is more, and, to keep its headings,
 * upwards and downwards too; it can then be reached by keyboard. The card around it is the landmark.
 */
export function ScrollArea({ label, bounded, children }: ScrollAreaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const area = element.current;
    const inside = area?.firstElementChild;
    if (!area || !(inside instanceof HTMLElement) || typeof ResizeObserver === 'undefined') return;
    /** Marks the edges beyond which there is more. */
    const mark = () => {
      const hidden = bounded ? 0 : inside.offsetWidth - area.clientWidth;
      frame.current?.toggleAttribute('data-before', hidden > 1 && area.scrollLeft > 0);
      frame.current?.toggleAttribute('data-after', hidden > 1 && area.scrollLeft < hidden - 1);
      // A column that stays at the edge has the shade itself.
      frame.current?.toggleAttribute('data-edge', inside.querySelector('[data-edge]') !== null);
    };
    const observer = new ResizeObserver(() => {
      // The bar of an area that scrolls takes room that the table would have without it.
      const width = frame.current?.clientWidth ?? area.clientWidth;
      setScrolls(bounded ? inside.offsetHeight > area.clientHeight + 1 : inside.offsetWidth > width + 1);
      mark();
    });
    observer.observe(area);
    observer.observe(inside);
    area.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', mark);
    };
  }, [bounded]);
  return (
    <div ref={frame} className={styles.frame}>
      <div
        ref={element}
        className={classNames(styles.scroll, bounded && styles.bounded)}
        {...(scrolls && { role: 'group', 'aria-label': label, tabIndex: 0 })}
      >
        {children}
      </div>
    </div>
  );
}
