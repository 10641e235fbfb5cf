import type { Field } from '../../model/schema/field.ts';

/** A field to say something about. */
export interface HelpedField {
  /** In the shown language. */
  readonly label: string;
  readonly field: Field;
  /** The object and the column that it is; without them only the declaration itself is known. */
  readonly object?: string | undefined;
  readonly name?: string;
}
