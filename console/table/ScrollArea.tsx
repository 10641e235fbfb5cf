import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './table.module.css';

/** Scrolls a wide table sideways inside its card; reachable by keyboard while there is anything to scroll. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const area = element.current;
    if (!area || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setScrolls(area.scrollWidth > area.clientWidth + 1));
    observer.observe(area);
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} className={styles.scroll} {...(scrolls && { role: 'region', 'aria-label': label, tabIndex: 0 })}>
      {children}
    </div>
  );
}
