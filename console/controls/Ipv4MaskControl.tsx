import { ipv4Masks } from '../../model/values/ipv4-mask.ts';
import type { ControlProps } from './control.ts';
import { SelectBox } from './SelectBox.tsx';

/**
 * A subnet mask, chosen from the 33 contiguous ones (docs/specification/product.md 5), longest first; the field refuses what it
 * cannot use.
 */
export function Ipv4MaskControl({ field, choices: _, extra, ...props }: ControlProps) {
  const { optional } = field.limits;
  const none = extra ?? (optional ? { value: '', words: '–' } : undefined);
  const masks = ipv4Masks.map((mask, prefix) => ({ value: mask, words: `${mask} /${prefix}` })).reverse();
  return (
    <SelectBox
      {...props}
      {...(none && { extra: none })}
      offered={masks}
      unknown={String(props.value) || '–'}
      onChoose={props.onChange}
    />
  );
}
