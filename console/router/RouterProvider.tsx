import { Component, createContext, createElement, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { withdrawQuestions } from '../feedback/dialogs.ts';
import type { Location } from './location.ts';
import type { Router } from './router.ts';
import { ComingContext, RouterContext, ShownContext, useShown } from './router-context.ts';

/** Draws the replacement of a page, or of the layout around it, that could not be fetched or rendered. */
type DrawFailure = (reason: unknown) => ReactNode;

interface RouterProviderProps {
  readonly router: Router;
  readonly failed: DrawFailure;
}

const FailureContext = createContext<DrawFailure>(() => null);

/**
 * Draws the page that the router shows, within its layout. At one go: in slices, the answers that a page waits for would be
 * taken up behind all of them.
 */
export function RouterProvider({ router, failed }: RouterProviderProps) {
  const [{ shown, coming }, follow] = useState(router.state);
  useLayoutEffect(() => {
    const update = () => follow(router.state);
    update();
    return router.subscribe(update);
  }, [router]);
  const { pathname } = shown.location;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question goes with the page that asked it
  useLayoutEffect(() => withdrawQuestions, [pathname]);
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>
        <ComingContext value={coming}>
          <FailureContext value={failed}>
            <Fence at={shown.location} failed={failed}>
              {shown.match?.route.layout ?? <Outlet />}
            </Fence>
          </FailureContext>
        </ComingContext>
      </ShownContext>
    </RouterContext>
  );
}

/** The page shown, at its place in the layout. */
export function Outlet() {
  const { location, page, failure } = useShown();
  const failed = useContext(FailureContext);
  if (failure) return failed(failure.reason);
  return (
    page && (
      <Fence at={location} failed={failed}>
        {createElement(page)}
      </Fence>
    )
  );
}

interface FenceProps {
  readonly at: Location;
  readonly failed: DrawFailure;
  readonly children: ReactNode;
}

interface FenceState {
  readonly at: Location;
  readonly failure?: { readonly reason: unknown } | undefined;
}

/** Keeps to itself what is thrown while its content is drawn, and draws it again at the next address. */
class Fence extends Component<FenceProps, FenceState> {
  override readonly state: FenceState = { at: this.props.at };

  static getDerivedStateFromError(reason: unknown): Partial<FenceState> {
    return { failure: { reason } };
  }

  static getDerivedStateFromProps({ at }: FenceProps, state: FenceState): Partial<FenceState> | null {
    return at === state.at ? null : { at, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.failed(failure.reason) : this.props.children;
  }
}
