import { momentLines } from './moment-text.ts';
import styles from './words.module.css';

/** A moment in a cell; its time goes below its date before it crowds other columns out of sight. */
export function Moment({ seconds }: { readonly seconds: number }) {
  const lines = momentLines(seconds);
  if (lines.length === 0) return '–';
  return (
    <span className={styles.moment}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}
