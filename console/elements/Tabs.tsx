import { type ReactNode, useId, useState } from 'react';
import styles from './Tabs.module.css';
import { useRovingFocus } from './use-roving-focus.ts';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly title: ReactNode; readonly content: ReactNode }[];
}

/** Parts of a page of which one is shown at a time (WAI-ARIA Authoring Practices, Tabs); arrow keys go from tab to tab. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [shown, setShown] = useState(tabs[0]?.key);
  const { cellProps, move } = useRovingFocus(tabs.length, { horizontal: 1, vertical: 1 });
  return (
    <div>
      <div role="tablist" className={styles.list} aria-label={label}>
        {tabs.map(({ key, title }, place) => (
          <button
            {...cellProps(place)}
            key={key}
            type="button"
            role="tab"
            id={`${id}${place}tab`}
            aria-controls={`${id}${place}`}
            aria-selected={key === shown}
            className={styles.tab}
            onClick={() => setShown(key)}
            onKeyDown={(event) => move(event, place)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }, place) => (
        <div
          key={key}
          id={`${id}${place}`}
          role="tabpanel"
          aria-labelledby={`${id}${place}tab`}
          hidden={key !== shown}
          className={styles.panel}
        >
          {key === shown && content}
        </div>
      ))}
    </div>
  );
}
