import { classNames } from '../console/elements/class-names.ts';
import { useText } from '../console/translations/use-text.ts';
import { AttentionList } from './AttentionFinding.tsx';
import styles from './attention.module.css';
import { open, useAttention } from './use-attention.ts';

/** The problems of the page's subject; nothing if there are none. */
export default function AttentionNotice({ path }: { readonly path: string }) {
  const t = useText();
  const findings = open(useAttention() ?? []).filter(({ pages }) => pages.includes(path));
  if (findings.length === 0) return null;
  return (
    <section
      className={classNames(styles.notice, findings.some(({ isCritical }) => isCritical) && styles.bad)}
      aria-label={t('Needs attention')}
    >
      <AttentionList findings={findings} path={path} isBrief />
    </section>
  );
}
