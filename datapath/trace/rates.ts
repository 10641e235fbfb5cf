import { isBroadcast, isGroupDestination } from '../../protocols/frames/ethernet.ts';
import type { PortNumber } from '../identifiers.ts';
import type { ForwardingPlan, RatePlan } from '../plan.ts';
import type { RateLimit } from './traced-frame.ts';
import { nothingAgainst, type Outcome, type Switch, type UnderWay } from './under-way.ts';

/** The rate of the port, and that of its broadcasts or multicasts. */
export function rateLimit({ plan }: Switch, { port, frame }: UnderWay & { readonly port: PortNumber }): Outcome {
  const storm = isBroadcast(frame) ? 'broadcasts' : 'multicasts';
  const limits = limitsOf(plan, port, isGroupDestination(frame) ? ['ingressKilobits', storm] : ['ingressKilobits']);
  return { ...nothingAgainst, ...(limits.length > 0 && { limits }) };
}

/** Those limits of a physical port that the plan sets. */
export function limitsOf({ rates }: ForwardingPlan, port: PortNumber, of: readonly (keyof RatePlan)[]): RateLimit[] {
  const plan = rates.get(port);
  return of.flatMap((name) => {
    const rate = plan?.[name];
    return rate === undefined ? [] : [{ of: name, port, rate }];
  });
}
