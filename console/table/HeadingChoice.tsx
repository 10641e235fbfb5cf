import { useId } from 'react';
import controls from '../controls/controls.module.css';
import { useText } from '../translations/use-text.ts';
import styles from './table.module.css';

interface HeadingChoiceProps {
  /** The present choice: a source text. */
  readonly label: string;
  /** The choices: source texts. */
  readonly titles: readonly string[];
  readonly chosen: string;
  readonly onChange: (title: string) => void;
}

/** Selects the columns or rows of a table that are shown; at the right of its heading. */
export function HeadingChoice({ label, titles, chosen, onChange }: HeadingChoiceProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t(label)}</label>
      <select
        id={id}
        className={controls.box}
        value={chosen}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {titles.map((title) => (
          <option key={title} value={title}>
            {t(title)}
          </option>
        ))}
      </select>
    </div>
  );
}
