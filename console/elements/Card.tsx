import { type ReactNode, useId } from 'react';
import styles from './Card.module.css';
import { classNames } from './class-names.ts';

interface CardProps {
  readonly title?: ReactNode;
  /** Beside the title: a tag, a count. */
  readonly beside?: ReactNode;
  /** At the right of the heading: a legend, a filter, actions. */
  readonly actions?: ReactNode;
  /** Without the inner margin: for tables. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A framed part of a page; with a title it is a region of that name. */
export function Card({ title, beside, actions, flush, className, children }: CardProps) {
  const id = useId();
  const heading = (title || beside || actions) && (
    <header className={styles.header}>
      {title && <h2 id={id}>{title}</h2>}
      {beside}
      <div className={styles.grow} />
      {actions}
    </header>
  );
  return (
    <section className={classNames(styles.card, className)} {...(title && { 'aria-labelledby': id })}>
      {heading}
      <div className={flush ? styles.flush : styles.inside}>{children}</div>
    </section>
  );
}
