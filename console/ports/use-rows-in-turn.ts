import { useEffect, useState } from 'react';

/**
 * How many of `count` rows to draw now: `atOnce` first, and as many more with every frame once there is something to show in
 * them (`ready`). To make all rows of a switch of 52 ports at one go would keep the page from answering for too long.
 */
export function useRowsInTurn(count: number, atOnce: number, ready: boolean): number {
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (!ready || drawn >= count) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + atOnce));
    return () => cancelAnimationFrame(frame);
  }, [count, atOnce, ready, drawn]);
  return Math.min(count, drawn);
}
