import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useObservable } from '../feedback/use-observable.ts';
import { useText } from '../translations/use-text.ts';
import styles from './bar.module.css';
import { Progress } from './Progress.tsx';
import { sidebarOpen, toggleSidebar } from './sidebar-state.ts';

/** The fixed bar over every page: what it holds differs by layout. */
export function TopBar({ children }: { readonly children: ReactNode }) {
  return (
    <header className={styles.bar}>
      {children}
      <Progress />
    </header>
  );
}

/** Opens and closes the sidebar. */
export function MenuButton() {
  const t = useText();
  const open = useObservable(sidebarOpen);
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={t('Menu')}
      title={t('Menu')}
      aria-expanded={open}
      aria-controls={open ? 'menu' : undefined}
      onClick={toggleSidebar}
    >
      <Menu size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** Keeps what follows at the right. */
export function BarSpace() {
  return <div className={styles.grow} />;
}
