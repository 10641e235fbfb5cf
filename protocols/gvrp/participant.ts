import { copyOf } from '../../model/values/overlaid-map.ts';
import { hasPort, NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import { type Applicant, type ApplicantEvent, isMember, nextApplicant, transmission } from './applicant.ts';
import { AttributeEvent, type VlanAttribute } from './pdu.ts';
import type { GvrpPort, GvrpPortState, GvrpSettings } from './state.ts';

/**
 * One port's GARP participant while a step is worked on: it changes copies of its own, made when the first change is made,
 * and gives them back as a state.
 */
export class Participant {
  readonly port: number;
  readonly #settings: GvrpSettings;
  readonly #times: GvrpPort;
  readonly #draw: () => number;
  #applicants: Map<number, Applicant> | ReadonlyMap<number, Applicant>;
  #registrars: Map<number, number> | ReadonlyMap<number, number>;
  #copied = false;
  /** No registration ends before. */
  #endsAt: number;
  speakAt: number;
  #leaveAllAt: number;
  #leaveAllDue: boolean;

  /** `draw` gives a number from 0 up to 1. A participant without a state begins. */
  constructor(
    port: number,
    times: GvrpPort,
    settings: GvrpSettings,
    state: GvrpPortState | undefined,
    now: number,
    draw: () => number,
  ) {
    this.port = port;
    this.#times = times;
    this.#settings = settings;
    this.#draw = draw;
    this.#applicants = state?.applicants ?? new Map();
    this.#registrars = state?.registrars ?? new Map();
    this.#endsAt = state?.endsAt ?? Number.POSITIVE_INFINITY;
    this.speakAt = state?.speakAt ?? Number.POSITIVE_INFINITY;
    this.#leaveAllAt = state?.leaveAllAt ?? this.#nextLeaveAll(now);
    this.#leaveAllDue = state?.leaveAllDue ?? false;
  }

  state(): GvrpPortState {
    return {
      applicants: this.#applicants,
      registrars: this.#registrars,
      endsAt: this.#endsAt,
      speakAt: this.speakAt,
      leaveAllAt: this.#leaveAllAt,
      leaveAllDue: this.#leaveAllDue,
    };
  }

  /** The VLANs that it declares or has registered. */
  vlans(): Iterable<number> {
    return new Set([...this.#applicants.keys(), ...this.#registrars.keys()]);
  }

  isRegistered(vlan: number): boolean {
    return this.#registrars.has(vlan);
  }

  /** When something is due. */
  dueAt(): number {
    return Math.min(this.speakAt, this.#leaveAllAt, this.#endsAt);
  }

  /** Declares the VLAN or takes that back (ReqJoin, ReqLeave); nothing where it is so already. */
  want(vlan: number, wanted: boolean, now: number): void {
    if (isMember(this.#applicants.get(vlan) ?? 'VO') !== wanted) this.#step(vlan, wanted ? 'reqJoin' : 'reqLeave', now);
  }

  /** Hears an attribute. `mayRegister` is asked only where the VLAN is not registered here yet. */
  hear({ event, vlan }: VlanAttribute, mayRegister: () => boolean, now: number): void {
    if (event === AttributeEvent.leaveAll) {
      this.#leaveAll(now);
      this.#leaveAllAt = this.#nextLeaveAll(now);
      return;
    }
    const name = eventNames[event];
    this.#step(vlan, name, now);
    if (this.#isFixed(vlan) || this.#isForbidden(vlan)) return;
    if (name === 'joinIn' || name === 'joinEmpty') {
      if (this.#registrars.get(vlan) === Number.POSITIVE_INFINITY) return;
      if (this.#registrars.has(vlan) || mayRegister()) this.#register(vlan, Number.POSITIVE_INFINITY);
    } else if (name !== 'empty') this.#release(vlan, now);
  }

  /**
   * Ends expired registrations, and notes where everyone has to declare again. Returns the VLANs whose registration
   * ended.
   */
  expire(now: number): readonly number[] {
    if (this.#leaveAllAt <= now) {
      this.#leaveAllAt = this.#nextLeaveAll(now);
      this.#leaveAllDue = true;
      this.#ask(now);
    }
    if (this.#endsAt > now) return [];
    this.#endsAt = Number.POSITIVE_INFINITY;
    const ended: number[] = [];
    for (const [vlan, leaveAt] of this.#registrars) {
      if (leaveAt <= now) ended.push(vlan);
      else this.#endsAt = Math.min(this.#endsAt, leaveAt);
    }
    for (const vlan of ended) this.#unregister(vlan);
    return ended;
  }

  /** Forgets registrations that the settings no longer allow: fixed ones, forbidden ones, and all that `gone` names. */
  prune(gone: (vlan: number) => boolean): void {
    for (const vlan of this.#registrars.keys()) {
      if (this.#isFixed(vlan) || this.#isForbidden(vlan) || gone(vlan)) this.#unregister(vlan);
    }
  }

  /** Its message when its opportunity has come. */
  speak(now: number): readonly VlanAttribute[] {
    if (this.speakAt > now) return [];
    this.speakAt = Number.POSITIVE_INFINITY;
    if (this.#leaveAllDue) {
      this.#leaveAllDue = false;
      // A participant that asks everyone to declare again does so, too.
      this.#leaveAll(now);
      return [{ event: AttributeEvent.leaveAll, vlan: 0 }];
    }
    const said: VlanAttribute[] = [];
    for (const [vlan, applicant] of [...this.#applicants].sort(([a], [b]) => a - b)) {
      const sent = transmission(applicant, this.#isFixed(vlan) || this.#registrars.has(vlan));
      if (!sent) continue;
      said.push({ event: sent.event, vlan });
      this.#put(vlan, sent.next, now);
    }
    return said;
  }

  #leaveAll(now: number): void {
    for (const vlan of [...this.#applicants.keys()]) this.#step(vlan, 'leaveAll', now);
    for (const vlan of [...this.#registrars.keys()]) this.#release(vlan, now);
  }

  #step(vlan: number, event: ApplicantEvent, now: number): void {
    const present = this.#applicants.get(vlan) ?? 'VO';
    const next = nextApplicant(present, event);
    if (next !== present) this.#put(vlan, next, now);
  }

  #put(vlan: number, applicant: Applicant, now: number): void {
    const { applicants } = this.#copies();
    if (applicant === 'VO') applicants.delete(vlan);
    else applicants.set(vlan, applicant);
    if (transmission(applicant, false)) this.#ask(now);
  }

  /** Asks for an opportunity to speak. */
  #ask(now: number): void {
    this.speakAt = Math.min(this.speakAt, now + this.#draw() * this.#times.joinTime);
  }

  #register(vlan: number, leaveAt: number): void {
    this.#copies().registrars.set(vlan, leaveAt);
  }

  /** Starts the leave timer, unless it runs already. */
  #release(vlan: number, now: number): void {
    if (this.#registrars.get(vlan) !== Number.POSITIVE_INFINITY) return;
    const leaveAt = now + this.#times.leaveTime;
    this.#register(vlan, leaveAt);
    this.#endsAt = Math.min(this.#endsAt, leaveAt);
  }

  #unregister(vlan: number): void {
    this.#copies().registrars.delete(vlan);
  }

  #isFixed(vlan: number): boolean {
    return hasPort(this.#listOf(vlan, 'members'), this.port);
  }

  #isForbidden(vlan: number): boolean {
    return hasPort(this.#listOf(vlan, 'forbidden'), this.port);
  }

  #listOf(vlan: number, list: 'members' | 'forbidden'): PortList {
    return this.#settings.vlans.get(vlan)?.[list] ?? NO_PORTS;
  }

  /** Between the leave-all time and half as much again (IEEE 802.1D-1998 12.10.3). */
  #nextLeaveAll(now: number): number {
    return now + this.#times.leaveAllTime * (1 + this.#draw() / 2);
  }

  #copies(): { applicants: Map<number, Applicant>; registrars: Map<number, number> } {
    if (!this.#copied) {
      this.#applicants = copyOf(this.#applicants);
      this.#registrars = copyOf(this.#registrars);
      this.#copied = true;
    }
    // Both were made just above, or in an earlier change.
    return {
      applicants: this.#applicants as Map<number, Applicant>,
      registrars: this.#registrars as Map<number, number>,
    };
  }
}

const eventNames = {
  [AttributeEvent.joinEmpty]: 'joinEmpty',
  [AttributeEvent.joinIn]: 'joinIn',
  [AttributeEvent.leaveEmpty]: 'leaveEmpty',
  [AttributeEvent.leaveIn]: 'leaveIn',
  [AttributeEvent.empty]: 'empty',
} as const;
