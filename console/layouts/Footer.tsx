import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';

export function Footer() {
  const t = useText();
  return <footer className={styles.footer}>{t('Copyright © 2021. All rights reserved.')}</footer>;
}
