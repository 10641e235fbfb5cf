import { classNames } from './class-names.ts';
import styles from './Meter.module.css';

/** How much of something is used, 0 to 100 percent, as a bar. */
export function Meter({ label, percent, tone }: { label: string; percent: number; tone: 'ok' | 'warn' | 'bad' }) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw their own <meter>; this one has to look alike everywhere
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={`${Math.round(shown)} %`}
      className={classNames(styles.meter, styles[tone])}
    >
      <i style={{ width: `${shown}%` }} />
    </div>
  );
}
