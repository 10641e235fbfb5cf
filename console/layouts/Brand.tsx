import type { ReactNode } from 'react';
import { device } from '../boot/device.ts';
import styles from './sidebar.module.css';

interface BrandProps {
  readonly name: ReactNode;
  /** In a bar of the page's colors, not in the sidebar. */
  readonly inBar?: boolean;
}

/** The model, and under it how the switch is called. */
export function Brand({ name, inBar }: BrandProps) {
  return (
    <div className={styles.brand} data-in-bar={inBar || undefined}>
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
        <rect width="26" height="26" rx="6" fill="#1890ff" />
        <path d="M6 19v-8h4V8h6v3h4v8z" fill="#fff" />
      </svg>
      <span>
        {device().modelName}
        <small>{name}</small>
      </span>
    </div>
  );
}
