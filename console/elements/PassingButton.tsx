import { useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

/**
 * A button that may disappear when it is pressed, by itself or with its row. The focus then goes to the last button of
 * the next row, or of the previous one if it was the last; outside a table to the button that replaced it; else to the
 * page's heading.
 */
export function PassingButton({ onClick, ...props }: Omit<ButtonProps, 'ref'>) {
  const pressed = useRef(false);
  const element = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = element.current;
    return () => {
      const active = document.activeElement;
      if (!button || !pressed.current || (active !== button && active !== document.body)) return;
      const near = button.closest('tr') ? buttonsOfRowsBeside(button) : buttonInPlaceOf(button);
      queueMicrotask(() => {
        const heading = document.querySelector<HTMLElement>('main h1, h1[tabindex]');
        (near().find(({ isConnected }) => isConnected) ?? heading)?.focus();
      });
    };
  }, []);
  return (
    <Button
      {...props}
      ref={element}
      onClick={(event) => {
        pressed.current = true;
        onClick?.(event);
      }}
    />
  );
}

function buttonsOfRowsBeside(button: HTMLElement): () => readonly HTMLElement[] {
  const row = button.closest('tr');
  const near = [row?.nextElementSibling, row?.previousElementSibling].flatMap((other) => {
    const last = [...(other?.querySelectorAll('button') ?? [])].at(-1);
    return last ? [last] : [];
  });
  return () => near;
}

function buttonInPlaceOf(button: HTMLElement): () => readonly HTMLElement[] {
  const { parentElement: place } = button;
  const buttons = () => [...(place?.querySelectorAll<HTMLElement>(':scope > button') ?? [])];
  const at = buttons().indexOf(button);
  return () => buttons().slice(at, at + 1);
}
