import { useId } from 'react';
import controls from '../../../console/controls/controls.module.css';
import { useText } from '../../../console/translations/use-text.ts';
import type { LogLevel } from '../../../model/values/log-entry.ts';
import styles from './log.module.css';
import type { LogFilter } from './log-row.ts';

const levels: readonly LogLevel[] = ['alert', 'critical', 'warning', 'info'];

const isLevel = (text: string): text is LogLevel => levels.some((level) => level === text);

interface LogFilterBarProps {
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
  /** A level in the shown language. */
  readonly words: (level: LogLevel) => string;
}

/** Level, from and to. */
export function LogFilterBar({ filter, onChange, words }: LogFilterBarProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={styles.filters}>
      <div className={styles.filter}>
        <label htmlFor={`${id}level`}>{t('Level')}</label>
        <select
          id={`${id}level`}
          className={controls.box}
          value={filter.level}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, level: isLevel(value) ? value : '' })}
        >
          <option value="">{t('All')}</option>
          {levels.map((level) => (
            <option key={level} value={level}>
              {words(level)}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.filter}>
        <label htmlFor={`${id}from`}>{t('From')}</label>
        <input
          id={`${id}from`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="2026-01-31 13:05"
          className={controls.box}
          value={filter.from}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, from: value })}
        />
      </div>
      <div className={styles.filter}>
        <label htmlFor={`${id}to`}>{t('To')}</label>
        <input
          id={`${id}to`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="2026-01-31 13:05"
          className={controls.box}
          value={filter.to}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, to: value })}
        />
      </div>
    </div>
  );
}
