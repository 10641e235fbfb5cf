import { type ComponentType, useMemo } from 'react';
import { type GroupObject, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { settingsPoll, useRowsOfEach } from '../call/use-reads.ts';
import type { Draft, FormPart } from '../form/form-part.ts';
import { ObjectForm } from '../form/ObjectForm.tsx';
import type { ObjectFormProps } from '../form/object-form-props.ts';
import type { Part } from '../navigation/menu-entry.ts';
import { useText } from '../translations/use-text.ts';
import { DeclaredFields, type FieldChoice } from './DeclaredFields.tsx';

/** One row of a small table that a form edits; its table is read whole. */
export interface FormRow {
  readonly object: TableObject;
  readonly index: Values;
  /** Key in the fields, if the form edits several rows of the table. */
  readonly key?: string;
}

/** A page's declaration of a form. Texts are source texts. */
export interface FormOptions {
  readonly title: string;
  /** The change's purpose in the device's log. Default: the title. */
  readonly what?: string;
  /** Default: every field that can be set. */
  readonly fields?: readonly FieldChoice[];
  /** Milliseconds between two reads; default: `settingsPoll`. */
  readonly poll?: number;
  /** At the right of the heading. */
  readonly actions?: ComponentType;
  /** Source texts by column of what does not fit together; the device checks as well. */
  readonly check?: (draft: Draft) => Readonly<Record<string, string>>;
  /** Asked before anything is sent; false stops it. */
  readonly sure?: NonNullable<ObjectFormProps['sure']>;
}

/** A form of groups and of single rows under one Apply. */
export function form(edited: GroupObject | FormRow | readonly (GroupObject | FormRow)[], options: FormOptions): Part {
  const { title, what = title, fields, poll = settingsPoll, actions: Actions, check, sure } = options;
  const list: readonly (GroupObject | FormRow)[] = isList(edited) ? edited : [edited];
  const objects = [...new Set(list.map((one) => ('object' in one ? one.object : one)))];
  return function DeclaredForm() {
    const t = useText();
    const reads = useRowsOfEach(objects, { poll });
    const values = reads.map(({ data }) => data);
    // The list of what was read is another one on each drawing; what it holds is not.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
    const parts = useMemo(() => list.map((one) => partOf(one, values)), values);
    const messages = (draft: Draft) =>
      Object.fromEntries(Object.entries(check?.(draft) ?? {}).map(([column, text]) => [column, t(text)]));
    return (
      <ObjectForm
        parts={parts}
        failure={reads.find(({ isError, data }) => isError && !data)?.error}
        title={t(title)}
        what={what}
        {...(Actions && { actions: <Actions /> })}
        {...(check && { check: messages })}
        {...(sure && { sure })}
      >
        {fields && <DeclaredFields fields={fields} />}
      </ObjectForm>
    );
  };

  function partOf(one: GroupObject | FormRow, values: readonly (readonly Values[] | undefined)[]): FormPart {
    if (!('object' in one)) return { object: one, values: values[objects.indexOf(one)]?.[0] };
    const { object, index, key } = one;
    const wanted = rowKey(object, index);
    const row = values[objects.indexOf(object)]?.find((candidate) => rowKey(object, candidate) === wanted);
    return { object, values: row, ...(key !== undefined && { key }) };
  }
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
