import type { ReactNode } from 'react';
import { Breakable } from './Breakable.tsx';
import { classNames } from './class-names.ts';
import styles from './FactList.module.css';
import { Skeleton } from './Skeleton.tsx';

export interface Fact {
  readonly name: string;
  /** Undefined while it is not known; empty text where there is none. */
  readonly value: ReactNode;
}

interface FactListProps {
  readonly facts: readonly Fact[];
  /** Each fact takes a line, its value at the right: for many short ones. */
  readonly lines?: boolean;
}

/** Names and their values, read-only, as a description list; in columns where there is room. */
export function FactList({ facts, lines }: FactListProps) {
  return (
    <dl className={classNames(styles.facts, lines && styles.lines)}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === undefined ? (
              <Skeleton width="60%" />
            ) : value === '' ? (
              '–'
            ) : typeof value === 'string' ? (
              <Breakable text={value} />
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
