import { useEffect, useRef, useState } from 'react';
import type { Location } from '../router/location.ts';
import { useLocation } from '../router/router-context.ts';

/** Calls `choose` once with the ports that the page's address asks for ("?ports=5-8"), as soon as the page is ready for them. */
export function useAskedPorts(ready: boolean, choose: (ports: string) => void): void {
  const location = useLocation();
  const followed = useRef<Location>(undefined);
  useEffect(() => {
    if (!ready || followed.current === location) return;
    followed.current = location;
    const asked = new URLSearchParams(location.search).get('ports');
    if (asked !== null) choose(asked);
  }, [ready, location, choose]);
}

/** The row of a page that shows one of several, and the ports that the page's address asks to be entered into it. */
interface SelectedRow {
  readonly selected: number;
  readonly select: (row: number) => void;
  /** Until they are entered. */
  readonly asked: string | undefined;
  readonly onEntered: () => void;
}

/** Selects the first row, or the `unused` one if the address asks for ports. */
export function useSelectedRow(unused: number | undefined): SelectedRow {
  const [selected, select] = useState(1);
  const [asked, ask] = useState<string>();
  useAskedPorts(unused !== undefined, (ports) => {
    select(unused ?? 1);
    ask(ports);
  });
  return { selected, select, asked, onEntered: () => ask(undefined) };
}
