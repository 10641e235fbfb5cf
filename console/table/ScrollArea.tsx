import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../elements/class-names.ts';
import styles from './table.module.css';

interface ScrollAreaProps {
  readonly label: string;
  /** Scrolls upwards and downwards as well, so that headings can stay in sight. */
  readonly tall?: boolean;
  readonly children: ReactNode;
}

/** Scrolls a wide table sideways inside its card; reachable by keyboard while there is anything to scroll. The card around it is the landmark. */
export function ScrollArea({ label, tall, children }: ScrollAreaProps) {
  const element = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const area = element.current;
    if (!area || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setScrolls(area.scrollWidth > area.clientWidth + 1 || area.scrollHeight > area.clientHeight + 1),
    );
    observer.observe(area);
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={element}
      className={classNames(styles.scroll, tall && styles.tall)}
      {...(scrolls && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
