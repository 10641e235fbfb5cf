import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import type { configChangeEntry } from './objects.ts';
import styles from './save.module.css';

interface ChangeListProps {
  readonly changes: readonly RowOf<typeof configChangeEntry>[];
  /** With who changed it and when. */
  readonly detailed?: boolean;
}

/** Changes in words: what, from, to. */
export function ChangeList({ changes, detailed }: ChangeListProps) {
  const t = useText();
  return (
    <ul className={styles.changes}>
      {changes.map(({ configChangeIndex, configChangeWhat, configChangeFrom, configChangeTo, ...by }) => (
        <li key={configChangeIndex}>
          <span>
            {configChangeWhat}
            {detailed && by.configChangeTime !== '' && (
              <small>
                {by.configChangeTime} {by.configChangeUser}
              </small>
            )}
          </span>
          {(configChangeFrom !== '' || configChangeTo !== '') && (
            <span className={styles.values}>
              <del>
                <span className="visually-hidden">{t('from')} </span>
                {configChangeFrom}
              </del>
              {' → '}
              <ins>
                <span className="visually-hidden">{t('to')} </span>
                {configChangeTo}
              </ins>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
