import type { ComponentType } from 'react';
import type { Field } from '../../model/schema/field.ts';
import type { Message } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import type { Removal } from './typed-text.ts';

/** Properties of every control. A draft value is the typed or chosen one; `Field.read` makes it canonical later. */
export interface ControlProps {
  /** The id of the element that the label names. */
  readonly id?: string;
  readonly field: Field;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: () => void;
  /** Called with what each edit lost of the typed text; undefined for nothing. */
  readonly onRemoved?: (removal: Removal | undefined) => void;
  /** The accessible name, if there is no visible label beside the control (cells of a table). */
  readonly label?: string;
  /** Ids of the help and error texts. */
  readonly describedBy?: string;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  /** Small, for a cell of a table. */
  readonly compact?: boolean;
  /** Offered before the field's own choices: { value: '', words: 'Ignore' }. In a text box the words are its placeholder. */
  readonly extra?: { readonly value: Value; readonly words: string };
  /** Which of an enumeration's choices are offered; all by default. The present value is always offered. */
  readonly choices?: readonly number[];
}

/** The visible and operable part of a field. */
export type Control = ComponentType<ControlProps> & {
  /** Why a typed value is invalid for this control, if that is more than its field says. */
  readonly refuses?: (value: unknown, field: Field) => Message | undefined;
};
