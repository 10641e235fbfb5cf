import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Meter } from './Meter.tsx';
import styles from './Stat.module.css';

interface StatProps {
  readonly title: string;
  readonly value: ReactNode;
  /** Smaller, beside the figure. */
  readonly unit?: ReactNode;
  /** A bar below the figure: percent, and its state. */
  readonly meter?: { readonly percent: number; readonly tone: 'ok' | 'warn' | 'bad' };
  readonly words?: ReactNode;
  readonly className?: string;
}

/** One figure of a dashboard in a card of its own. */
export function Stat({ title, value, unit, meter, words, className }: StatProps) {
  const id = useId();
  return (
    <section className={classNames(styles.stat, className)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.value}>
        {value} {unit !== undefined && <small>{unit}</small>}
      </p>
      {meter && <Meter label={title} percent={meter.percent} tone={meter.tone} />}
      {words !== undefined && <p className={styles.words}>{words}</p>}
    </section>
  );
}
