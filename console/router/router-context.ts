import { createContext, useContext } from 'react';
import type { Location } from './location.ts';
import type { Navigate, Router, Shown } from './router.ts';

/** The router that a component is in; undefined for one that is shown by itself. */
export const RouterContext = createContext<Router | undefined>(undefined);

/** State of the router for the components in it; undefined without a router. */
export const ShownContext = createContext<Shown | undefined>(undefined);

/** The location whose page is being fetched. */
export const ComingContext = createContext<Location | undefined>(undefined);

const nowhere: Shown = { location: { pathname: '/', search: '', state: undefined }, match: undefined };

/** The location shown now. A component outside of a router is at "/". */
export function useShown(): Shown {
  return useContext(ShownContext) ?? nowhere;
}

/** The console's location. */
export function useLocation(): Location {
  return useShown().location;
}

/** Whether another page is being fetched. */
export function useComing(): boolean {
  return useContext(ComingContext) !== undefined;
}

/** The parameters of the route shown, by their names in its path. */
export function useParams(): Readonly<Record<string, string | undefined>> {
  return useShown().match?.params ?? {};
}

const stay: Navigate = () => Promise.resolve();

/** Goes to another page; leads nowhere outside of a router. */
export function useNavigate(): Navigate {
  return useContext(RouterContext)?.navigate ?? stay;
}

/** The address's parameters behind "?", and how to set others, which take its place in the browser's history. */
export function useSearchParams(): readonly [URLSearchParams, (to: Readonly<Record<string, string>>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const set = (to: Readonly<Record<string, string>>) =>
    void navigate(`${pathname}?${new URLSearchParams(to)}`, { replace: true });
  return [new URLSearchParams(search), set];
}
