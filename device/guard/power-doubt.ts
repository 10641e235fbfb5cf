import type { PowerPlan, PowerSupplyPlan } from '../../datapath/power.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type PortList, portsOf } from '../../model/values/port-list.ts';
import { laterOutlook, laterTimes, type Outlook } from './outlook.ts';
import type { Session } from './session.ts';

/** Whether a change is one of power at all, now or later: otherwise `powerDoubt` has none, whichever ports give power. */
export function concernsPower(before: Outlook, after: Outlook): boolean {
  const differs = ({ plan }: Outlook, next: Outlook) =>
    plan.power !== next.plan.power || plan.powerSupply !== next.plan.powerSupply;
  return (
    differs(before, after) || laterTimes.some((time) => differs(laterOutlook(before, time), laterOutlook(after, time)))
  );
}

const ranks: readonly PowerPlan['priority'][] = ['low', 'high', 'critical'];

/**
 * Why what hangs on a port by which the session comes in might lose its power, and the session its way with it. `powered` are
 * the ports that give power now: others lose nothing.
 */
export function powerDoubt(before: Outlook, after: Outlook, session: Session, powered: PortList): Message | undefined {
  for (const port of portsOf(session.cables & powered)) {
    const [former, next] = [before.plan.power.get(port), after.plan.power.get(port)];
    const values = { port };
    if (!next || isOff(next)) {
      if (isOff(former)) continue;
      return say('Port {{port}} of this session would no longer provide power.', values);
    }
    if (
      isLess(former, next) ||
      isTighter(before.plan.powerSupply, after.plan.powerSupply) ||
      losesRank(before, after, port)
    )
      return say('The device at port {{port}}, which this session uses, may lose its power.', values);
  }
  return undefined;
}

function isOff(plan: PowerPlan | undefined): boolean {
  return !plan?.allowed || plan.hold !== undefined;
}

const most = Number.POSITIVE_INFINITY;

/** A limit may be above what the device's class allows: any that is set counts as less than none. */
function isLess(former: PowerPlan | undefined, next: PowerPlan): boolean {
  if (!former) return false;
  return (
    (next.limit ?? most) < (former.limit ?? most) ||
    ranks.indexOf(next.priority) < ranks.indexOf(former.priority) ||
    (former.acceptsLegacy && !next.acceptsLegacy) ||
    (former.waitsLonger && !next.waitsLonger)
  );
}

function isTighter(former: PowerSupplyPlan, next: PowerSupplyPlan): boolean {
  return (
    (next.threshold ?? most) < (former.threshold ?? most) ||
    (next.allocation === 'class' && former.allocation !== 'class') ||
    (next.shedding === 'lowestPriority' && former.shedding !== 'lowestPriority')
  );
}

/** Whether another port goes before this one from now on, where the lowest priority goes without. */
function losesRank(before: Outlook, after: Outlook, port: number): boolean {
  if (after.plan.powerSupply.shedding !== 'lowestPriority' || before.plan.power === after.plan.power) return false;
  const goesBefore = ({ plan }: Outlook, other: number) => {
    const [own, its] = [plan.power.get(port), plan.power.get(other)];
    if (!own || !its?.allowed || its.hold !== undefined) return false;
    const difference = ranks.indexOf(its.priority) - ranks.indexOf(own.priority);
    return difference > 0 || (difference === 0 && other < port);
  };
  return [...after.plan.power.keys()].some((other) => goesBefore(after, other) && !goesBefore(before, other));
}
