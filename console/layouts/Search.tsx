import { Search as SearchIcon } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import styles from './bar.module.css';
import type { PaletteProps } from './Palette.tsx';

const fetchPalette = () => import('./Palette.tsx');
const LatePalette = lazy(async () => ({ default: (await fetchPalette()).Palette }));

/** Fetched as soon as it is likely to be wanted. */
const foresee = () => void fetchPalette().catch(() => {});

/** Before the palette is there. */
const nothing = { typed: '', entered: false };

interface SearchProps {
  /** Default the console's, which is fetched. */
  readonly palette?: ComponentType<PaletteProps>;
}

interface WaitingProps {
  readonly onTyped: (text: string) => void;
  readonly onEnter: () => void;
  readonly onClose: () => void;
}

/** Takes what is typed while the palette is being fetched. */
function Waiting({ onTyped, onEnter, onClose }: WaitingProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    input.current?.focus({ preventScroll: true });
    // From where it was, the palette takes the focus, and gives it back in the end.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <input
      ref={input}
      className="visually-hidden"
      aria-label={t('Find a page or setting')}
      onChange={({ target }) => onTyped(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
        else if (key === 'Enter') onEnter();
      }}
    />
  );
}

/** Finds pages and actions by their words; Ctrl+K opens it from anywhere. */
export function Search({ palette: Palette = LatePalette }: SearchProps) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [early, setEarly] = useState(nothing);
  const close = () => {
    setOpen(false);
    setEarly(nothing);
  };
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
        <Suspense
          fallback={
            <Waiting
              onTyped={(typed) => setEarly({ typed, entered: false })}
              onEnter={() => setEarly(({ typed }) => ({ typed, entered: typed !== '' }))}
              onClose={close}
            />
          }
        >
          <Palette {...early} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
