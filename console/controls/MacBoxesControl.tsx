import { hexPairsOf } from './address-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { SegmentedInput } from './SegmentedInput.tsx';

/** The segmented form of a MAC address: six boxes of two characters. */
export function MacBoxesControl({ choices: _, ...props }: ControlProps) {
  return (
    <SegmentedInput
      {...props}
      value={hexPairsOf(String(props.value)).length === 6 ? hexPairsOf(String(props.value)).join('-') : props.value}
      count={6}
      separator="-"
      length={2}
      allowed={/[0-9A-Fa-f]/}
      inputMode="text"
      boxClass={styles.pair}
      isFull={(text) => text.length === 2}
      settle={(text) => (text.length === 1 ? `0${text}` : text)}
      partsOf={hexPairsOf}
    />
  );
}
