import { useText } from '../../console/translations/use-text.ts';
import styles from './dashboard.module.css';

/** Seconds offered; 0 is off (docs/specification/system.md, "Dashboard"). */
const intervals = [5, 10, 30, 0] as const;

/** Chooses how often the page reads the device. */
export function IntervalSelect({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const t = useText();
  return (
    <label className={styles.interval}>
      {seconds === 0 ? t('Not live') : t('Live, every')}
      <select
        value={seconds}
        aria-label={t('Update interval')}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {intervals.map((choice) => (
          <option key={choice} value={choice}>
            {choice === 0 ? t('off') : `${choice} s`}
          </option>
        ))}
      </select>
    </label>
  );
}
