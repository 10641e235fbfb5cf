import { Card } from '../console/elements/Card.tsx';
import { classNames } from '../console/elements/class-names.ts';
import { Skeleton } from '../console/elements/Skeleton.tsx';
import { useText } from '../console/translations/use-text.ts';
import { AttentionList } from './AttentionFinding.tsx';
import styles from './attention.module.css';
import { open, useAttention } from './use-attention.ts';

/** Everything that needs attention, and what was put away. */
export function AttentionCard({ isLive }: { readonly isLive: boolean }) {
  const t = useText();
  const findings = useAttention(isLive);
  if (!findings) {
    return (
      <Card title={t('Attention')}>
        <Skeleton />
      </Card>
    );
  }
  const wrong = open(findings);
  const intended = findings.filter((finding) => finding.intended);
  const title =
    wrong.length === 0
      ? t('Nothing needs attention')
      : wrong.length === 1
        ? t('1 thing needs attention')
        : t('{{count}} things need attention', { count: wrong.length });
  const tone = wrong.some(({ isCritical }) => isCritical) ? styles.bad : wrong.length > 0 ? styles.warn : styles.quiet;
  return (
    <Card title={title} flush className={classNames(styles.card, tone)}>
      {wrong.length > 0 && <AttentionList findings={wrong} />}
      {intended.length > 0 && (
        <details className={styles.intended}>
          <summary>
            {intended.length === 1 ? t('1 is intended') : t('{{count}} are intended', { count: intended.length })}
          </summary>
          <AttentionList findings={intended} />
        </details>
      )}
    </Card>
  );
}
