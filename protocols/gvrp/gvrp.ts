import { copyOf } from '../../model/values/overlaid-map.ts';
import { NO_PORTS, type PortList, portBit, portsOf } from '../../model/values/port-list.ts';
import { Participant } from './participant.ts';
import { buildGvrp, parseGvrp } from './pdu.ts';
import type { GvrpSettings, GvrpState, GvrpStatistics } from './state.ts';

/** One in so many of the VLANs that may come to exist is kept for other ports than the one that brought all of them. */
const KEPT = 8;

/** Events of GVRP. */
export type GvrpEvent =
  /** The settings, links or port states are others than before, or the first ones. */
  | { readonly kind: 'configure' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A frame came in (as received, without FCS). */
  | { readonly kind: 'frame'; readonly port: number; readonly octets: Uint8Array };

/** Consequences of an event. */
export interface GvrpStep {
  readonly state: GvrpState;
  /** Frames to send out of a port as they are. */
  readonly send: readonly { readonly port: number; readonly frame: Uint8Array }[];
  /** Why VLANs found no place: there are as many as there can be. */
  readonly full: boolean;
}

/**
 * One step of GVRP (IEEE 802.1D-1998 clause 12, IEEE 802.1Q-2005 clause 11): applicants, registrars and the leave-all timer of
 * each port, and the propagation between them (GIP): what is registered at a port that forwards is declared at every other
 * one. `now` is monotonic, in milliseconds; `draw` gives numbers from 0 up to 1. A step costs time in proportion to what it
 * changes, a `configure` to ports and VLANs.
 */
export function stepGvrp(
  settings: GvrpSettings,
  state: GvrpState,
  event: GvrpEvent,
  now: number,
  draw: () => number,
): GvrpStep {
  if (event.kind === 'wake' && now < state.wakeAt) return { state, send: [], full: false };
  const work = new Work(settings, state, now, draw);
  if (event.kind === 'configure') work.configure();
  if (event.kind === 'frame') work.hear(event.port, event.octets);
  return work.finish();
}

/** A step that is being worked on. */
class Work {
  readonly #settings: GvrpSettings;
  readonly #now: number;
  readonly #participants: ReadonlyMap<number, Participant>;
  #registered: Map<number, PortList> | ReadonlyMap<number, PortList>;
  #isOwn = false;
  /**
   * The VLANs that only the receiving port has registered, and those of all ports: VLANs that were not configured.
   * Undefined until they are counted.
   */
  #brought: { readonly port: number; alone: number; all: number } | undefined;
  #statistics: ReadonlyMap<number, GvrpStatistics>;
  /** VLANs of which a registration came or went. */
  readonly #touched = new Set<number>();
  #full = false;

  constructor(settings: GvrpSettings, state: GvrpState, now: number, draw: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.#participants = new Map(
      [...settings.ports].map(([port, times]) => [
        port,
        new Participant(port, times, settings, state.ports.get(port), now, draw),
      ]),
    );
    this.#registered = state.registered;
    this.#statistics = state.statistics;
  }

  configure(): void {
    for (const participant of this.#participants.values()) {
      // If only existing VLANs may gain the port, a deleted one is given back; so is one beyond the numbers.
      const restricted = this.#settings.ports.get(participant.port)?.restricted === true;
      participant.prune((vlan) => restricted && !this.#settings.vlans.has(vlan));
      for (const vlan of participant.vlans()) this.#touched.add(vlan);
    }
    for (const vlan of this.#registered.keys()) this.#touched.add(vlan);
    for (const vlan of this.#settings.vlans.keys()) this.#touched.add(vlan);
  }

  hear(port: number, octets: Uint8Array): void {
    const participant = this.#participants.get(port);
    const pdu = participant && parseGvrp(octets);
    if (!participant || !pdu) return;
    this.#note(port, { lastOrigin: pdu.source });
    for (const attribute of pdu.attributes) {
      participant.hear(attribute, () => this.#mayRegister(port, attribute.vlan), this.#now);
      // A registration counts at once: the next attribute may find the table full.
      if (attribute.vlan !== 0) this.#count(participant, attribute.vlan);
    }
  }

  /** Whether a VLAN that is not registered at the port may be: it exists, or may come to exist. */
  #mayRegister(port: number, vlan: number): boolean {
    const { vlans, maximumVlans, largestVlan, ports } = this.#settings;
    if (vlans.has(vlan)) return true;
    const restricted = ports.get(port)?.restricted === true;
    const known = this.#registered.has(vlan);
    const full = !known && this.#isFull(port, vlans.size, maximumVlans);
    if (!restricted && !full && vlan <= largestVlan) return true;
    this.#full ||= full && !restricted;
    this.#note(port, { failed: (this.#statistics.get(port)?.failed ?? 0) + 1 });
    return false;
  }

  /** Whether no further VLAN may be created; other ports keep a reserved share. */
  #isFull(port: number, made: number, maximum: number): boolean {
    this.#brought ??= this.#countBrought(port);
    const { alone, all } = this.#brought;
    const room = maximum - made;
    return all >= room || (this.#participants.size > 1 && alone >= room - Math.floor(room / KEPT));
  }

  #countBrought(port: number): { readonly port: number; alone: number; all: number } {
    const brought = { port, alone: 0, all: 0 };
    for (const [vlan, ports] of this.#registered) this.#countIn(brought, vlan, ports, 1);
    return brought;
  }

  #countIn(brought: { readonly port: number; alone: number; all: number }, vlan: number, ports: PortList, by: 1 | -1) {
    if (ports === NO_PORTS || this.#settings.vlans.has(vlan)) return;
    brought.all += by;
    if (ports === portBit(brought.port)) brought.alone += by;
  }

  #note(port: number, news: Partial<GvrpStatistics>): void {
    const present = this.#statistics.get(port) ?? { failed: 0, lastOrigin: undefined };
    this.#statistics = new Map(this.#statistics).set(port, { ...present, ...news });
  }

  /** Brings the VLAN's list of registered ports in line with a participant. */
  #count(participant: Participant, vlan: number): void {
    const present = this.#registered.get(vlan) ?? NO_PORTS;
    const bit = portBit(participant.port);
    const next = participant.isRegistered(vlan) ? present | bit : present & ~bit;
    if (next === present) return;
    this.#touched.add(vlan);
    this.#setRegistered(vlan, next);
  }

  #setRegistered(vlan: number, ports: PortList): void {
    const present = this.#registered.get(vlan) ?? NO_PORTS;
    if (present === ports) return;
    if (this.#brought) {
      this.#countIn(this.#brought, vlan, present, -1);
      this.#countIn(this.#brought, vlan, ports, 1);
    }
    const own = this.#isOwn ? (this.#registered as Map<number, PortList>) : copyOf(this.#registered);
    if (ports === NO_PORTS) own.delete(vlan);
    else own.set(vlan, ports);
    this.#registered = own;
    this.#isOwn = true;
  }

  finish(): GvrpStep {
    for (const participant of this.#participants.values()) {
      for (const vlan of participant.expire(this.#now)) this.#count(participant, vlan);
    }
    for (const vlan of this.#touched) this.#propagate(vlan);
    const send = [...this.#participants.values()].flatMap((participant) =>
      buildGvrp(this.#settings.source, participant.speak(this.#now)).map((frame) => ({
        port: participant.port,
        frame,
      })),
    );
    return { state: this.#state(), send, full: this.#full };
  }

  /** GIP (IEEE 802.1D-1998 12.3.3): what is registered anywhere else is declared at a port. */
  #propagate(vlan: number): void {
    const registered = this.#registeredAt(vlan);
    this.#setRegistered(vlan, registered);
    const fixed = this.#settings.vlans.get(vlan)?.members ?? NO_PORTS;
    const everywhere = (registered | fixed) & this.#settings.active;
    const [one, other] = portsOf(everywhere).slice(0, 2);
    for (const participant of this.#participants.values()) {
      participant.want(vlan, other !== undefined || (one !== undefined && one !== participant.port), this.#now);
    }
  }

  /** Nothing is left of a port that no longer participates. */
  #registeredAt(vlan: number): PortList {
    let ports = NO_PORTS;
    for (const [port, participant] of this.#participants) if (participant.isRegistered(vlan)) ports |= portBit(port);
    return ports;
  }

  #state(): GvrpState {
    let wakeAt = Number.POSITIVE_INFINITY;
    const ports = new Map(
      [...this.#participants].map(([port, participant]) => {
        wakeAt = Math.min(wakeAt, participant.dueAt());
        return [port, participant.state()];
      }),
    );
    return { ports, registered: this.#registered, statistics: this.#statistics, wakeAt };
  }
}
