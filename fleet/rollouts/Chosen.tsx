import styles from './rollouts.module.css';

/** A box before the words of what can be chosen. */
export function Chosen({
  words,
  isChosen,
  onChange,
}: {
  readonly words: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}) {
  return (
    <label className={styles.chosen}>
      <input type="checkbox" checked={isChosen} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {words}
    </label>
  );
}

/** The same set with, or without, one more. */
export function withOrWithout<T>(set: ReadonlySet<T>, one: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
}
