import { useText } from '../translations/use-text.ts';
import type { ControlProps } from './control.ts';
import { FilteredInput } from './FilteredInput.tsx';
import { numeric } from './typed-text.ts';

/** A number: keeps digits, dot and minus (docs/specification/product.md 5); arrow up and down step within the range. */
export function IntegerControl({ field, choices: _, ...props }: ControlProps) {
  const t = useText();
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, step = 1, optional = false } = field.limits;
  return (
    <FilteredInput
      {...props}
      {...(optional && !props.extra && { placeholder: t(field.show(0)) })}
      value={optional && props.value === 0 ? '' : props.value}
      onChange={(typed) => props.onChange(optional && !props.extra && typed === '' ? 0 : typed)}
      allowed={numeric}
      maximumLength={20}
      inputMode={min < 0 ? 'text' : 'numeric'}
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
}
