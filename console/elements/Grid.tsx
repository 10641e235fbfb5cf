import type { ReactNode } from 'react';
import styles from './Grid.module.css';

/**
 * Cards or fields beside each other.
 * - `4`: four equal columns, two on narrower screens;
 * - `2-1`: a wide and a narrow one, below each other on narrower screens;
 * - `fields`: form fields of at least 220 px.
 */
export function Grid({ columns, children }: { columns: '4' | '2-1' | 'fields'; children: ReactNode }) {
  return <div className={styles[columns === '4' ? 'four' : columns === '2-1' ? 'twoOne' : 'fields']}>{children}</div>;
}
