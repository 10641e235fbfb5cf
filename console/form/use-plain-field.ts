import { useState } from 'react';
import type { Field } from '../../model/schema/field.ts';
import type { Value } from '../../model/wire/call.ts';

/** Properties of `PlainField` for a field that always holds one of its values, such as a choice. */
interface PlainFieldState<V extends Value> {
  readonly field: Field<V>;
  readonly value: V;
  readonly onChange: (value: Value) => void;
}

/** Keeps the value of a plain field, beginning with `first`; what the field refuses is not taken. */
export function usePlainField<V extends Value>(field: Field<V>, first: NoInfer<V>): PlainFieldState<V> {
  const [value, setValue] = useState<V>(first);
  return {
    field,
    value,
    onChange(next) {
      const reading = field.read(next);
      if (reading.ok) setValue(reading.value);
    },
  };
}
