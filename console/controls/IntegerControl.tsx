import { withDecimalMark } from '../../model/values/number-words.ts';
import { quantityOf, readQuantity, takesQuantities } from '../../model/values/quantities.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { FilteredInput } from './FilteredInput.tsx';
import { numeric, numericWithUnit } from './typed-text.ts';

/** Multiples of a unit, and thousandths of one. */
const countedByFew = /^×|^mW$/;

/**
 * A number: keeps digits, dot and minus (docs/specification/product.md 5), and letters if the field's unit is one of
 * several that people use; the resulting value is shown beside it. Arrow up and down step within the range.
 */
export function IntegerControl({ field, choices: _, ...props }: ControlProps) {
  const t = useText();
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, step = 1, optional = false } = field.limits;
  const read = readQuantity(String(props.value), field.unit);
  const said =
    read === undefined ? quantityOf(Number(props.value), field.unit) : { amount: read, unit: field.unit ?? '' };
  const box = (
    <FilteredInput
      {...props}
      {...(optional && !props.extra && { placeholder: t(field.show(0)) })}
      value={optional && props.value === 0 ? '' : props.value}
      onChange={(typed) => props.onChange(optional && !props.extra && typed === '' ? 0 : typed)}
      allowed={takesQuantities(field.unit) ? numericWithUnit : numeric}
      maximumLength={20}
      inputMode={min < 0 || takesQuantities(field.unit) ? 'text' : 'numeric'}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        const present = Number(props.value === '' ? (direction > 0 ? min - step : max + step) : props.value);
        if (direction === 0 || !Number.isFinite(present)) return;
        event.preventDefault();
        const onGrid = direction > 0 ? Math.floor(present / step) : Math.ceil(present / step);
        props.onChange(String(Math.min(max, Math.max(min, (onGrid + direction) * step))));
      }}
    />
  );
  if (!takesQuantities(field.unit)) return box;
  // Cells of seconds have no room for it; those of uncommon units do.
  const isShown = !props.compact || read !== undefined || countedByFew.test(field.unit ?? '');
  return (
    <span className={styles.withUnit}>
      {box}
      {said !== undefined && isShown && <span>= {withDecimalMark(`${said.amount} ${t(said.unit)}`, t)}</span>}
    </span>
  );
}
