import type { ReactNode } from 'react';
import type { ChangeWords } from '../../model/configuration/change.ts';
import { useText } from '../translations/use-text.ts';
import { Breakable } from './Breakable.tsx';
import styles from './ChangeList.module.css';

/** A change in words, and what is known beside it: who made it and when. */
export interface ShownChange extends ChangeWords {
  readonly note?: string;
  /** Behind it: what can be done with this change alone. */
  readonly action?: ReactNode;
}

/** Changes in words: what, the old value, the new one. */
export function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  const t = useText();
  return (
    <ul className={styles.changes}>
      {changes.map(({ what, from, to, note, action }) => (
        <li key={`${what} ${to}`}>
          <span>
            <Breakable text={what} />
            {note && <small>{note}</small>}
          </span>
          {(from !== '' || to !== '') && (
            <span className={styles.values}>
              <del>
                <span className="visually-hidden">{t('from')} </span>
                <Breakable text={from} />
              </del>
              {' → '}
              <ins>
                <span className="visually-hidden">{t('to')} </span>
                <Breakable text={to} />
              </ins>
            </span>
          )}
          {action}
        </li>
      ))}
    </ul>
  );
}
