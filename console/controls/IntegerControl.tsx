import { withDecimalMark } from '../../model/values/number-words.ts';
import { isSaidInOthers, quantityOf, readQuantity, takesQuantities } from '../../model/values/quantities.ts';
import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { FilteredInput } from './FilteredInput.tsx';
import { numeric, numericWithUnit } from './typed-text.ts';

/**
 * A number: keeps digits, dot and minus (docs/specification/product.md 5), and letters if the field's unit is one of
 * several that people use; the resulting value is shown beside it. Arrow up and down step within the range. A value that a word stands
 * for by being the largest is an empty box with that word.
 */
export function IntegerControl({ field, choices: _, ...props }: ControlProps) {
  const t = useText();
  const { unit, limits } = field;
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, step = 1, optional = false } = limits;
  const endless = takesQuantities(unit) && field.show(max) !== String(max) ? max : undefined;
  const unset = props.extra ? undefined : optional ? 0 : endless;
  const read = readQuantity(String(props.value), unit);
  const said =
    read === undefined || isSaidInOthers(unit)
      ? quantityOf(read ?? Number(props.value), unit)
      : { amount: read, unit: unit ?? '' };
  const box = (
    <FilteredInput
      {...props}
      {...(unset !== undefined && { placeholder: t(field.show(unset)) })}
      value={unset !== undefined && props.value === unset ? '' : props.value}
      onChange={(typed) => props.onChange(unset !== undefined && typed === '' ? unset : typed)}
      allowed={takesQuantities(unit) ? numericWithUnit : numeric}
      maximumLength={20}
      inputMode={min < 0 || takesQuantities(unit) ? 'text' : 'numeric'}
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
  if (!takesQuantities(unit)) return box;
  // Cells of seconds have no room for it; those of uncommon units do.
  const isShown = props.value !== unset && (!props.compact || read !== undefined || isSaidInOthers(unit));
  return (
    <span className={styles.withUnit}>
      {box}
      {said !== undefined && isShown && <span>= {withDecimalMark(`${said.amount} ${t(said.unit)}`, t)}</span>}
    </span>
  );
}
