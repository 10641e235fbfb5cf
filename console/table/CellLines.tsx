import styles from './table.module.css';

/** Related values in one cell, a line each, if columns of their own would be wider than a page. */
export function CellLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className={styles.lines}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
