import { useMemo } from 'react';
import { defaultsOf, type GroupObject, type IndexOf, type RowOf, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { isRowGone } from '../call/failure.ts';
import { settingsPoll, useGroup, useRow } from '../call/use-reads.ts';
import { Button } from '../elements/Button.tsx';
import { Notice } from '../elements/Notice.tsx';
import { useText } from '../translations/use-text.ts';
import { ObjectForm } from './ObjectForm.tsx';
import type { ObjectFormProps } from './object-form-props.ts';

type FormProps = Omit<ObjectFormProps, 'parts'>;

/** A form of one group. */
export function GroupForm<G extends GroupObject>({ object, ...props }: FormProps & { readonly object: G }) {
  const { data, error } = useGroup(object, { poll: settingsPoll });
  const parts = useMemo(() => [{ object, values: data as Values | undefined }], [object, data]);
  return <ObjectForm failure={error} {...props} parts={parts} />;
}

interface RowFormProps<T extends TableObject> extends FormProps {
  readonly object: T;
  /** The index columns that name the row. */
  readonly index: IndexOf<T>;
}

/** A form of one row that exists; says so where it is gone meanwhile. */
export function RowForm<T extends TableObject>({ object, index, ...props }: RowFormProps<T>) {
  const t = useText();
  const { data, error } = useRow(object, index, { poll: settingsPoll });
  const parts = useMemo(() => [{ object, values: data as Values | undefined }], [object, data]);
  if (isRowGone(error)) {
    return (
      <Notice tone="warn" live actions={props.onCancel && <Button onClick={props.onCancel}>{t('Back')}</Button>}>
        {t('The entry no longer exists.')}
      </Notice>
    );
  }
  return <ObjectForm failure={error} {...props} parts={parts} />;
}

interface CreateFormProps<T extends TableObject> extends FormProps {
  readonly object: T;
  /** Start values of the new row, beside the defaults. */
  readonly initial?: Partial<RowOf<T>>;
}

/** A form that adds a row. */
export function CreateForm<T extends TableObject>({ object, initial, ...props }: CreateFormProps<T>) {
  const t = useText();
  const key = JSON.stringify(initial ?? {});
  const parts = useMemo(
    () => [{ object, values: { ...defaultsOf(object.fields), ...JSON.parse(key) } as Values, create: true }],
    [object, key],
  );
  return <ObjectForm applyWords={t('Add')} {...props} parts={parts} />;
}
