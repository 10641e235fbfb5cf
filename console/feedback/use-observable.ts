import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** The present value; redraws the component when it changes. */
export function useObservable<T>(watched: Observable<T>): T {
  return useSyncExternalStore(watched.subscribe, watched.get);
}
