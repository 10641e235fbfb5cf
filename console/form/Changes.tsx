import type { ReactNode } from 'react';
import type { ChangeWords } from '../../model/configuration/change.ts';
import { Card } from '../elements/Card.tsx';
import { ChangeList } from '../elements/ChangeList.tsx';
import { Tag } from '../elements/Tag.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './form.module.css';

interface ChangesProps {
  readonly changes: readonly ChangeWords[];
  /** Whether the change may cut this session off: said before, not after. */
  readonly guarded?: boolean;
  /** Below the list: a choice that adds to the change. */
  readonly children?: ReactNode;
}

/** "What Apply will change", while there is anything. */
export function Changes({ changes, guarded, children }: ChangesProps) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('What Apply will change')}>
      <header>
        <h3>{t('What Apply will change')}</h3>
        {guarded && <Tag tone="warn">{t('guarded: carries your session')}</Tag>}
      </header>
      <ChangeList changes={changes} />
      {children}
    </section>
  );
}

/** The same in a card of its own, below a table. */
export function ChangesCard({ changes, guarded }: ChangesProps) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <Card
      title={t('What Apply will change')}
      actions={guarded && <Tag tone="warn">{t('guarded: carries your session')}</Tag>}
    >
      <ChangeList changes={changes} />
    </Card>
  );
}
