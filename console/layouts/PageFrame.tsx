import { useEffect, useRef, useState } from 'react';
import { device } from '../boot/device.ts';
import { useCurrentEntry } from '../navigation/use-current-entry.ts';
import { Outlet } from '../router/RouterProvider.tsx';
import { useLocation } from '../router/router-context.ts';
import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';
import { useBusy } from './Progress.tsx';
import { arriveAtPage } from './page-reload.ts';

/** Id of the page area, for the skip link. */
export const pageId = 'page';

/**
 * The area of the page. On every navigation it returns to the top, names the document and takes the focus; a menu click
 * redraws the page.
 */
export function PageFrame() {
  const t = useText();
  const location = useLocation();
  const entry = useCurrentEntry();
  const busy = useBusy();
  const area = useRef<HTMLElement>(null);
  const shown = useRef(location);
  const [drawing, setDrawing] = useState(0);

  const title = entry ? t(entry.title) : t('Page not found');
  useEffect(() => {
    document.title = `${title} – ${device().modelName}`;
  }, [title]);

  useEffect(() => {
    const before = shown.current;
    // An address that was typed has no key of its own.
    if (before === location) return;
    shown.current = location;
    window.scrollTo(0, 0);
    // Another page is new anyway.
    if (arriveAtPage(Date.now()) && before.pathname === location.pathname) setDrawing((count) => count + 1);
    // What the address opens in the page, or the page.
    const heading = area.current?.querySelector<HTMLElement>('[data-arrival]') ?? area.current?.querySelector('h1');
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    (heading ?? area.current)?.focus({ preventScroll: true });
  }, [location]);

  return (
    <main id={pageId} ref={area} className={styles.page} tabIndex={-1} aria-busy={busy}>
      <Outlet key={drawing} />
    </main>
  );
}
