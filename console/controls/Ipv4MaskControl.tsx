import { ipv4Masks } from '../../model/values/ipv4-mask.ts';
import { classNames } from '../elements/class-names.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';

/** A subnet mask, chosen from the 33 contiguous ones or those that the field narrows them to; longest first. */
export function Ipv4MaskControl(props: ControlProps) {
  const { id, field, value, onChange, onBlur, label, describedBy, invalid, disabled, compact, extra } = props;
  const { min = 0, max = 32, optional } = field.limits;
  const masks = ipv4Masks
    .map((mask, prefix) => ({ mask, prefix }))
    .filter(({ prefix }) => prefix >= min && prefix <= max)
    .reverse();
  const none = extra ?? (optional ? { value: '', words: '–' } : undefined);
  const known = masks.some(({ mask }) => mask === value) || (none !== undefined && none.value === value);
  return (
    <select
      id={id}
      className={classNames(styles.box, compact && styles.compact, invalid && styles.invalid)}
      value={String(value)}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {none && <option value={String(none.value)}>{none.words}</option>}
      {!known && <option value={String(value)}>{String(value) || '–'}</option>}
      {masks.map(({ prefix, mask }) => (
        <option key={mask} value={mask}>
          {mask} /{prefix}
        </option>
      ))}
    </select>
  );
}
