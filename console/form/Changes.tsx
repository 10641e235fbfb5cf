import type { ReactNode } from 'react';
import type { ChangeWords } from '../../model/configuration/change.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import type { DryRun } from '../call/use-dry-run.ts';
import { useDryRun } from '../call/use-dry-run.ts';
import { ChangeList } from '../elements/ChangeList.tsx';
import { CopyCommands } from '../elements/CopyCommands.tsx';
import { Tag } from '../elements/Tag.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './form.module.css';

interface ChangesProps {
  readonly changes: readonly ChangeWords[];
  /** The calls that Apply would send: the device is asked whether they cut this session off, which is said before. */
  readonly calls: readonly ObjectCall[];
  /** Below the list: a choice that adds to the change. */
  readonly children?: ReactNode;
}

/** "What Apply will change", while there is anything. */
export function Changes({ changes, calls, children }: ChangesProps) {
  const t = useText();
  const { guard, commands } = useDryRun(calls);
  if (changes.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={t('Changes by Apply')}>
      <header>
        <h3>{t('Changes by Apply')}</h3>
        <GuardTag guard={guard} />
        <CopyCommands commands={commands} />
      </header>
      <ChangeList changes={changes} />
      <GuardReason guard={guard} />
      {children}
    </section>
  );
}

/** That the changes touch what carries the session. */
export function GuardTag({ guard }: Pick<DryRun, 'guard'>) {
  const t = useText();
  return guard && <Tag tone="warn">{t('guarded: carries your session')}</Tag>;
}

/** Why they do. */
export function GuardReason({ guard }: Pick<DryRun, 'guard'>) {
  const t = useText();
  return guard && <p className={styles.reason}>{wordsOf(guard.reason, t)}</p>;
}
