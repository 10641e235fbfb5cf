import type { ReactNode } from 'react';
import styles from './FactList.module.css';
import { Skeleton } from './Skeleton.tsx';

interface Fact {
  readonly name: string;
  /** Undefined while it is not known; empty text where there is none. */
  readonly value: ReactNode;
}

/** Names and their values, read-only, as a description list; in columns where there is room. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <Skeleton width="60%" /> : value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
