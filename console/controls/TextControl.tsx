import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { FilteredInput } from './FilteredInput.tsx';

/** One line of text: keeps the characters that the field allows (docs/specification/product.md 5, "Text input"). */
export function TextControl({ field, choices: _, ...props }: ControlProps) {
  const { characters, maxLength, minLength, optional } = field.limits;
  return (
    <FilteredInput
      {...props}
      allowed={characters}
      maximumLength={maxLength}
      // Text of one length needs no counting.
      {...(minLength !== maxLength && { counted: maxLength })}
      required={optional === false}
    />
  );
}

/** The same in letters of equal width: addresses, object identifiers, hexadecimal digits. */
export function CodeTextControl({ field, choices: _, ...props }: ControlProps) {
  const { characters, maxLength, optional } = field.limits;
  return (
    <FilteredInput
      {...props}
      allowed={characters}
      maximumLength={maxLength}
      required={optional === false}
      className={styles.mono}
    />
  );
}
