import { portsOf } from '../../model/values/port-list.ts';
import { bridgePortOf, representativeOf } from '../bridge-ports.ts';
import { priorityIn } from '../classify.ts';
import { EVERY_PORT } from '../combiners.ts';
import type { ForwardingPlan } from '../plan.ts';
import { pinnedInForce } from '../port-security.ts';
import { ownFramesPass, type StageName, stageOrder, stages } from '../stages.ts';
import { type ForwardingState, vlansInForce } from '../state.ts';
import { accessControl } from './access-control.ts';
import { sentCopies } from './copies.ts';
import { egressFilter, fitting, leavingPorts, tagging } from './egress.ts';
import {
  authentication,
  classification,
  control,
  denialOfService,
  destinationFilter,
  type IngressStage,
  inspection,
  learning,
  link,
  sanity,
  trunk,
  vlanFilter,
} from './ingress.ts';
import { handingIn, lookup } from './lookup.ts';
import { queue } from './queue.ts';
import { limitsOf, rateLimit } from './rates.ts';
import type { Departure, FrameEntry, MirrorCopy, Situation, Step, Trace } from './traced-frame.ts';
import { nothingAgainst, type Outcome, type Switch, type UnderWay } from './under-way.ts';

type Declared = (typeof stages)[number];
type IngressName = Extract<Declared, { readonly direction: 'ingress' }>['name'];

/** Every declared stage of the way in; one without a section in the plan lets everything pass. */
const ingress: Readonly<Record<IngressName, (around: Switch, frame: UnderWay) => Outcome>> = {
  link: received(link),
  sanity: received(sanity),
  control: received(control),
  trunk: received(trunk),
  authentication: received(authentication),
  denialOfService: received(denialOfService),
  rateLimit: received(rateLimit),
  classification: received(classification),
  vlanFilter: received(vlanFilter),
  learning: received(learning),
  destinationFilter,
  accessControl: received(accessControl),
  inspection: received(inspection),
  lookup,
  queue,
};

/**
 * Says what a switch with this plan and state does with a frame: the order of processing (datapath/stages.ts) as plainly
 * as it can be written. It is pure; time, rates and counters are left out: of a class over its rate, or a full table, it says
 * what happened if there were room; of the rates of a port its steps say by which it may be dropped.
 */
export function trace(plan: ForwardingPlan, state: ForwardingState, situation: Situation, entry: FrameEntry): Trace {
  const around: Switch = {
    ...{ plan, state, situation },
    vlans: vlansInForce(plan, state),
    pinned: pinnedInForce(plan, state),
  };
  if (entry.kind === 'resumed' && entry.stage === 'delivery') return handedIn(around, entry);
  const begun = begin(plan, entry);
  const wayIn = walkIn(around, begun.frame, begun.passes);
  const wayOut = wayIn.goesOn ? walkOut(around, wayIn.frame) : NOWHERE;
  const { vlan } = wayIn.frame;
  return {
    steps: [...wayIn.steps, ...wayOut.steps],
    vlan: vlan === 0 ? undefined : vlan,
    teaches: wayIn.found.teaches,
    copies: [...wayIn.copies, ...wayOut.copies],
    punts: wayIn.punts,
    delivered: wayIn.found.delivered,
    departures: wayOut.departures,
  };
}

interface WayIn {
  readonly steps: readonly Step[];
  readonly frame: UnderWay;
  readonly found: Partial<Outcome>;
  readonly punts: Trace['punts'];
  readonly copies: readonly MirrorCopy[];
  readonly goesOn: boolean;
}

type WayOut = Pick<Trace, 'steps' | 'copies' | 'departures'>;

const NOWHERE: WayOut = { steps: [], copies: [], departures: [] };

/** Which stages of the way in a frame passes, and what is known of it before. */
function begin(
  plan: ForwardingPlan,
  entry: FrameEntry,
): { readonly frame: UnderWay; readonly passes: (stage: StageName) => boolean } {
  const { frame } = entry;
  const within = ('within' in entry ? entry.within : undefined) ?? EVERY_PORT;
  const nothing = {
    frame,
    port: undefined,
    from: undefined,
    vlan: 0,
    priority: 0,
    towards: [],
    admitted: false,
    within,
  };
  const own = (stage: StageName) => ownFramesPass.has(stage);
  const from = (first: StageName) => (stage: StageName) => stageOrder(stage) >= stageOrder(first);
  switch (entry.kind) {
    case 'received':
      return { frame: { ...nothing, port: entry.port, from: entry.port }, passes: from('link') };
    case 'originated':
      return { frame: { ...nothing, vlan: entry.vlan }, passes: own };
    case 'resumed': {
      const { port, vlan = 0 } = entry;
      if (entry.stage === 'control')
        return { frame: { ...nothing, within: EVERY_PORT, port, from: port }, passes: from('trunk') };
      const bridgePort = bridgePortOf(plan, port);
      const classified = priorityIn(plan, representativeOf(plan, bridgePort) ?? port, vlan, frame);
      const { priority = classified } = entry;
      const isPriorityFinal = entry.priority !== undefined;
      const known = { ...nothing, port, from: bridgePort, vlan, priority, isPriorityFinal };
      if (entry.stage === 'learning') return { frame: { ...known, admitted: true }, passes: from('vlanFilter') };
      return { frame: known, passes: from('lookup') };
    }
  }
}

function walkIn(around: Switch, begun: UnderWay, passes: (stage: StageName) => boolean): WayIn {
  const steps: Step[] = [];
  const punts: Trace['punts'][number][] = [];
  const copies: MirrorCopy[] = [];
  let frame = begun;
  let found: Partial<Outcome> = {};
  for (const { name, direction } of stages) {
    if (direction !== 'ingress' || !passes(name)) continue;
    const outcome = ingress[name](around, frame);
    const { verdict, reason, from = frame.from, vlan = frame.vlan, towards = frame.towards } = outcome;
    const { priority = frame.priority, isPriorityFinal = frame.isPriorityFinal } = outcome;
    const { queue: waits = frame.queue, frame: octets = frame.frame } = outcome;
    steps.push({ stage: name, verdict, reason, ...(outcome.limits && { limits: outcome.limits }) });
    if (outcome.punt) punts.push(outcome.punt);
    frame = {
      ...frame,
      frame: octets,
      from,
      vlan,
      priority,
      towards,
      ...(waits !== undefined && { queue: waits }),
      ...(isPriorityFinal && { isPriorityFinal }),
      ...(outcome.teaches && { teaches: outcome.teaches }),
    };
    copies.push(...(outcome.copies ?? []));
    found = { ...found, ...outcome };
    if (verdict !== 'passes') return { steps, frame, found, punts, copies, goesOn: false };
  }
  return { steps, frame, found, punts, copies, goesOn: true };
}

function walkOut(around: Switch, frame: UnderWay): WayOut {
  const steps: Step[] = [];
  const copies: MirrorCopy[] = [];
  const departures: Departure[] = [];
  for (const bridgePort of frame.towards) {
    const against = egressFilter(around, frame, bridgePort);
    if (against) {
      steps.push({ stage: 'egressFilter', verdict: 'drops', reason: against, port: bridgePort });
      continue;
    }
    const { tagged, frame: leaving } = tagging(around, frame, bridgePort);
    const ports = fitting(around, leavingPorts(around, bridgePort), leaving);
    if (ports === 0n) {
      const [port = bridgePort] = portsOf(leavingPorts(around, bridgePort));
      steps.push({ stage: 'tagging', verdict: 'drops', reason: { code: 'tooLong', port }, port: bridgePort });
      continue;
    }
    departures.push({ bridgePort, ports, tagged, queue: frame.queue, frame: leaving });
    const limits = portsOf(ports).flatMap((port) => limitsOf(around.plan, port, ['egressKilobits']));
    steps.push({
      stage: 'egressRate',
      verdict: 'passes',
      reason: { code: 'leaves', by: ports, tagged },
      port: bridgePort,
      ...(limits.length > 0 && { limits }),
    });
    for (const port of portsOf(ports)) copies.push(...sentCopies(around, port, leaving));
  }
  return { steps, copies, departures };
}

/** A frame taken on its way to the switch's own interface continues there. */
function handedIn(around: Switch, { port, vlan, frame }: FrameEntry & { readonly kind: 'resumed' }): Trace {
  const { plan } = around;
  const isListening = vlan !== undefined && plan.interfaces.get(vlan)?.enabled === true;
  const given = isListening ? handingIn(around, { port, from: bridgePortOf(plan, port), vlan, frame }) : {};
  const punts = given.punt ? [given.punt] : [];
  return { steps: [], vlan, teaches: undefined, copies: [], punts, delivered: given.delivered, departures: [] };
}

/** A stage that only frames from a port pass. */
function received(stage: IngressStage): (around: Switch, frame: UnderWay) => Outcome {
  return (around, frame) => (frame.port === undefined ? nothingAgainst : stage(around, { ...frame, port: frame.port }));
}
