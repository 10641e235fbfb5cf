import { type KeyboardEvent, type RefCallback, useCallback, useRef, useState } from 'react';

interface RovingProps {
  readonly ref: RefCallback<HTMLElement>;
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
}

/**
 * One tab stop for many cells (WAI-ARIA Authoring Practices, "roving tabindex"): Tab enters at the cell last visited,
 * arrow keys move between cells.
 */
export function useRovingFocus(count: number, step: { readonly horizontal: number; readonly vertical: number }) {
  const [active, setActive] = useState(0);
  const cells = useRef<(HTMLElement | null)[]>([]);
  const stop = Math.min(active, count - 1);

  const cellProps = (index: number): RovingProps => ({
    ref: (node) => {
      cells.current[index] = node;
    },
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => setActive(index),
  });

  /** Moves on arrow keys, Home and End; true where the key was one of them. */
  const move = useCallback(
    (event: KeyboardEvent, index: number): boolean => {
      const moves: Readonly<Record<string, number>> = {
        ArrowRight: index + step.horizontal,
        ArrowLeft: index - step.horizontal,
        ArrowDown: index + step.vertical,
        ArrowUp: index - step.vertical,
        Home: 0,
        End: count - 1,
      };
      const target = moves[event.key];
      if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return false;
      event.preventDefault();
      if (target >= 0 && target < count) cells.current[target]?.focus();
      return true;
    },
    [count, step.horizontal, step.vertical],
  );

  return { cellProps, move };
}
