import { type KeyboardEvent, Suspense, use, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useObservable } from '../feedback/use-observable.ts';
import { useActions } from '../navigation/action.ts';
import { cloudConnected } from '../navigation/cloud.ts';
import { entryName } from '../navigation/entry-name.ts';
import { FinderContext, type Found } from '../navigation/found.ts';
import { useMenu } from '../navigation/MenuContext.tsx';
import { shownEntries } from '../navigation/open-entries.ts';
import { searchEntries } from '../navigation/search-entries.ts';
import { useNavigate } from '../router/router-context.ts';
import { useText } from '../translations/use-text.ts';
import styles from './palette.module.css';

/** A line of the list; its kind is in the shown language. */
type Line = Pick<Found, 'key' | 'title' | 'detail' | 'kind' | 'go'>;

const nothing: readonly Found[] = [];

export interface PaletteProps {
  /** What was typed before it was there. */
  readonly typed: string;
  /** Whether Enter was pressed after it. */
  readonly entered: boolean;
  readonly onClose: () => void;
}

/** A list of pages, actions and all that the console's finder finds, which narrows down while typing; arrows choose, Enter goes. */
export function Palette({ typed, onClose, ...early }: PaletteProps) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const [found, setFound] = useState<readonly Found[]>();
  /** Enter was pressed before there was anything to go to. */
  const [entered, setEntered] = useState(early.entered);
  const Finder = use(FinderContext);
  const sought = query.trim().replaceAll(/\s+/g, ' ');
  const lines = useLines(query, sought === '' ? nothing : (found ?? nothing));
  const current = lines[Math.min(chosen, lines.length - 1)];
  const isSought = Finder === undefined || sought === '' || found !== undefined;

  // Before another key comes.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const go = (line: Line | undefined) => {
    if (!line) return;
    onClose();
    line.go();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes to the first line that is there
  useEffect(() => {
    if (entered && isSought && current) go(current);
  }, [entered, isSought, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && lines.length > 0) {
      event.preventDefault();
      setChosen((Math.min(chosen, lines.length - 1) + step + lines.length) % lines.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setEntered(true);
    }
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by keyboard, as in every dialog
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('Find a page or setting')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.inside}>
        {Finder && sought !== '' && (
          <Suspense>
            <Finder query={sought} onFound={setFound} />
          </Suspense>
        )}
        <input
          className={styles.query}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={current && `${id}${current.key}`}
          aria-autocomplete="list"
          aria-label={t('Find a page or setting')}
          placeholder={t('Port 3, 5-8, VLAN 20, host, address, page or setting')}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(0);
            setEntered(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}list`} ref={list} role="listbox" aria-label={t('Pages and actions')} className={styles.list}>
          {lines.map((line) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the input, whose arrows and Enter choose
            <div
              key={line.key}
              id={`${id}${line.key}`}
              role="option"
              tabIndex={-1}
              aria-selected={line === current}
              className={styles.line}
              onClick={() => go(line)}
            >
              <span className={styles.words}>
                {line.title}
                {line.detail && <span className={styles.detail}>{line.detail}</span>}
              </span>
              <small>{line.kind}</small>
            </div>
          ))}
        </div>
        {lines.length === 0 && <p className={styles.none}>{t('Nothing found. Try another word.')}</p>}
        <p className="visually-hidden" role="status">
          {t('{{count}} found', { count: lines.length })}
        </p>
      </div>
    </dialog>
  );
}

/** The pages and actions that the words of `query` find, between what else was found. */
function useLines(query: string, found: readonly Found[]): readonly Line[] {
  const t = useText();
  const navigate = useNavigate();
  const { entries } = useMenu();
  const actions = useActions();
  const connected = useObservable(cloudConnected);
  // Pages without a menu line are reached from another page; those that need no parameter are found all the same.
  const reachable = [
    ...shownEntries(entries, connected),
    ...entries.filter(
      ({ hidden, path, layout }) => hidden && !path.includes(':') && layout === undefined && !connected,
    ),
  ];
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const named = (one: Found): Line => ({ ...one, kind: t(one.kind) });
  return [
    ...found.filter(({ isLast }) => !isLast).map(named),
    ...searchEntries(reachable, query, t).map((entry) => ({
      key: entry.name,
      title: entryName(entry, t),
      kind: t('Page'),
      go: () => void navigate(entry.path),
    })),
    ...actions
      .filter(({ title, keywords }) => {
        const all = `${t(title)} ${title} ${keywords}`.toLocaleLowerCase();
        return words.every((word) => all.includes(word));
      })
      .map((action) => ({ key: action.name, title: t(action.title), kind: t('Action'), go: () => void action.run() })),
    ...found.filter(({ isLast }) => isLast).map(named),
  ];
}
