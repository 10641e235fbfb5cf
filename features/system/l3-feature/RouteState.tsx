import { Tag } from '../../../console/elements/Tag.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { ipStaticRouteEntry, RouteActivity } from './route-objects.ts';

/** State of a route, by word and color. */
export function StateTag({ state }: { state: number }) {
  const t = useText();
  const { routeActive } = ipStaticRouteEntry.fields;
  const words = t(routeActive.show(state as (typeof RouteActivity)[keyof typeof RouteActivity]));
  if (state === RouteActivity.active) return <Tag tone="ok">{words}</Tag>;
  return state === RouteActivity.inactive ? <Tag tone="warn">{words}</Tag> : <Tag>{words}</Tag>;
}
