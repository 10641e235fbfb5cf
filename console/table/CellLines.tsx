import styles from './table.module.css';

/** What belongs together in a cell, a line each, where columns of their own would be wider than a page. */
export function CellLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className={styles.lines}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
