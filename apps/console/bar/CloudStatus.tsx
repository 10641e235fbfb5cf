import { lazy, Suspense } from 'react';
import { useObservable } from '../../../console/feedback/use-observable.ts';
import { cloudMode } from '../../../console/navigation/cloud.ts';

const CloudLink = lazy(() => import('./CloudLink.tsx'));

/** The cloud's state, which is fetched with its code only where cloud mode exists. */
export function CloudStatus() {
  return useObservable(cloudMode) ? (
    <Suspense>
      <CloudLink />
    </Suspense>
  ) : null;
}
