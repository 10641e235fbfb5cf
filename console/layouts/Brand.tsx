import type { ReactNode } from 'react';
import { device } from '../boot/device.ts';
import styles from './sidebar.module.css';

/** The model, and under it how the switch is called. */
export function Brand({ name }: { readonly name: ReactNode }) {
  return (
    <div className={styles.brand}>
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
