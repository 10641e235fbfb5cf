import { valueText } from '../../model/schema/value-text.ts';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';

/** A value that cannot be changed, in a box like the others. */
export function ReadOnlyControl({ id, field, value, label, describedBy, compact }: ControlProps) {
  const t = useText();
  return (
    <input
      id={id}
      type="text"
      readOnly
      className={classNames(styles.box, compact && styles.compact)}
      value={valueText(t, field, value) || '–'}
      aria-label={label}
      aria-describedby={describedBy}
    />
  );
}
