import { lazy, Suspense, useState } from 'react';
import { Button } from '../../console/elements/Button.tsx';
import { Card } from '../../console/elements/Card.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { useText } from '../../console/translations/use-text.ts';
import styles from './dashboard.module.css';

const FeatureList = lazy(() => import('./FeatureList.tsx'));

/** Enabled features: folded, since the list is long and none of it needs attention. */
export function FeaturesCard({ poll }: { poll: number | false }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={t('Features')}
      flush
      className={isOpen ? undefined : styles.folded}
      actions={
        <Button look="text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('Hide') : t('Show all')}
        </Button>
      }
    >
      {isOpen && (
        <div className={styles.unfolded}>
          <Suspense fallback={<Skeleton />}>
            <FeatureList poll={poll} />
          </Suspense>
        </div>
      )}
    </Card>
  );
}
