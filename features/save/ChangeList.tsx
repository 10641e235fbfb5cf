import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import type { configChangeEntry } from './objects.ts';
import styles from './save.module.css';

/** Changes in words: what, from, to. */
export function ChangeList({ changes }: { readonly changes: readonly RowOf<typeof configChangeEntry>[] }) {
  const t = useText();
  return (
    <ul className={styles.changes}>
      {changes.map(({ configChangeIndex, configChangeWhat, configChangeFrom, configChangeTo }) => (
        <li key={configChangeIndex}>
          <span>{configChangeWhat}</span>
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
