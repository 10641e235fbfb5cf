import { wordsOfChanges } from '../../model/configuration/told-changes.ts';
import { ApplyButton } from '../elements/ApplyButton.tsx';
import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import { Changes } from './Changes.tsx';
import styles from './form.module.css';
import { useDraft, useForm } from './form-context.ts';
import { changesOf, isReadable, settledParts, withoutSecrets } from './form-part.ts';
import type { ObjectFormProps } from './object-form-props.ts';
import { leavingFreely } from './unsaved-input.ts';

interface FormFootProps extends ObjectFormProps {
  readonly pending: boolean;
  readonly blocked: boolean;
}

/** The changes that Apply makes, and the buttons. Redrawn with each key stroke, so it is separate from the fields. */
export function FormFoot(props: FormFootProps) {
  const { pending, blocked, onCancel, accompanying } = props;
  const t = useText();
  const { draft: store, drawn } = useForm();
  const draft = useDraft();
  const parts = settledParts(props.parts, store.get());
  const typed = store.get().typed.size > 0;
  const isNew = parts.some((part) => part.create);
  // The result of a row that cannot be read yet is not known.
  const told = typed && parts.every((part) => isReadable(part, draft, drawn));
  const changes = told ? parts.flatMap((part) => changesOf(part, draft, drawn)) : [];
  const along = told ? accompanying?.(draft) : undefined;
  const words = wordsOfChanges([...changes, ...(along?.changes ?? [])], t);
  const calls = told ? parts.flatMap((part) => withoutSecrets(part, draft, drawn)) : [];
  return (
    <div className={styles.foot} data-form-foot={typed || undefined}>
      <div className={styles.buttons}>
        <ApplyButton type="submit" busy={pending} disabled={blocked} quiet={!typed && !isNew}>
          {props.applyWords ?? t('Apply')}
        </ApplyButton>
        {(onCancel || typed) && (
          <Button
            onClick={() => {
              store.cancel();
              leavingFreely(() => onCancel?.());
            }}
          >
            {t('Cancel')}
          </Button>
        )}
        {props.remark && <span className={styles.remark}>{props.remark}</span>}
      </div>
      <Changes changes={words} calls={[...calls, ...(along?.calls ?? [])]}>
        {props.choice}
      </Changes>
    </div>
  );
}
