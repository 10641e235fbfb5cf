import type { PortNumber, PortPlan } from '../plan.ts';
import { forcedMode } from '../port-mode.ts';
import type { LinkAbility } from './negotiation.ts';
import type { Cable, Station, VirtualDatapath } from './virtual-datapath.ts';

/** A cable between two ports. */
export interface PatchCable {
  /** Breaks the cable and mends it. */
  setLink(link: 'up' | 'down'): void;
  unplug(): void;
}

/**
 * Plugs a cable between port `portA` of `a` and port `portB` of `b`, which may be the same switch: what leaves by one
 * port enters by the other. The link comes up as both ends are set up, and both are switched on. Throws where a port
 * does not exist or is taken, or both ends are the same port.
 */
export function cable(a: VirtualDatapath, portA: PortNumber, b: VirtualDatapath, portB: PortNumber): PatchCable {
  if (a === b && portA === portB) throw new RangeError(`Port ${portA} cannot be plugged into itself.`);
  const [near, far] = [new CableEnd(a, portA), new CableEnd(b, portB)];
  near.plugIn(far);
  try {
    far.plugIn(near);
  } catch (error) {
    near.unplug();
    throw error;
  }
  const ends = [near, far];
  for (const end of ends) end.settle();
  return {
    setLink(link) {
      for (const end of ends) end.setWhole(link === 'up');
    },
    unplug() {
      for (const end of ends) end.unplug();
    },
  };
}

const NOTHING: LinkAbility = { speeds: [], duplex: 'full', negotiates: true };

/** The far end's settings as known at one end of a cable. */
export interface FarEnd {
  /** Whether the port there is switched on. */
  isOn(): boolean;
  /** Abilities of the port there as it is set up. */
  offers(): LinkAbility;
  /** Takes a frame that left this end's port, for `weight` like frames. */
  send(frame: Uint8Array, weight: number): void;
  /** This end's port was set up again. */
  settle(): void;
}

/** One end of a cable: a station that is what the port at the other end makes of it. */
export class CableEnd implements Station, FarEnd {
  readonly #datapath: VirtualDatapath;
  readonly #port: PortNumber;
  #other: FarEnd | undefined;
  #cable: Cable | undefined;
  #plan: PortPlan | undefined;
  #whole = true;

  constructor(datapath: VirtualDatapath, port: PortNumber) {
    this.#datapath = datapath;
    this.#port = port;
  }

  /** Plugs it in, with `other` at the far end; throws where the port does not exist or is taken. */
  plugIn(other: FarEnd): void {
    this.#other = other;
    this.#plan = this.#datapath.plan.ports.get(this.#port);
    this.#cable = this.#datapath.attach(this.#port, this);
  }

  get ability(): LinkAbility {
    return this.#other?.offers() ?? NOTHING;
  }

  receive(frame: Uint8Array, weight: number): void {
    this.#other?.send(frame, weight);
  }

  portConfigured(plan: PortPlan | undefined): void {
    this.#plan = plan;
    this.#other?.settle();
  }

  /** Sends into the port at this end. */
  send(frame: Uint8Array, weight: number): void {
    this.#cable?.send(frame, weight);
  }

  isOn(): boolean {
    return this.#plan?.admin === true;
  }

  /** Abilities of the port at this end as it is set up. */
  offers(): LinkAbility {
    const speeds = this.#datapath.facts.ports[this.#port - 1]?.speeds ?? [];
    const forced = forcedMode(this.#plan?.mode ?? 'auto');
    if (!forced) return { speeds, duplex: 'full', negotiates: true };
    return { speeds: [forced.speed], duplex: forced.duplex, negotiates: false };
  }

  /** Brings the link at this end in line with the other end. */
  settle(): void {
    this.#cable?.setLink(this.#whole && this.#other?.isOn() ? 'up' : 'down');
  }

  setWhole(whole: boolean): void {
    this.#whole = whole;
    this.settle();
  }

  unplug(): void {
    this.#cable?.unplug();
    this.#cable = undefined;
  }
}
