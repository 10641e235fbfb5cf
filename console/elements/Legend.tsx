import type { ReactNode } from 'react';
import styles from './Legend.module.css';

/** The key to the marks of a picture: each mark beside its words. */
export function Legend({ entries }: { entries: readonly { readonly mark: ReactNode; readonly words: string }[] }) {
  return (
    <ul className={styles.legend}>
      {entries.map(({ mark, words }) => (
        <li key={words}>
          {mark}
          {words}
        </li>
      ))}
    </ul>
  );
}

/** A square of color for a legend. */
export function Swatch({ colour, dashed }: { colour: string; dashed?: boolean }) {
  return (
    <i
      className={styles.swatch}
      aria-hidden="true"
      style={dashed ? { height: 0, borderTop: `2px dashed ${colour}`, borderRadius: 0 } : { background: colour }}
    />
  );
}
