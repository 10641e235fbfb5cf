import { parseMac } from '../../model/values/mac.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { SegmentedInput } from './SegmentedInput.tsx';
import { CodeTextControl } from './TextControl.tsx';

/**
 * A MAC address (docs/specification/product.md 5): the segmented form of six boxes of two characters, a line of text where the
 * boxes have no room.
 */
export function MacControl({ choices: _, ...props }: ControlProps) {
  if (props.compact) return <CodeTextControl {...props} />;
  return (
    <SegmentedInput
      {...props}
      value={parseMac(String(props.value)) ?? props.value}
      count={6}
      separator="-"
      length={2}
      allowed={/[0-9A-Fa-f]/}
      inputMode="text"
      boxClass={styles.pair}
      isFull={(text) => text.length === 2}
      partsOf={(text) => parseMac(text.trim())?.split('-')}
    />
  );
}
