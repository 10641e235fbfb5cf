import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChangeWords } from '../../model/configuration/change.ts';
import type { ObjectCall } from '../../model/wire/call.ts';
import { useDryRun } from '../call/use-dry-run.ts';
import { ApplyButton } from '../elements/ApplyButton.tsx';
import { Button } from '../elements/Button.tsx';
import { ChangeList } from '../elements/ChangeList.tsx';
import { CopyCommands } from '../elements/CopyCommands.tsx';
import { Tag } from '../elements/Tag.tsx';
import { ScrollArea } from '../table/ScrollArea.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './ApplyBar.module.css';
import { GuardReason, GuardTag } from './Changes.tsx';

interface ApplyBarProps {
  /** How many values were changed, those that cannot be applied among them. */
  readonly count: number;
  /** How many of them another session changed meanwhile. */
  readonly conflicts?: number;
  readonly changes: readonly ChangeWords[];
  /** The calls that Apply would send: the device is asked whether they cut this session off, which is said before. */
  readonly calls: readonly ObjectCall[];
  readonly pending: boolean;
  /** Nothing can be applied yet. */
  readonly disabled: boolean;
  readonly onApply: () => void;
  readonly onCancel: () => void;
}

/**
 * The bar at the foot of the window, below the part it applies: the number of changes, their effect, whether they cut
 * this session off, Cancel and Apply. It is in a `WithApplyBar` with the part it belongs to, and leaves the window with
 * it.
 */
export function ApplyBar(props: ApplyBarProps) {
  const { count, conflicts = 0, changes, pending, disabled, onApply, onCancel } = props;
  const t = useText();
  const id = useId();
  const [open, setOpen] = useState(true);
  const { guard, commands } = useDryRun(props.calls);
  const shown = open && changes.length > 0;
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <div className={styles.bar} data-apply-bar={shown ? 'open' : ''}>
      {shown && (
        <section id={id} className={styles.changes} aria-label={t('Changes by Apply')}>
          <ScrollArea label={t('Changes by Apply')} bounded>
            <div className={styles.list}>
              <ChangeList changes={changes} />
              <GuardReason guard={guard} />
            </div>
          </ScrollArea>
        </section>
      )}
      <div className={styles.line}>
        {count === 0 ? (
          <span className={styles.none}>{t('No changes yet.')}</span>
        ) : (
          <Button
            look="text"
            className={styles.count}
            aria-expanded={open}
            aria-controls={shown ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {count === 1 ? t('1 change') : t('{{number}} changes', { number: count })}
            <Chevron aria-hidden="true" />
          </Button>
        )}
        {conflicts > 0 && (
          <Tag tone="warn">
            {conflicts === 1
              ? t('1 changed by another session')
              : t('{{number}} changed by another session', { number: conflicts })}
          </Tag>
        )}
        <GuardTag guard={guard} />
        <span className={styles.buttons}>
          <CopyCommands commands={commands} />
          {count > 0 && <Button onClick={onCancel}>{t('Cancel')}</Button>}
          <ApplyButton busy={pending} disabled={disabled} quiet={count === 0} onClick={onApply}>
            {count === 0
              ? t('Apply')
              : count === 1
                ? t('Apply 1 change')
                : t('Apply {{number}} changes', { number: count })}
          </ApplyButton>
        </span>
      </div>
    </div>
  );
}
