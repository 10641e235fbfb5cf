import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';
import { pageId } from './PageFrame.tsx';

/** The first stop of the Tab key: past bar and menu, to the page. */
export function SkipLink() {
  const t = useText();
  return (
    <button
      type="button"
      className={styles.skip}
      // The address bar's hash is the route: a plain anchor would leave the page.
      onClick={() => document.getElementById(pageId)?.focus()}
    >
      {t('Skip to the page')}
    </button>
  );
}
