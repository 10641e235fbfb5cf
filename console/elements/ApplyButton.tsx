import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/** For how long an Apply-style button is disabled after a click, in milliseconds (docs/specification/product.md 9). */
const rest = 1000;

interface ApplyButtonProps extends ButtonProps {
  /** There is nothing to apply yet: no primary button, though it can be pressed. */
  readonly quiet?: boolean;
}

/**
 * A primary button that rests for 1 s after each click, so that a double click does not send twice. Focus stays on it
 * while it rests: it is marked disabled instead of being taken out of reach.
 */
export function ApplyButton(given: ApplyButtonProps) {
  const { onClick, type = 'button', disabled, className, quiet = false, ...props } = given;
  const [resting, setResting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      look={quiet ? 'outlined' : 'primary'}
      {...props}
      type={type}
      disabled={disabled}
      aria-disabled={resting || undefined}
      className={className}
      data-resting={resting || undefined}
      onClick={(event) => {
        if (resting) {
          event.preventDefault();
          return;
        }
        setResting(true);
        timer.current = setTimeout(() => setResting(false), rest);
        onClick?.(event);
      }}
    />
  );
}
