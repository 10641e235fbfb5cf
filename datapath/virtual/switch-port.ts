import { macToNumber } from '../../protocols/frames/addresses.ts';
import type { PortFacts, PortState } from '../datapath.ts';
import type { PortPlan, VlanId } from '../plan.ts';
import { mayTransmit, type PortAccess, stationVlansInForce } from '../port-access.ts';
import type { PortTap } from './capture-tap.ts';
import type { EgressQueues } from './egress-queues.ts';
import type { FlowDepth } from './flow-key.ts';
import type { Link } from './negotiation.ts';
import { PortLimits } from './port-limits.ts';
import { PortTally } from './port-tally.ts';
import { FULL_TAG_OVERHEAD } from './wire-length.ts';

/** A mirror session as the ports see it. */
export interface MirrorSession {
  readonly session: number;
  readonly target: SwitchPort;
}

/** Called with every frame that leaves a port; `weight` is the number of equal frames that it represents. */
export type Delivery = (frame: Uint8Array, weight: number) => void;

const NO_VLANS: ReadonlySet<VlanId> = new Set();

const NOTHING_PLUGGED_IN: Delivery = () => {};

/** One port of the switch: what is wanted of it, prepared for the way of a frame, and how it is now. */
export class SwitchPort {
  readonly facts: PortFacts;
  readonly number: number;
  readonly tally = new PortTally();
  readonly limits = new PortLimits();
  /** This port's bit in the words for ports 1..32 and 33..64. */
  readonly low: number;
  readonly high: number;

  plan: PortPlan | undefined;
  /** Of what came without a VLAN: the PVID, or the VLAN that the port was assigned to. */
  pvid: VlanId = 0;
  /** The stations (as numbers) whose frames come in, with the VLAN of those that have one of their own; undefined for everybody. */
  stations: ReadonlyMap<number, { readonly vlan: VlanId | undefined }> | undefined;
  /** The VLANs that the port is in only for single stations (see `vlansOfStations`). */
  vlansOfStations: ReadonlySet<VlanId> = NO_VLANS;
  /** No station has authenticated: the port is only in the VLAN of its guests, `pvid`; 0 if that does not exist. */
  isGuest = false;
  /** Of frames without a tag that no classifier gives one. */
  priority = 0;
  admitsTagged = false;
  admitsUntagged = false;
  ingressFiltering = true;
  /** Longest frame in octets, without tag and FCS. */
  maximumLength = 0;
  forwardLow = 0;
  forwardHigh = 0;

  /** Out of normal switching because a mirror session copies to it. */
  isMirrorTarget = false;
  ingressMirrors: readonly MirrorSession[] = [];
  egressMirrors: readonly MirrorSession[] = [];
  /** Copies for a capture; undefined while there is none. */
  tap: PortTap | undefined;

  /** How deep the stages in use look into what comes in, and whether packets of ARP differ by more than their addresses. */
  flowDepth: FlowDepth = 'frame';
  isArpSpecial = false;

  /** Queues for frames while the line is busy; undefined if they are dropped. */
  queues: EgressQueues | undefined;
  link: Link | undefined;
  deliver: Delivery = NOTHING_PLUGGED_IN;

  #state: { readonly of: Link | undefined; readonly is: PortState } | undefined;
  #access: PortAccess | undefined;
  #assigned: VlanId | undefined;

  /** Octets that may still leave at once, and the clock's milliseconds at the last top-up. */
  #credit = 0;
  #creditAt = 0;

  constructor(facts: PortFacts) {
    this.facts = facts;
    this.number = facts.number;
    this.low = facts.number <= 32 ? (1 << (facts.number - 1)) >>> 0 : 0;
    this.high = facts.number > 32 ? (1 << (facts.number - 33)) >>> 0 : 0;
  }

  get isUp(): boolean {
    return this.link !== undefined;
  }

  /** The same object as long as the link is the same. */
  get state(): PortState {
    const { number, link } = this;
    if (!this.#state || this.#state.of !== link) {
      const { speed = 0, duplex = 'unknown' } = link ?? {};
      this.#state = { of: link, is: { port: number, link: link ? 'up' : 'down', speed, duplex } };
    }
    return this.#state.is;
  }

  /** Takes over who may use it and in which VLANs, as far as they exist; `ofStations` are those that it is in for single stations. */
  follow(access: PortAccess | undefined, exists: (vlan: VlanId) => boolean, ofStations: ReadonlySet<VlanId>): void {
    const { admits = 'everybody', isGuest = false } = access ?? {};
    this.#access = access;
    const own = access && stationVlansInForce(access, exists);
    this.stations =
      admits === 'everybody'
        ? undefined
        : new Map([...admits].map((station) => [macToNumber(station), { vlan: own?.get(station) }]));
    this.vlansOfStations = ofStations;
    this.isGuest = isGuest;
    const vlan = access?.vlan !== undefined && exists(access.vlan) ? access.vlan : undefined;
    this.#assigned = isGuest ? (vlan ?? 0) : vlan;
    this.pvid = this.#assigned ?? this.plan?.pvid ?? 0;
  }

  /** Whether a frame of the agent leaves. */
  mayTransmit(frame: Uint8Array): boolean {
    return mayTransmit(this.#access, frame);
  }

  /** Takes over what is wanted; a port without a plan is off. */
  configure(plan: PortPlan | undefined): void {
    this.plan = plan;
    if (!plan) return;
    this.pvid = this.#assigned ?? plan.pvid;
    this.priority = plan.priority;
    this.admitsTagged = plan.acceptableFrameTypes !== 'untaggedAndPriority';
    this.admitsUntagged = plan.acceptableFrameTypes !== 'tagged';
    this.ingressFiltering = plan.ingressFiltering;
    this.maximumLength = plan.maximumFrame - FULL_TAG_OVERHEAD;
    this.forwardLow = Number(plan.forwardTo & 0xffff_ffffn);
    this.forwardHigh = Number(plan.forwardTo >> 32n);
  }

  /** Plugs something in, or with nothing given takes it out. */
  plug(deliver: Delivery | undefined): void {
    this.deliver = deliver ?? NOTHING_PLUGGED_IN;
  }

  /** Restarts the line after the link came up. */
  openLine(now: number): void {
    this.#creditAt = now;
    this.#credit = this.#burst;
  }

  /** Obeys a PAUSE (IEEE 802.3 clause 31B) of `quanta` times 512 bit times: that much of the line goes unused. */
  pause(quanta: number, now: number): void {
    this.#topUp(now);
    this.#credit = Math.max(-this.#burst, this.#credit - quanta * 64);
  }

  /** How many of `weight` frames of `octets` on the line fit through now; they count as sent. */
  admitToLine(octets: number, weight: number, now: number): number {
    this.#topUp(now);
    const wanted = weight * octets;
    const fit = this.#credit >= wanted ? weight : Math.max(0, Math.floor(this.#credit / octets));
    this.#credit -= fit * octets;
    return fit;
  }

  /** Milliseconds after which a frame of `octets` on the line fits; 0 for now. */
  waitForLine(octets: number, now: number): number {
    this.#topUp(now);
    const speed = this.link?.speed ?? 0;
    return this.#credit >= octets || speed === 0 ? 0 : (octets - this.#credit) / (speed * 125);
  }

  #topUp(now: number): void {
    if (now === this.#creditAt) return;
    const earned = (now - this.#creditAt) * (this.link?.speed ?? 0) * 125;
    this.#credit = Math.min(this.#burst, this.#credit + earned);
    this.#creditAt = now;
  }

  /** One second of the line: what is sent for a whole second at once is no burst. */
  get #burst(): number {
    return (this.link?.speed ?? 0) * 125_000;
  }
}
