import { useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from '../elements/Button.tsx';

/**
 * A button that may take its own row away: the focus then goes to the same place of the next row, of the one before where it
 * was the last, or to the page's heading.
 */
export function DeleteButton({ onClick, ...props }: Omit<ButtonProps, 'ref' | 'look' | 'destructive'>) {
  const pressed = useRef(false);
  const element = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = element.current;
    return () => {
      const active = document.activeElement;
      if (!button || !pressed.current || (active !== button && active !== document.body)) return;
      const row = button.closest('tr');
      const near = [row?.nextElementSibling, row?.previousElementSibling].flatMap((other) => {
        const last = [...(other?.querySelectorAll('button') ?? [])].at(-1);
        return last ? [last] : [];
      });
      queueMicrotask(() => {
        const heading = document.querySelector<HTMLElement>('main h1, h1[tabindex]');
        (near.find(({ isConnected }) => isConnected) ?? heading)?.focus();
      });
    };
  }, []);
  return (
    <Button
      {...props}
      ref={element}
      look="text"
      destructive
      onClick={(event) => {
        pressed.current = true;
        onClick?.(event);
      }}
    />
  );
}
