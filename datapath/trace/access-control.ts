import { accessOrder } from '../../model/access-control/access-rule.ts';
import { hasPort } from '../../model/values/port-list.ts';
import { FrameReading } from '../access-control/frame-reading.ts';
import { holdsFrame, matchInWords } from '../access-control/match-in-words.ts';
import { remarked } from '../access-control/remark.ts';
import { representativeOf } from '../bridge-ports.ts';
import { accessCopy } from './copies.ts';
import type { IngressStage } from './ingress.ts';
import { drops } from './under-way.ts';

/** The first rule that holds the frame, in the order that they are asked in. */
export const accessControl: IngressStage = (around, { port, from = port, vlan, priority, frame }) => {
  const { plan } = around;
  const at = representativeOf(plan, from) ?? port;
  const reading = new FrameReading();
  reading.read(frame, vlan, priority);
  for (const [key, rule] of accessOrder(plan.accessControl)) {
    if (!hasPort(rule.ports, at) || !holdsFrame(matchInWords(rule.match), reading)) continue;
    const reason = { code: 'accessRule', key, action: rule.action } as const;
    if (rule.action === 'deny') return drops(reason);
    return {
      verdict: 'passes',
      reason,
      ...(rule.priority !== undefined && { priority: rule.priority, isPriorityFinal: true }),
      ...(rule.copyTo !== undefined && { copies: accessCopy(around, port, rule.copyTo, frame) }),
      frame: remarked(frame, reading, rule),
    };
  }
  return { verdict: 'passes', reason: { code: 'noAccessRule' } };
};
