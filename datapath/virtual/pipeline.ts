import type { PuntedFrame } from '../datapath.ts';
import type { BridgePortNumber, VlanId } from '../plan.ts';
import { HIGHEST_QUEUE } from '../queueing.ts';
import { type StageName, stageOrder, stages } from '../stages.ts';
import { pauseFrame } from './pause.ts';
import { EVERY_PORT_MASK } from './port-mask.ts';
import { accessControl } from './stages/access-control.ts';
import { authentication } from './stages/authentication.ts';
import { classification } from './stages/classification.ts';
import { control, isReserved } from './stages/control.ts';
import { denialOfService } from './stages/denial-of-service.ts';
import { destinationFilter, isFiltered } from './stages/destination-filter.ts';
import { egressFilter } from './stages/egress-filter.ts';
import { sendOut } from './stages/egress-rate.ts';
import { inspection } from './stages/inspection.ts';
import { learning } from './stages/learning.ts';
import { link } from './stages/link.ts';
import { handIn, lookup } from './stages/lookup.ts';
import { type Arrived, arrive, enter, type Passage, type Stage } from './stages/passage.ts';
import { chooseQueue } from './stages/queue.ts';
import { rateLimit } from './stages/rate-limit.ts';
import { sanity } from './stages/sanity.ts';
import { Forms } from './stages/tagging.ts';
import { trunk } from './stages/trunk.ts';
import { vlanFilter } from './stages/vlan-filter.ts';
import type { SwitchPort } from './switch-port.ts';
import type { Tables } from './tables.ts';

type IngressStage = Extract<(typeof stages)[number], { direction: 'ingress' }>['name'];

/**
 * The implementation of each ingress stage, in the order of `stages`; undefined if no section of the plan needs it yet.
 */
const ingress: Readonly<Record<IngressStage, Stage | undefined>> = {
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

/** The stages that do something, up to the last one. */
function upTo(last: StageName): readonly Stage[] {
  return stages.flatMap((stage) => {
    const does = stage.direction === 'ingress' && stageOrder(stage.name) <= stageOrder(last) && ingress[stage.name];
    return does ? [does] : [];
  });
}

const inOrder = upTo('queue');
const behindControl = inOrder.slice(upTo('control').length);
const behindClassification = inOrder.slice(upTo('classification').length);
const behindInspection = inOrder.slice(upTo('inspection').length);

/** The way of a frame through the switch, stage by stage as `datapath/stages.ts` declares them. */
export class Pipeline {
  readonly #tables: Tables;
  readonly #now: () => number;

  constructor(tables: Tables, now: () => number) {
    this.#tables = tables;
    this.#now = now;
  }

  /** Takes a frame from the line; `weight` is the number of equal frames that it represents. */
  receive(port: SwitchPort, frame: Uint8Array, weight: number): void {
    this.#walk(arrive(port, this.#tables.bridgePorts.of(port), frame, weight, this.#now()), inOrder);
  }

  /** Lets a frame that was taken out go on behind the stage that took it. */
  resume({ kind, vlan, priority }: PuntedFrame, port: SwitchPort, frame: Uint8Array, within = EVERY_PORT_MASK): void {
    const passage = arrive(port, this.#tables.bridgePorts.of(port), frame, 1, this.#now());
    passage.within = within;
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
    const passage = enter(vlan, undefined, frame, this.#now());
    passage.within = within;
    this.#enter(passage);
  }

  /** Lets an untagged frame enter `vlan` as if it had come in by a bridge port and passed every filter of frames from there. */
  inject(number: BridgePortNumber, vlan: VlanId, frame: Uint8Array): void {
    const from = this.#tables.bridgePorts.leadingTo(number);
    if (from) this.#enter(enter(vlan, from, frame, this.#now()));
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

  #walk(passage: Arrived, way: readonly Stage[]): void {
    for (const stage of way) if (!stage(passage, this.#tables)) return;
    this.#leave(passage);
  }

  /** Of the ingress stages a frame of the switch itself passes those of `ownFramesPass`. */
  #enter(passage: Passage): void {
    if (!this.#tables.vlans.has(passage.vlan) || isFiltered(passage, this.#tables)) return;
    lookup(passage, this.#tables);
    chooseQueue(passage, this.#tables);
    this.#leave(passage);
  }

  /** The egress stages. A sender that fills a line is asked to pause where its port has flow control. */
  #leave(passage: Passage): void {
    const { weight, now, queue } = passage;
    const { mirrorDrops } = this.#tables;
    const forms = new Forms(passage, this.#tables);
    let crowded = false;
    egressFilter(passage, this.#tables, (port, representative) => {
      if (sendOut(port, forms.for(representative), weight, now, mirrorDrops, queue) > 0) crowded = true;
    });
    const source = passage.port;
    if (crowded && source?.plan?.flowControl && source.link?.duplex === 'full') {
      sendOut(source, pauseFrame(), 1, now, mirrorDrops, HIGHEST_QUEUE);
    }
  }
}
