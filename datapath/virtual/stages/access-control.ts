import { remarked } from '../../access-control/remark.ts';
import { mirror } from './egress-rate.ts';
import { discard, rewrite, type Stage } from './passage.ts';

/** The first rule that holds the frame decides: dropped, slowed, copied or rewritten. */
export const accessControl: Stage = (passage, { access, copiesTo, mirrorDrops }) => {
  const { from, frame, vlan, priority, now } = passage;
  const rule = access.find(from.representative, frame, vlan, priority);
  if (!rule) return true;
  passage.rule = rule;
  rule.hits += passage.weight;
  const { plan, bucket } = rule;
  if (plan.action === 'deny') return discard(passage);
  if (bucket) {
    const admitted = bucket.admit(passage.weight, frame.length, now);
    const dropped = passage.weight - admitted;
    if (dropped > 0) {
      passage.weight = dropped;
      discard(passage);
      passage.weight = admitted;
    }
    if (admitted === 0) return false;
  }
  if (plan.copyTo !== undefined) mirror(copiesTo(plan.copyTo), frame, passage.weight, now, mirrorDrops);
  if (plan.priority !== undefined) {
    passage.priority = plan.priority;
    passage.isPriorityFinal = true;
  }
  rewrite(passage, remarked(frame, access.reading, plan));
  return true;
};
