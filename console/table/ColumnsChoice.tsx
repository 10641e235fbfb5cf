import { useId } from 'react';
import controls from '../controls/controls.module.css';
import { useText } from '../translations/use-text.ts';
import styles from './table.module.css';

interface ColumnsChoiceProps {
  /** What can be chosen: source texts. */
  readonly titles: readonly string[];
  readonly chosen: string;
  readonly onChange: (title: string) => void;
}

/** Which columns of a wide table are shown; stands at the right of its heading. */
export function ColumnsChoice({ titles, chosen, onChange }: ColumnsChoiceProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t('Columns')}</label>
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
