import { useEffect, useRef } from 'react';
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
