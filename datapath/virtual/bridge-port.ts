import { hasPort, type PortList, portsOf } from '../../model/values/port-list.ts';
import { macNumberAt } from '../../protocols/frames/addresses.ts';
import type { BridgePortNumber } from '../plan.ts';
import type { TrunkState } from '../state.ts';
import type { SwitchPort } from './switch-port.ts';

/** A port as the bridge sees it: a physical port, or a trunk of several. */
export interface BridgePort {
  readonly number: BridgePortNumber;
  /** Its bit represents the bridge port in port lists, its settings apply to all of it: the lowest-numbered member. */
  readonly representative: SwitchPort;
  readonly isUp: boolean;
  /** Whether frames that arrive at a physical port of it are taken in. */
  collects(port: SwitchPort): boolean;
  /** The physical port that a frame leaves by; undefined where none may be used. */
  portFor(frame: Uint8Array): SwitchPort | undefined;
}

/** The bridge port of a physical port that is in no trunk. */
function singlePort(port: SwitchPort): BridgePort {
  return {
    number: port.number,
    representative: port,
    get isUp() {
      return port.isUp;
    },
    collects: () => true,
    portFor: () => (isUsable(port) ? port : undefined),
  };
}

/** Links that forward as one (IEEE 802.1AX-2020 6.2). */
class Trunk implements BridgePort {
  readonly number: BridgePortNumber;
  readonly representative: SwitchPort;
  readonly members: readonly SwitchPort[];
  #state: TrunkState | undefined;

  /** `members`, not empty, ascend by their number. */
  constructor(number: BridgePortNumber, first: SwitchPort, others: readonly SwitchPort[]) {
    this.number = number;
    this.representative = first;
    this.members = [first, ...others];
  }

  /** Takes over which members collect and distribute; undefined for every one. */
  follow(state: TrunkState | undefined): void {
    this.#state = state;
  }

  get isUp(): boolean {
    return this.members.some((member) => member.isUp);
  }

  collects(port: SwitchPort): boolean {
    return !this.#state || hasPort(this.#state.collecting, port.number);
  }

  /** By the exclusive or of both MAC addresses: a conversation stays on one member for as long as the members are the same. */
  portFor(frame: Uint8Array): SwitchPort | undefined {
    const state = this.#state;
    const usable = this.members.filter(
      (port) => isUsable(port) && (!state || hasPort(state.distributing, port.number)),
    );
    if (usable.length <= 1) return usable[0];
    const [destination, source] = [macNumberAt(frame, 0), macNumberAt(frame, 6)];
    const mixed = ((destination >>> 0) ^ (source >>> 0)) >>> 0;
    const folded = (mixed >>> 16) ^ (mixed & 0xffff);
    return usable[((folded >>> 8) ^ (folded & 0xff)) % usable.length];
  }
}

/** Every bridge port of a switch, by its number and by its physical ports. */
export class BridgePorts {
  readonly #ports: readonly SwitchPort[];
  readonly #byPort: BridgePort[];
  readonly #byNumber = new Map<BridgePortNumber, BridgePort>();
  /** The bits that represent a bridge port, ports 1..32 and 33..64. */
  low = 0;
  high = 0;

  /** `ports` holds port n at n-1. */
  constructor(ports: readonly SwitchPort[]) {
    this.#ports = ports;
    this.#byPort = ports.map(singlePort);
    this.configure(new Map());
  }

  /** Takes over the trunks and their members, at least one each; a port is in one at most. */
  configure(trunks: ReadonlyMap<BridgePortNumber, { readonly members: PortList }>): void {
    for (const port of this.#ports) this.#byPort[port.number - 1] = singlePort(port);
    for (const [number, { members }] of trunks) {
      const ports = portsOf(members).flatMap((member) => this.#ports[member - 1] ?? []);
      const [first, ...others] = ports;
      if (!first) continue;
      const trunk = new Trunk(number, first, others);
      for (const member of ports) this.#byPort[member.number - 1] = trunk;
    }
    this.#byNumber.clear();
    this.low = 0;
    this.high = 0;
    for (const bridgePort of this.#byPort) {
      this.#byNumber.set(bridgePort.number, bridgePort);
      this.low |= bridgePort.representative.low;
      this.high |= bridgePort.representative.high;
    }
  }

  /** Takes over what the members of each trunk may do. */
  follow(states: ReadonlyMap<BridgePortNumber, TrunkState>): void {
    for (const bridgePort of this.#byNumber.values()) {
      if (bridgePort instanceof Trunk) bridgePort.follow(states.get(bridgePort.number));
    }
  }

  /** The bridge port that a physical port belongs to. */
  of(port: SwitchPort): BridgePort {
    return this.#byPort[port.number - 1] ?? singlePort(port);
  }

  /** The bridge port whose bit is that of physical port `index + 1`. */
  at(index: number): BridgePort | undefined {
    return this.#byPort[index];
  }

  /** A bridge port by its number; by the number of a trunk's member, its trunk. */
  leadingTo(number: BridgePortNumber): BridgePort | undefined {
    return this.#byNumber.get(number) ?? this.#byPort[number - 1];
  }

  /** The numbers of the bridge ports that physical ports belong to. */
  numbersOf(list: PortList): Set<BridgePortNumber> {
    return new Set(portsOf(list).flatMap((port) => this.#byPort[port - 1]?.number ?? []));
  }
}

function isUsable(port: SwitchPort): boolean {
  return port.isUp && !port.isMirrorTarget;
}
