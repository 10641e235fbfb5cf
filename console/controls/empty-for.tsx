import { useText } from '../translations/use-text.ts';
import type { Control, ControlProps } from './control.ts';
import { IntegerControl } from './IntegerControl.tsx';

/**
 * A control for a number that may be left out: its box is empty where the field holds `absent`, and `words` (source text) say in
 * it what that means, if there is anything to say. Made once, outside of what draws it.
 */
export function emptyFor(absent: number, words?: string): Control {
  return function OptionalNumberControl({ value, onChange, ...props }: ControlProps) {
    const t = useText();
    const isAbsent = value !== '' && Number(value) === absent;
    return (
      <IntegerControl
        {...props}
        {...(words !== undefined && { extra: { value: '', words: t(words) } })}
        value={isAbsent ? '' : value}
        onChange={(typed) => onChange(typed === '' ? absent : typed)}
      />
    );
  };
}
