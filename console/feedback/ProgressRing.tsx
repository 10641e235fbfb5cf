import type { ReactNode } from 'react';
import styles from './feedback.module.css';

/** Pixels. */
const size = 72;
const stroke = 6;
const radius = (size - stroke) / 2;
const round = 2 * Math.PI * radius;

interface ProgressRingProps {
  /** The remaining part, 0 to 1. */
  readonly part: number;
  readonly label: string;
  /** In words, within the ring. */
  readonly children: ReactNode;
}

/** A ring that empties clockwise, with what is left in words inside. */
export function ProgressRing({ part, label, children }: ProgressRingProps) {
  return (
    <div
      className={styles.ring}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
    >
      <svg width={size} height={size} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={radius} strokeWidth={stroke} />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          strokeWidth={stroke}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - part)}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      </svg>
      <span>{children}</span>
    </div>
  );
}
