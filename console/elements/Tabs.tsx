import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly title: ReactNode; readonly content: ReactNode }[];
}

/** Parts of a page of which one is shown at a time. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Base.Root defaultValue={tabs[0]?.key}>
      <Base.List className={styles.list} aria-label={label}>
        {tabs.map(({ key, title }) => (
          <Base.Tab key={key} value={key} className={styles.tab}>
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ key, content }) => (
        <Base.Panel key={key} value={key} className={styles.panel}>
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
