import { type CSSProperties, memo, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../elements/class-names.ts';
import { useObservable } from '../feedback/use-observable.ts';
import { cloudConnected } from '../navigation/cloud.ts';
import { useMenu } from '../navigation/MenuContext.tsx';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { type MenuNode, menuTree } from '../navigation/menu-tree.ts';
import { shownEntries } from '../navigation/open-entries.ts';
import { useCurrentEntry } from '../navigation/use-current-entry.ts';
import { useText } from '../translations/use-text.ts';
import { Brand } from './Brand.tsx';
import { MenuLink } from './MenuLink.tsx';
import styles from './sidebar.module.css';
import { closeMobileSidebar, isMobile, sidebarOpen } from './sidebar-state.ts';

interface SidebarProps {
  /** How the switch is called. */
  readonly name: ReactNode;
  /** Below the menu. */
  readonly footer: ReactNode;
}

/** The menu. On a narrow window it lies over the page, and a backdrop closes it. */
export function Sidebar({ name, footer }: SidebarProps) {
  const t = useText();
  const open = useObservable(sidebarOpen);
  const mobile = useObservable(isMobile);
  const { entries } = useMenu();
  const connected = useObservable(cloudConnected);
  const aside = useRef<HTMLElement>(null);
  const covers = open && mobile;
  useEffect(() => {
    if (!covers) return;
    const before = document.activeElement;
    aside.current?.focus();
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') closeMobileSidebar();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      // A page that was chosen takes the focus by itself afterwards.
      if (before instanceof HTMLElement) before.focus();
    };
  }, [covers]);
  const nodes = useMemo(() => menuTree(shownEntries(entries, connected)), [entries, connected]);
  const entry = useCurrentEntry();
  const current = entry?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another line
  useEffect(() => {
    // With the frame that is drawn anyway: at once, the page that is just put in would be laid out once more for it.
    const frame = requestAnimationFrame(() =>
      aside.current?.querySelector('[aria-current], [data-within]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [current, open]);
  if (!open) return null;
  return (
    <>
      {mobile && <div className={styles.backdrop} aria-hidden="true" onClick={closeMobileSidebar} />}
      <aside
        id="menu"
        ref={aside}
        tabIndex={-1}
        aria-label={t('Side bar')}
        className={styles.sidebar}
        data-mobile={mobile || undefined}
      >
        <Brand name={name} />
        <nav aria-label={t('Menu')}>
          <MenuLines nodes={nodes} current={entry} isTop />
        </nav>
        <div className={styles.footer}>{footer}</div>
      </aside>
    </>
  );
}

interface MenuLinesProps {
  readonly nodes: readonly MenuNode[];
  /** The entry of the page shown. */
  readonly current: MenuEntry | undefined;
  /** The lines that stay in sight, however long the section that is open. */
  readonly isTop?: boolean;
}

function MenuLines({ nodes, current, isTop = false }: MenuLinesProps) {
  return (
    <ul className={classNames(styles.lines, isTop && styles.top)}>
      {nodes.map((node, index) => (
        <li
          key={node.kind === 'page' ? node.entry.name : node.path.join('/')}
          style={isTop ? ({ '--before': index, '--behind': nodes.length - 1 - index } as CSSProperties) : undefined}
        >
          {node.kind === 'page' ? (
            <PageLine entry={node.entry} isShown={current === node.entry} within={current?.list === node.entry.path} />
          ) : (
            <SectionLine section={node} current={current} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface PageLineProps {
  readonly entry: MenuEntry;
  readonly isShown: boolean;
  readonly within: boolean;
}

/** Drawn again only where its page comes or goes: another page changes two lines of a hundred. */
const PageLine = memo(({ entry, isShown, within }: PageLineProps) => {
  const t = useText();
  const Icon = entry.icon;
  return (
    <MenuLink to={entry.path} className={styles.line} isShown={isShown} within={within}>
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {t(entry.title)}
    </MenuLink>
  );
});

interface SectionLineProps extends Pick<MenuLinesProps, 'current'> {
  readonly section: Extract<MenuNode, { kind: 'section' }>;
}

function SectionLine({ section, current }: SectionLineProps) {
  const t = useText();
  const { sections } = useMenu();
  const id = useId();
  const holdsPage = section.path.every((title, depth) => current?.under[depth] === title);
  const [chosen, choose] = useState<boolean>();
  // The present page is in view, and a section opened only for it folds behind it; one opened manually stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: entering and leaving the section restarts it
  useEffect(() => choose(undefined), [holdsPage]);
  const open = chosen ?? holdsPage;
  const lines = useRef<HTMLDivElement>(null);
  // Between the sections that stay in sight, the lines of another one that is open may leave no room for these.
  useEffect(() => {
    if (chosen) lines.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const Icon = section.path.length === 1 ? sections.find(({ title }) => title === section.title)?.icon : undefined;
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => choose(!open)}
      >
        {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        {t(section.title)}
        <span className={styles.chevron} aria-hidden="true" />
      </button>
      <div id={id} ref={lines} hidden={!open}>
        {open && <MenuLines nodes={section.nodes} current={current} />}
      </div>
    </>
  );
}
