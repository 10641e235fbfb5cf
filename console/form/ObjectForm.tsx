import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { Field } from '../../model/schema/field.ts';
import { rowKey } from '../../model/schema/object.ts';
import { readFailureText } from '../call/failure.ts';
import { Card } from '../elements/Card.tsx';
import { Notice } from '../elements/Notice.tsx';
import { confirm } from '../feedback/dialogs.ts';
import { useText } from '../translations/use-text.ts';
import { FormField } from './FormField.tsx';
import { FormFields } from './FormFields.tsx';
import { FormFoot } from './FormFoot.tsx';
import styles from './form.module.css';
import { type FormAround, FormContext } from './form-context.ts';
import { draftKey, type FormPart, isSettable, partKey, placeOf, presentOf } from './form-part.ts';
import type { ObjectFormProps } from './object-form-props.ts';
import { leavingFreely } from './unsaved-input.ts';
import { useDraftStore } from './use-draft-store.ts';
import { useFormSubmission } from './use-form-submission.ts';
import { useInlineFocus } from './use-inline-focus.ts';

/**
 * Edits objects: nothing is sent per key stroke, Apply sends only changes, which are shown before. Errors are shown
 * under their fields, including the device's if it names one.
 */
export function ObjectForm(props: ObjectFormProps) {
  const { parts, title, beside, actions, children, disabled = false } = props;
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const ready = parts.every((part) => part.values !== undefined);
  const unread = !ready && Boolean(props.failure);
  const reason = typeof disabled === 'string' ? disabled : undefined;
  const blocked = disabled !== false || !ready;
  const present = useMemo(() => presentOf(parts), [parts]);
  const places = useMemo(() => keptPlaces(parts), [parts]);
  const { draft, restored } = useDraftStore({
    present,
    ready,
    nameOf: (place, column) => places.find((kept) => kept.place === place && kept.column === column)?.name,
    placeOf: (name) => places.find((kept) => kept.name === name),
  });
  const drawn: FormAround['drawn'] = useRef(new Map<string, () => boolean>()).current;
  // Fields are redrawn only when their surroundings change, not with each key stroke.
  const around = useMemo(() => ({ parts, draft, drawn, disabled: blocked }), [parts, draft, drawn, blocked]);
  const { submit, pending } = useFormSubmission(props, around, element);

  useInlineFocus(element, props.onCancel !== undefined, ready);
  const onKeyDown = async (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !props.onCancel) return;
    event.preventDefault();
    const typed = draft.get().typed.size > 0;
    if (typed && !(await confirm(t('Close the form without your entries?')))) return;
    draft.cancel();
    leavingFreely(props.onCancel);
  };

  return (
    <FormContext.Provider value={around}>
      <form
        ref={element}
        className={styles.form}
        noValidate
        aria-busy={!ready && !unread}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={(event) => void onKeyDown(event)}
      >
        <Card title={title} beside={beside} actions={actions}>
          <div className={styles.inside}>
            {reason && <Notice>{reason}</Notice>}
            {unread ? (
              <Notice tone="warn" live>
                {readFailureText(props.failure, t)}
              </Notice>
            ) : (
              <>
                {restored && <Notice live>{t('Your entries were restored. They are not applied yet.')}</Notice>}
                {children ?? <AllFields parts={parts} />}
                <FormFoot {...props} pending={pending} blocked={blocked} />
              </>
            )}
          </div>
        </Card>
      </form>
    </FormContext.Provider>
  );
}

/** Every field that can be set, in the order declared. */
function AllFields({ parts }: { parts: readonly FormPart[] }) {
  return (
    <FormFields>
      {parts.flatMap((part) =>
        (Object.entries(part.object.fields) as [string, Field][])
          .filter(([column, field]) => isSettable(part, column, field))
          .map(([column]) => <FormField key={draftKey(part, column)} name={column} object={partKey(part)} />),
      )}
    </FormFields>
  );
}

/** The fields that are kept, which secrets are not, by names that distinguish several rows of a table. */
function keptPlaces(parts: readonly FormPart[]) {
  return parts.flatMap((part) => {
    const { object, values, create } = part;
    const row = object.shape === 'table' && !create && values ? `#${rowKey(object, values)}` : '';
    return (Object.entries(object.fields) as [string, Field][])
      .filter(([, { access }]) => access !== 'wo')
      .map(([column]) => ({ name: draftKey(part, column) + row, place: placeOf(part), column }));
  });
}
