import { useObservable } from '../feedback/use-observable.ts';
import { reloading } from '../navigation/reload-guard.ts';
import { useComing } from '../router/router-context.ts';
import styles from './bar.module.css';

/** Whether the page is being fetched or redrawn. */
export function useBusy(): boolean {
  const coming = useComing();
  return useObservable(reloading) || coming;
}

/** A line under the top bar while the page is on its way. */
export function Progress() {
  const coming = useComing();
  if (!useBusy()) return null;
  return <div className={styles.progress} data-coming={coming || undefined} aria-hidden="true" />;
}
