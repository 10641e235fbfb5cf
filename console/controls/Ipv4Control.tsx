import { say } from '../../model/values/message.ts';
import type { Control, ControlProps } from './control.ts';
import styles from './controls.module.css';
import { SegmentedInput } from './SegmentedInput.tsx';
import { CodeTextControl } from './TextControl.tsx';

/** Smallest octets by place, where a field says nothing else (docs/specification/product.md 5: minimums 1, 0, 0, 1). */
const hostMinimums = [1, 0, 0, 1];

const largest = 255;

const count = 4;

/**
 * An IPv4 address (docs/specification/product.md 5): the four-box form, or a line of text if the boxes have no room or
 * the address has a prefix. The typed text stays; an invalid octet is marked.
 */
export const Ipv4Control: Control = Object.assign(
  function Ipv4Control({ choices: _, ...props }: ControlProps) {
    const { octetMinimums = hostMinimums, prefix } = props.field.limits;
    if (props.compact || prefix) return <CodeTextControl {...props} />;
    return (
      <SegmentedInput
        {...props}
        count={count}
        separator="."
        length={3}
        // The last box takes a slash, for "10.0.0.1/8" to be refused rather than made 10.0.0.18 of.
        lastLength={6}
        allowed={/\d/}
        allowedLast={/[\d/]/}
        inputMode="numeric"
        boxClass={styles.octet}
        isFull={(text) => text.length === 3}
        isWrong={(text, index) => text !== '' && !isOctet(text, octetMinimums[index] ?? 0)}
        partsOf={octetsOf}
      />
    );
  },
  {
    refuses: (value: unknown, { limits }: ControlProps['field']) => {
      const text = String(value).trim();
      if (text === '' || limits.prefix) return undefined;
      const { octetMinimums = hostMinimums } = limits;
      const octets = text.split('.');
      return octets.length === count && octets.every((octet, index) => isOctet(octet, octetMinimums[index] ?? 0))
        ? undefined
        : say('Invalid IPv4 address.');
    },
  },
);

function isOctet(text: string, minimum: number): boolean {
  return /^(0|[1-9]\d{0,2})$/.test(text) && Number(text) >= minimum && Number(text) <= largest;
}

/** The parts of a pasted address, what is wrong with it included; undefined for what does not have four. */
function octetsOf(text: string): readonly string[] | undefined {
  const octets = text.trim().split('.');
  return octets.length === count && octets.every((octet) => /^\d{1,3}(\/\d{0,2})?$/.test(octet)) ? octets : undefined;
}
