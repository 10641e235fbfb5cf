import type { ReactNode } from 'react';
import styles from './FactList.module.css';

/** Names and their values, read-only, as a description list; in columns where there is room. */
export function FactList({ facts }: { facts: readonly { readonly name: string; readonly value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value === undefined ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
