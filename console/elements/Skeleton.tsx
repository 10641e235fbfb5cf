import styles from './Skeleton.module.css';

/** A grey bar in the place of a text that is still loading; not spoken. `width` in any CSS unit. */
export function Skeleton({ width = '70%', height = 12 }: { width?: string; height?: number }) {
  return <span className={styles.skeleton} aria-hidden="true" style={{ width, height }} />;
}
