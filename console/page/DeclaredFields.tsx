import { type ComponentType, createElement, Fragment } from 'react';
import type { Translate } from '../../model/values/translate.ts';
import type { Value } from '../../model/wire/call.ts';
import type { Control } from '../controls/control.ts';
import { FormField } from '../form/FormField.tsx';
import { FormFields } from '../form/FormFields.tsx';
import { findField, useDraft, useForm } from '../form/form-context.ts';
import { draftKey } from '../form/form-part.ts';
import { useText } from '../translations/use-text.ts';

/** The entry in a field of the form, by its column and, if several parts have it, the part's key. */
type Chosen = (column: string, part?: string) => Value;

/** A field of a form as a page names it, if its column's name is not enough. Texts are source texts. */
export interface FieldLook {
  readonly name: string;
  /** The part's key, where several parts of the form have the column. */
  readonly part?: string;
  readonly label?: string | ((t: Translate) => string);
  readonly help?: string;
  readonly control?: Control;
  /** Which of an enumeration's or port's choices are offered. */
  readonly choices?: () => readonly number[];
  /** Takes the whole line. */
  readonly wide?: boolean;
  /** Why it cannot be set now; undefined where it can. */
  readonly unusable?: (chosen: Chosen) => string | undefined;
  /** Whether it is there at all, where the column's own `shownWhen` cannot say it. */
  readonly shown?: (chosen: Chosen) => boolean;
}

/** A column, a column with another look, or a list of them that begins a line of its own, or a control of the page's own. */
export type FieldChoice = string | FieldLook | ComponentType | readonly (string | FieldLook)[];

/** The fields that a page names, beside each other where there is room. */
export function DeclaredFields({ fields }: { readonly fields: readonly FieldChoice[] }) {
  return lines(fields).map((line, at) =>
    typeof line === 'function' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page's fields are always the same
      <Fragment key={at}>{createElement(line)}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page's fields are always the same
      <FormFields key={at}>
        {line.map((look) => (
          <DeclaredField key={`${look.part} ${look.name}`} look={look} />
        ))}
      </FormFields>
    ),
  );
}

function lines(fields: readonly FieldChoice[]): (FieldLook[] | ComponentType)[] {
  const result: (FieldLook[] | ComponentType)[] = [];
  let open: FieldLook[] | undefined;
  for (const choice of fields) {
    if (typeof choice === 'function' || isLine(choice)) {
      result.push(typeof choice === 'function' ? choice : choice.map(lookOf));
      open = undefined;
    } else if (open) open.push(lookOf(choice));
    else {
      open = [lookOf(choice)];
      result.push(open);
    }
  }
  return result;
}

function isLine(choice: FieldChoice): choice is readonly (string | FieldLook)[] {
  return Array.isArray(choice);
}

function lookOf(choice: string | FieldLook): FieldLook {
  return typeof choice === 'string' ? { name: choice } : choice;
}

function DeclaredField({ look }: { readonly look: FieldLook }) {
  return look.shown || look.unusable ? <DependentField look={look} /> : <PlainLook look={look} />;
}

/** A field that depends on what others hold: drawn with each change of the draft. */
function DependentField({ look }: { readonly look: FieldLook }) {
  const t = useText();
  const { parts } = useForm();
  const draft = useDraft();
  const chosen: Chosen = (column, key) => {
    const { part, field } = findField(parts, column, key);
    return draft[draftKey(part, column)] ?? field.default;
  };
  if (look.shown?.(chosen) === false) return null;
  const reason = look.unusable?.(chosen);
  return <PlainLook look={look} {...(reason !== undefined && { reason: t(reason) })} />;
}

function PlainLook({ look, reason }: { readonly look: FieldLook; readonly reason?: string }) {
  const t = useText();
  const { name, part, label, help, control, choices, wide } = look;
  return (
    <FormField
      name={name}
      {...(part !== undefined && { object: part })}
      {...(label !== undefined && { label: typeof label === 'string' ? t(label) : label(t) })}
      {...(help !== undefined && { help: t(help) })}
      {...(control && { control })}
      {...(choices && { choices: choices() })}
      {...(wide && { wide })}
      {...(reason !== undefined && { disabled: reason })}
    />
  );
}
