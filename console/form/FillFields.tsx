import { useEffect } from 'react';
import type { Values } from '../../model/wire/call.ts';
import { useForm, useSetDraftValue } from './form-context.ts';

interface FillFieldsProps {
  readonly values: Values;
  readonly onFilled: () => void;
}

/** Enters values into the form around as soon as it has its own, as if they had been typed; what Apply will change is shown as ever. */
export function FillFields({ values, onFilled }: FillFieldsProps) {
  const set = useSetDraftValue();
  const ready = useForm().parts.every((part) => part.values !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever else is entered meanwhile
  useEffect(() => {
    if (!ready) return;
    for (const [name, value] of Object.entries(values)) if (value !== undefined) set(name, value);
    onFilled();
  }, [ready]);
  return null;
}
