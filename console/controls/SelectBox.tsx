import { classNames } from '../elements/class-names.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';

interface SelectBoxProps extends Omit<ControlProps, 'onChange' | 'field' | 'choices' | 'onRemoved'> {
  /** The options after `extra`, in this order; `value` is the text of the result. */
  readonly offered: readonly { readonly value: string; readonly words: string }[];
  /** The words for the present value where it is not offered. */
  readonly unknown: string;
  /** The chosen value, as in `offered`; not called for `extra`, whose own value goes to `onChange`. */
  readonly onChoose: (value: string) => void;
  readonly onChange: ControlProps['onChange'];
}

/** One of a few values, as the browser's own select: quick in grids, at home on every device. */
export function SelectBox(props: SelectBoxProps) {
  const { id, value, onChange, onBlur, label, describedBy, invalid, disabled, compact, extra, offered, unknown } =
    props;
  const present = String(value);
  const known = extra !== undefined && String(extra.value) === present;
  return (
    <select
      id={id}
      className={classNames(styles.box, compact && styles.compact, invalid && styles.invalid)}
      value={present}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      onBlur={onBlur}
      onChange={({ currentTarget: { value: chosen } }) => {
        if (extra && chosen === String(extra.value)) onChange(extra.value);
        else props.onChoose(chosen);
      }}
    >
      {extra && <option value={String(extra.value)}>{extra.words}</option>}
      {!known && !offered.some((choice) => choice.value === present) && <option value={present}>{unknown}</option>}
      {offered.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.words}
        </option>
      ))}
    </select>
  );
}
