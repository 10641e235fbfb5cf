import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const field = ':is(input, select, textarea, [tabindex="0"]):not([disabled], [readonly])';

/**
 * Moves the focus into a form that a button beside it opened, as soon as there is a field to focus, and back to that
 * button when the form closes; to the page's heading if the button is gone. A form that is always on its page is not
 * affected.
 */
export function useInlineFocus(form: RefObject<HTMLElement | null>, closes: boolean, ready: boolean): void {
  const opener = useRef<HTMLElement>(undefined);
  const closing = useRef(closes);
  closing.current = closes;

  useLayoutEffect(() => {
    const element = form.current;
    const active = document.activeElement;
    if (active instanceof HTMLButtonElement && !element?.contains(active)) opener.current = active;
    return () => {
      const focused = document.activeElement;
      if (!closing.current || !(focused === document.body || element?.contains(focused))) return;
      const place = opener.current;
      // Once the page without the form is there.
      queueMicrotask(() => {
        const heading = document.querySelector<HTMLElement>('main h1, h1[tabindex]');
        (place?.isConnected ? place : heading)?.focus();
      });
    };
  }, [form]);

  useEffect(() => {
    if (closing.current && ready && opener.current) form.current?.querySelector<HTMLElement>(field)?.focus();
  }, [form, ready]);
}
