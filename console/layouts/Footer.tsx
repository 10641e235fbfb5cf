import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';

/** The line below every page (docs/specification/product.md 6). */
export function Footer() {
  const t = useText();
  return <footer className={styles.footer}>{t('Copyright © 2021. All rights reserved.')}</footer>;
}
