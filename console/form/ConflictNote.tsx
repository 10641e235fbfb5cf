import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './form.module.css';

interface ConflictNoteProps {
  readonly id: string;
  /** The field's present value on the device, in words. */
  readonly theirs: string;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** Below a field that was changed here and, meanwhile, by another session: what it was changed to, and which of both to keep. */
export function ConflictNote({ id, theirs, onTake, onKeep }: ConflictNoteProps) {
  const t = useText();
  return (
    <small id={id} className={styles.conflict} role="status">
      {theirs === ''
        ? t('Emptied by another session.')
        : t('Changed to {{value}} by another session.', { value: theirs })}
      <span>
        <Button look="text" onClick={onTake}>
          {t('Use that value')}
        </Button>
        <Button look="text" onClick={onKeep}>
          {t('Keep mine')}
        </Button>
      </span>
    </small>
  );
}
