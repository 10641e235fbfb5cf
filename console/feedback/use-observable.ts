import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** The present value; redraws the component when it changes. */
export function useObservable<T>(watched: Pick<Observable<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(watched.subscribe, watched.get);
}
