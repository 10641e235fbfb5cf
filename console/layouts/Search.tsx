import { Search as SearchIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import styles from './bar.module.css';

const fetchPalette = () => import('./Palette.tsx');
const Palette = lazy(async () => ({ default: (await fetchPalette()).Palette }));

/** Fetched as soon as it is likely to be wanted, so that no letter typed at once is lost. */
const foresee = () => void fetchPalette().catch(() => {});

/** Finds pages and actions by their words; Ctrl+K opens it from anywhere. */
export function Search() {
  const t = useText();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const shortcut = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') foresee();
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // An action that depends on an answer waits for it.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.find}
        title={t('Find a page or setting')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={foresee}
        onFocus={foresee}
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('Find a page or setting')}</span>
        <kbd>{t('Ctrl+K')}</kbd>
      </button>
      {open && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
