import { octetsOf } from './address-text.ts';
import type { ControlProps } from './control.ts';
import styles from './controls.module.css';
import { SegmentedInput } from './SegmentedInput.tsx';

/** Smallest octets of an address and of a mask, by place (specification section 5: minimums 1, 0, 0, 1). */
const addressMinimums = [1, 0, 0, 1];
const maskMinimums = [0, 0, 0, 0];

function ipv4Boxes(minimums: readonly number[]) {
  return function Ipv4Boxes({ choices: _, ...props }: ControlProps) {
    return (
      <SegmentedInput
        {...props}
        count={4}
        separator="."
        length={3}
        allowed={/\d/}
        inputMode="numeric"
        boxClass={styles.octet}
        isFull={(text) => text.length === 3 || Number(text) > 25}
        settle={(text, index) =>
          text === '' ? '' : String(Math.min(255, Math.max(minimums[index] ?? 0, Number(text))))
        }
        partsOf={octetsOf}
      />
    );
  };
}

/** The four-box form of an IPv4 address: octets up to 255, at least 1, 0, 0, 1. */
export const Ipv4BoxesControl = ipv4Boxes(addressMinimums);

/** The four-box form of a mask: octets 0 to 255. */
export const Ipv4MaskBoxesControl = ipv4Boxes(maskMinimums);
