import type { ForwardingPlan } from '../../datapath/plan.ts';
import { forcedMode } from '../../datapath/port-mode.ts';
import type { QueueingPlan } from '../../datapath/queueing.ts';
import { type Message, say } from '../../model/values/message.ts';
import { hasPort, portsOf } from '../../model/values/port-list.ts';
import type { Outlook } from './outlook.ts';
import { LEAST_RATE, type Session } from './session.ts';
import { sessionWays } from './session-frames.ts';

/**
 * Why the answers to a session may not get out of its port if that is congested: under strict priority because further
 * frames take precedence, by weight because too little of the port's rate is left for their queue. The capacity of an
 * auto-negotiated link is not part of a configuration and counts as enough. Undefined if they get out, or might not
 * have before.
 */
export function queueDoubt(before: Outlook, after: Outlook, session: Session): Message | undefined {
  const { queueing } = after.plan;
  if (!queueing || isAlike(before.plan, after.plan)) return undefined;
  const queue = queueOfAnswers(after, session);
  if (queue === undefined) return undefined;
  const [port = 0] = portsOf(session.cables);
  if (!queueing.weights) {
    const former = rivals(before, session, queueOfAnswers(before, session));
    const isNew = [...rivals(after, session, queue)].some((rival) => !former.has(rival));
    return isNew
      ? say(
          'Answers to this session would leave port {{port}} only while the queues above queue {{queue}} are empty.',
          {
            port,
            queue,
          },
        )
      : undefined;
  }
  const rate = Math.floor(sureRate(after.plan, session, queue));
  if (rate >= LEAST_RATE || rate >= sureRate(before.plan, session, queueOfAnswers(before, session))) return undefined;
  return say('If port {{port}} is congested, answers to this session would get {{rate}} kbit/s of it.', {
    port,
    rate,
  });
}

function isAlike(before: ForwardingPlan, after: ForwardingPlan): boolean {
  return before.queueing === after.queueing && before.rates === after.rates && before.ports === after.ports;
}

/** The lowest queue that a part of the answers waits in; undefined where the port has one queue, or they do not leave by it. */
function queueOfAnswers(outlook: Outlook, session: Session): number | undefined {
  if (!outlook.plan.queueing) return undefined;
  const queues = sessionWays(outlook, session)
    .outwards.flatMap(({ departures }) => departures)
    .flatMap(({ ports, queue }) => ((ports & session.cables) !== 0n && queue !== undefined ? [queue] : []));
  return queues.length === 0 ? undefined : Math.min(...queues);
}

/** Kinds of frames that leave before what waits in `queue`, however many they are. */
function rivals({ plan }: Outlook, session: Session, queue: number | undefined): ReadonlySet<string> {
  if (!plan.queueing || plan.queueing.weights || queue === undefined) return new Set();
  return new Set(
    [...queuesOfKinds(plan, plan.queueing, session)].filter(([, its]) => its > queue).map(([kind]) => kind),
  );
}

/** Every kind of frame that may be sent to the port of the session, with its queue. */
function* queuesOfKinds(
  plan: ForwardingPlan,
  { priorities, codePoints = [], trafficClasses }: QueueingPlan,
  { cables }: Session,
): Iterable<readonly [string, number]> {
  for (const [priority, queue] of priorities.entries()) yield [`priority ${priority}`, queue];
  for (const [codePoint, queue] of codePoints.entries()) yield [`code point ${codePoint}`, queue];
  for (const [trafficClass, queue] of trafficClasses) yield [`traffic class ${trafficClass}`, queue];
  for (const [port, { priority }] of plan.ports) {
    if (hasPort(cables, port)) continue;
    yield [`untagged at port ${port}`, priorities[priority] ?? 0];
  }
}

/** Kilobits a second of its port that a queue has for itself whatever waits in the others. */
function sureRate(plan: ForwardingPlan, session: Session, queue: number | undefined): number {
  const rate = Math.min(...portsOf(session.cables).map((port) => rateOf(plan, port)));
  if (!plan.queueing || queue === undefined) return rate;
  const { weights } = plan.queueing;
  const used = new Set([...queuesOfKinds(plan, plan.queueing, session)].map(([, its]) => its)).add(queue);
  if (!weights) return Math.max(...used) > queue ? 0 : rate;
  const all = [...used].reduce((sum, one) => sum + (weights[one] ?? 1), 0);
  return (rate * (weights[queue] ?? 1)) / all;
}

function rateOf({ rates, ports }: ForwardingPlan, port: number): number {
  const link = (forcedMode(ports.get(port)?.mode ?? 'auto')?.speed ?? Number.POSITIVE_INFINITY) * 1000;
  return Math.min(link, rates.get(port)?.egressKilobits ?? link);
}
