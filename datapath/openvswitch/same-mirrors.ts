import type { MirrorPlan } from '../plan.ts';

/** Whether two sets of mirror sessions copy the same frames to the same places. */
export function sameMirrors(one: ReadonlyMap<number, MirrorPlan>, other: ReadonlyMap<number, MirrorPlan>): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  return [...one].every(([session, { target, ingress, egress }]) => {
    const former = other.get(session);
    return former?.target === target && former.ingress === ingress && former.egress === egress;
  });
}
