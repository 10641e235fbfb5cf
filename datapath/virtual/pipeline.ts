import type { PuntedFrame } from '../datapath.ts';
import type { VlanId } from '../plan.ts';
import { HIGHEST_QUEUE } from '../queueing.ts';
import { type StageName, stageOrder, stages } from '../stages.ts';
import { FlowCache, type FlowWay } from './flow-cache.ts';
import { flowWay } from './flow-way.ts';
import { pauseFrame } from './pause.ts';
import { EVERY_PORT_MASK } from './port-mask.ts';
import { accessControl } from './stages/access-control.ts';
import { authentication } from './stages/authentication.ts';
import { classification } from './stages/classification.ts';
import { control, isReserved } from './stages/control.ts';
import { denialOfService } from './stages/denial-of-service.ts';
import { destinationFilter, isFiltered } from './stages/destination-filter.ts';
import { egressFilter } from './stages/egress-filter.ts';
import { countIn, mirror, sendOut } from './stages/egress-rate.ts';
import { inspection } from './stages/inspection.ts';
import { learning } from './stages/learning.ts';
import { link } from './stages/link.ts';
import { handIn, lookup } from './stages/lookup.ts';
import { type Arrived, arrive, enter, type Passage, type Stage } from './stages/passage.ts';
import { chooseQueue } from './stages/queue.ts';
import { rateLimit, withinRates } from './stages/rate-limit.ts';
import { sanity } from './stages/sanity.ts';
import { Forms, inForm } from './stages/tagging.ts';
import { trunk } from './stages/trunk.ts';
import { vlanFilter } from './stages/vlan-filter.ts';
import type { SwitchPort } from './switch-port.ts';
import type { Tables } from './tables.ts';

type IngressStage = Extract<(typeof stages)[number], { direction: 'ingress' }>['name'];

/** The implementation of each ingress stage, in the order of `stages`. */
const ingress: Readonly<Record<IngressStage, Stage>> = {
  link,
  sanity,
  control,
  trunk,
  authentication,
  denialOfService,
  rateLimit,
  classification,
  vlanFilter,
  learning,
  destinationFilter,
  accessControl,
  inspection,
  lookup(passage, tables) {
    lookup(passage, tables);
    return true;
  },
  queue(passage, tables) {
    chooseQueue(passage, tables);
    return true;
  },
};

/** Stages that let every frame pass unless a section of the plan or the state is in use; the others are always walked. */
const inUse: Readonly<Partial<Record<IngressStage, (tables: Tables) => boolean>>> = {
  trunk: ({ hasTrunks }) => hasTrunks,
  authentication: ({ hasAccess }) => hasAccess,
  denialOfService: ({ attacks }) => !attacks.isIdle,
  rateLimit: ({ hasRates }) => hasRates,
  destinationFilter: ({ filtered }) => filtered.size > 0,
  accessControl: ({ access }) => !access.isEmpty,
  inspection: ({ punts }) => punts.looksAt('inspection'),
  queue: ({ queueing }) => queueing !== undefined,
};

/** The stages behind `first` (all without it) that do something. */
function chain(tables: Tables, first?: StageName): readonly Stage[] {
  return stages.flatMap((stage) => {
    if (stage.direction !== 'ingress' || (first && stageOrder(stage.name) <= stageOrder(first))) return [];
    return inUse[stage.name]?.(tables) === false ? [] : [ingress[stage.name]];
  });
}

/** The stages in use, from each place at which a frame may begin. */
function chains(tables: Tables) {
  return {
    inOrder: chain(tables),
    behindControl: chain(tables, 'control'),
    behindClassification: chain(tables, 'classification'),
    behindInspection: chain(tables, 'inspection'),
  };
}

/** Parts of a pipeline that a test may set. */
export interface PipelineOptions {
  /** Whether the ways of frames are kept; default true. Without them everything is the same, but slower. */
  readonly keepsFlows?: boolean;
}

/** The way of a frame through the switch, stage by stage as `datapath/stages.ts` declares them. */
export class Pipeline {
  readonly #tables: Tables;
  readonly #now: () => number;
  readonly #flows = new FlowCache(Math.random);
  readonly #keepsFlows: boolean;
  #chains: ReturnType<typeof chains>;
  #isSettled = true;

  constructor(tables: Tables, now: () => number, { keepsFlows = true }: PipelineOptions = {}) {
    this.#tables = tables;
    this.#now = now;
    this.#keepsFlows = keepsFlows;
    this.#chains = chains(tables);
  }

  /** Tables, ports or links are no longer what they were: to be called after every change but those of learned addresses. */
  changed(): void {
    this.#flows.invalidate();
    this.#isSettled = false;
  }

  /** The number of flows kept. */
  get flows(): number {
    return this.#flows.size;
  }

  /** Takes a frame from the line at `now`; `weight` is the number of equal frames that it represents. */
  receive(port: SwitchPort, frame: Uint8Array, weight: number, now: number): void {
    const { flowDepth, isArpSpecial } = port;
    if (this.#keepsFlows) {
      const way = this.#flows.find(port, frame, flowDepth, isArpSpecial);
      if (way && this.#follow(way, frame, weight, now)) return;
    }
    const tables = this.#tables;
    const { generation } = this.#flows;
    const { found } = tables.punts;
    const passage = arrive(port, tables.bridgePorts.of(port), frame, weight, now);
    for (const stage of this.#inForce().inOrder) if (!stage(passage, tables)) return;
    if (
      this.#keepsFlows &&
      tables.punts.found === found &&
      passage.frame === frame &&
      this.#flows.wants(port, frame, flowDepth, isArpSpecial)
    ) {
      const way = flowWay(passage, tables, generation);
      if (way) this.#flows.keep(frame, flowDepth, isArpSpecial, way);
    }
    this.#leave(passage);
  }

  /** Lets a frame that was taken out go on behind the stage that took it. */
  resume({ kind, vlan, priority }: PuntedFrame, port: SwitchPort, frame: Uint8Array, within = EVERY_PORT_MASK): void {
    const passage = arrive(port, this.#tables.bridgePorts.of(port), frame, 1, this.#now());
    passage.within = within;
    const { behindControl, behindClassification, behindInspection } = this.#inForce();
    if (vlan === undefined) {
      this.#walk(passage, behindControl);
      return;
    }
    passage.vlan = vlan;
    const classifier = this.#tables.classifiers.find(passage.from.representative, frame);
    const classified = classifier?.vlan === vlan ? classifier.priority : passage.from.representative.priority;
    passage.priority = priority ?? classified;
    passage.isPriorityFinal = priority !== undefined;
    const stage = this.#tables.punts.stageOf(kind);
    if (stage === 'learning') {
      passage.admitted = true;
      this.#walk(passage, behindClassification);
    } else if (stage === 'delivery') handIn(frame, vlan, port, passage.from, this.#tables, passage.now);
    else if (this.#tables.vlans.has(vlan)) this.#walk(passage, behindInspection);
  }

  /** Sends a frame of the switch's own interface into `vlan`: the frame is untagged. */
  originate(vlan: VlanId, frame: Uint8Array, within = EVERY_PORT_MASK): void {
    const passage = enter(vlan, frame, this.#now());
    passage.within = within;
    this.#enter(passage);
  }

  /** Sends a frame out of one port as it is, past VLANs. */
  transmit(port: SwitchPort, frame: Uint8Array): void {
    if (port.mayTransmit(frame)) sendOut(port, frame, 1, this.#now(), this.#tables.mirrorDrops, HIGHEST_QUEUE);
  }

  /** Whether a frame that arrives at `port` ends there or at the agent because of its destination. */
  isControl(port: SwitchPort, frame: Uint8Array): boolean {
    return isReserved(port, frame, this.#tables);
  }

  /** Counts frames that found no room before the switch could look at them. */
  lose(port: SwitchPort, weight: number): void {
    if (port.isUp) port.tally.running.inDiscards += weight;
  }

  #inForce(): ReturnType<typeof chains> {
    if (!this.#isSettled) {
      this.#chains = chains(this.#tables);
      this.#isSettled = true;
    }
    return this.#chains;
  }

  #walk(passage: Arrived, way: readonly Stage[]): void {
    for (const stage of way) if (!stage(passage, this.#tables)) return;
    this.#leave(passage);
  }

  /**
   * Does for a frame of a known way what the stages would do: counts, copies, limits, refreshes and sends. False, with nothing
   * done, if the way does not hold: for a frame of this length, or with the rows as they are now.
   */
  #follow(way: FlowWay, frame: Uint8Array, given: number, now: number): boolean {
    const { port, source, destination, rule } = way;
    const { addresses, mirrorDrops } = this.#tables;
    if (!port.isUp || frame.length - way.tagLength > port.maximumLength) return false;
    if (source.isGone || source.port !== way.sourcePort || source.vlan !== way.sourceVlan) return false;
    if (destination && (destination.port !== way.destinationPort || !addresses.isInForce(destination, now)))
      return false;
    countIn(port, frame, given);
    if (port.ingressMirrors.length > 0) mirror(port.ingressMirrors, frame, given, now, mirrorDrops);
    port.tap?.received?.offer(port, frame, given, now);
    const weight = withinRates(port, frame, given, now);
    if (weight === 0) return true;
    if (way.isSecured) source.frames += weight;
    else if (!source.pinned) source.seen = now;
    if (rule) rule.hits += weight;
    this.#depart(way, frame, weight, now);
    return true;
  }

  #depart(way: FlowWay, frame: Uint8Array, weight: number, now: number): void {
    const { departures, queue } = way;
    const { mirrorDrops } = this.#tables;
    let tagged: Uint8Array | undefined;
    let untagged: Uint8Array | undefined;
    let crowded = false;
    for (const { port, isTagged } of departures) {
      let leaving: Uint8Array;
      if (isTagged) leaving = tagged ??= inForm(frame, way.tagged);
      else leaving = untagged ??= inForm(frame, way.untagged);
      if (sendOut(port, leaving, weight, now, mirrorDrops, queue) > 0) crowded = true;
    }
    if (crowded) this.#askToPause(way.port, now);
  }

  /** Of the ingress stages a frame of the switch itself passes those of `ownFramesPass`. */
  #enter(passage: Passage): void {
    if (!this.#tables.vlans.has(passage.vlan) || isFiltered(passage, this.#tables)) return;
    lookup(passage, this.#tables);
    chooseQueue(passage, this.#tables);
    this.#leave(passage);
  }

  /** The egress stages. */
  #leave(passage: Passage): void {
    const { weight, now, queue } = passage;
    const { mirrorDrops } = this.#tables;
    const forms = new Forms(passage, this.#tables);
    let crowded = false;
    egressFilter(passage, this.#tables, (port, representative) => {
      if (sendOut(port, forms.for(representative), weight, now, mirrorDrops, queue) > 0) crowded = true;
    });
    if (crowded && passage.port) this.#askToPause(passage.port, now);
  }

  /** A sender that fills a line is asked to pause where its port has flow control. */
  #askToPause(source: SwitchPort, now: number): void {
    if (source.plan?.flowControl && source.link?.duplex === 'full') {
      sendOut(source, pauseFrame(), 1, now, this.#tables.mirrorDrops, HIGHEST_QUEUE);
    }
  }
}
