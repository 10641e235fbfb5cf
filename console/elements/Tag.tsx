import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Tag.module.css';

/** Meaning of a state: good, needs attention, bad, or neutral; `plain` has no mark. */
export type Tone = 'ok' | 'warn' | 'bad' | 'neutral' | 'plain';

/** A state in a word. The tone is shown by a shape (dot, triangle, square) beside the word, and by a color. */
export function Tag({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={classNames(styles.tag, styles[tone])} title={title}>
      {children}
    </span>
  );
}
