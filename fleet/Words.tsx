import styles from './words.module.css';

/** Words in a cell that may be long: without their folding other columns would be out of sight. */
export function Words({ text }: { readonly text: string }) {
  return <span className={styles.words}>{text || '–'}</span>;
}
