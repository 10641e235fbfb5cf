import { useCallback, useEffect, useRef } from 'react';

/** Whether the page that asked is still shown: an answer that comes late must not lead away from another one. */
export function useHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
