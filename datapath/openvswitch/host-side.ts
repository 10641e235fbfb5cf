import { isIPv4 } from 'node:net';
import type { ForwardingPlan, InterfacePlan, PortNumber, PortPlan } from '../plan.ts';
import type { Bridge, PortDevices } from './bridge.ts';
import type { HostMemory } from './host-memory.ts';
import {
  changeNetwork,
  forwardingSettings,
  type HostAddress,
  hostDevices,
  interfaceSettings,
  isPresent,
  portSettings,
  setKernelSettings,
} from './host-network.ts';
import { type InterfaceNames, setArpAgeing, setNeighbours } from './kernel-neighbours.ts';
import { setRoutes } from './kernel-routes.ts';
import { setEnergyEfficient, setFlowControl, setPortMode } from './link-settings.ts';
import { CARRIER, ensureCarrier, leadTo, removeCarrier } from './queues/carrier.ts';
import { CARRIER_PORT, schedulingOf } from './queues/queue-tag.ts';
import { type Shape, Shapers, UNSHAPED } from './queues/shaper.ts';

/** Octets of a frame around its payload, with one tag and the FCS. */
const FRAME_OVERHEAD = 22;
const ETHERNET_HEADER = 14;

/** Milliseconds between questions for a neighbour (RFC 4861 10, RETRANS_TIMER). */
const RETRANSMIT_TIME = 1000;

/** The payload in octets of the largest frame that a port lets through. */
export function mtuOf(maximumFrame: number): number {
  return maximumFrame - FRAME_OVERHEAD;
}

/** What the drivers of the host's devices can be set to. */
export interface SettableLinks {
  readonly mode: boolean;
  readonly flowControl: boolean;
  /** The ports whose links can sleep while idle. */
  readonly energyEfficient: ReadonlySet<PortNumber>;
}

/** The switch's interfaces that a plan wants: an interface without its VLAN does not exist. */
function wantedInterfaces(plan: ForwardingPlan): InterfacePlan[] {
  return [...plan.interfaces.values()].filter(({ vlan }) => plan.vlans.has(vlan));
}

/** The switch's interfaces that are enabled: the names that the host knows them by, and their VLANs. */
export function interfaceNames(plan: ForwardingPlan): InterfaceNames {
  return new Map(
    wantedInterfaces(plan)
      .filter(({ enabled }) => enabled)
      .map(({ name, vlan }) => [name, vlan]),
  );
}

/** Puts the host's part of a plan in force: links, frame sizes, the switch's own interfaces and its routes. */
export class HostSide {
  readonly #devices: PortDevices;
  readonly #settable: SettableLinks;
  readonly #memory: HostMemory;
  readonly #shapers = new Shapers();
  /** What ports were set to last: setting a mode again would interrupt the link. */
  readonly #links = new Map<PortNumber, Pick<PortPlan, 'mode' | 'flowControl' | 'energyEfficient'>>();

  constructor(devices: PortDevices, settable: SettableLinks, memory: HostMemory) {
    this.#devices = devices;
    this.#settable = settable;
    this.#memory = memory;
  }

  /** Takes a device over that is or comes back: remembers how it was, and keeps the host's own stack off it. */
  async takePort(device: string): Promise<void> {
    await this.#memory.remember(device);
    await setKernelSettings(portSettings(device));
  }

  /** What has to stand before the rules do: the switch's interfaces. Without `former` nothing is taken for granted. */
  async prepare(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    await this.#prepareInterfaces(plan, former, bridge);
    if (plan.queueing && (!former || plan.queueing !== former.queueing || plan.ports !== former.ports)) {
      if (!former?.queueing) {
        await ensureCarrier();
        await bridge.addDevice(CARRIER, CARRIER_PORT);
      }
      await this.#shape(plan, former);
      await this.#leadToPorts(plan);
    } else if (plan.queueing) await this.#shape(plan, former);
  }

  async #prepareInterfaces(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    if (former && plan.interfaces === former.interfaces && plan.vlans === former.vlans) {
      await this.#setWays(plan, former, false);
      return;
    }
    const wanted = wantedInterfaces(plan);
    const before = new Map((former ? wantedInterfaces(former) : []).map((entry) => [entry.name, entry]));
    const names = new Set(wanted.map(({ name }) => name));
    const gone = [...before.keys()].filter((name) => !names.has(name));
    if (former) await bridge.removePorts(gone);
    else await bridge.removeOthers(wanted, plan.queueing ? [CARRIER] : []);
    await bridge.addInterfaces(
      wanted.filter(({ name, mac, vlan }) => {
        const known = before.get(name);
        return known?.mac !== mac || known.vlan !== vlan;
      }),
    );
    const changed = wanted.filter((entry) => before.get(entry.name) !== entry);
    if (changed.length > 0) await this.#configureInterfaces(changed);
    await this.#setWays(plan, former, gone.length > 0 || changed.length > 0);
  }

  /** What follows the rules: the links. Without `former` nothing is taken for granted. */
  async finish(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    await this.#finishLinks(plan, former);
    if (plan.queueing) return;
    await this.#shape(plan, former);
    if (former && !former.queueing) return;
    await bridge.removePorts([CARRIER]);
    await removeCarrier();
  }

  /** Queues stand before the rules that use them, and go after these. */
  async #shape(plan: ForwardingPlan, former: ForwardingPlan | undefined): Promise<void> {
    if (former && plan.rates === former.rates && plan.queueing === former.queueing) return;
    const changed = [...this.#devices].filter(
      ([port, device]) =>
        isPresent(device) &&
        (!former ||
          plan.queueing !== former.queueing ||
          plan.rates.get(port)?.egressKilobits !== former.rates.get(port)?.egressKilobits),
    );
    await this.#shapers.shape(new Map(changed.map(([port, device]) => [device, shapeOf(plan, port)])));
  }

  async #leadToPorts({ ports, queueing }: ForwardingPlan): Promise<void> {
    if (!queueing) return;
    await leadTo(
      [...this.#devices].map(([port, device]) => {
        const longest = mtuOf(ports.get(port)?.maximumFrame ?? 0) + ETHERNET_HEADER;
        return { port, device, longest };
      }),
      schedulingOf(queueing),
    );
  }

  /** By device, the frames that found no room in its queues since the start. */
  queueDrops(): Promise<ReadonlyMap<string, bigint>> {
    return this.#shapers.drops();
  }

  /** Lets every device send as it can. */
  async release(): Promise<void> {
    const present = [...this.#devices.values()].filter(isPresent);
    await this.#shapers.shape(new Map(present.map((device) => [device, UNSHAPED])));
    await removeCarrier();
  }

  async #finishLinks(plan: ForwardingPlan, former: ForwardingPlan | undefined): Promise<void> {
    if (former && plan.ports === former.ports) return;
    const links: LinkChange[] = [];
    for (const [port, device] of this.#devices) {
      const wanted = plan.ports.get(port);
      const before = former?.ports.get(port);
      if ((former && wanted === before) || !isPresent(device)) continue;
      const lines: string[] = [];
      if (wanted && wanted.maximumFrame !== before?.maximumFrame) {
        lines.push(`link set dev ${device} mtu ${mtuOf(wanted.maximumFrame)}`);
      }
      if (wanted?.admin !== before?.admin || !former)
        lines.push(`link set dev ${device} ${wanted?.admin ? 'up' : 'down'}`);
      links.push({ device, lines });
      if (wanted) await sparing(device, this.#setLink(port, device, wanted));
    }
    await changeLinks(links);
  }

  /** Configures one port whose device came back. */
  async configurePort(port: PortNumber, whole: ForwardingPlan): Promise<void> {
    const device = this.#devices.get(port);
    if (device === undefined) return;
    this.#links.delete(port);
    const plan = whole.ports.get(port);
    await sparing(device, this.#shapers.shape(new Map([[device, shapeOf(whole, port)]])));
    // The kernel has another number for it now.
    await this.#leadToPorts(whole);
    if (plan) {
      const lines = [
        `link set dev ${device} mtu ${mtuOf(plan.maximumFrame)}`,
        `link set dev ${device} ${plan.admin ? 'up' : 'down'}`,
      ];
      await changeLinks([{ device, lines }]);
      await sparing(device, this.#setLink(port, device, plan));
    }
  }

  async #configureInterfaces(plans: readonly InterfacePlan[]): Promise<void> {
    const present = await hostDevices();
    const lines: string[] = [];
    for (const { name, addresses, enabled, retransmitTime = RETRANSMIT_TIME } of plans) {
      const device = present.get(name);
      if (!device) throw new Error(`The switch's interface ${name} could not be made: the name is taken on this host.`);
      const hasIpv6 = addresses.some(({ address }) => !isIPv4(address));
      await setKernelSettings(interfaceSettings(name, hasIpv6, retransmitTime));
      lines.push(...addressChanges(name, device.addresses, addresses, hasIpv6));
      if (device.up !== enabled) lines.push(`link set dev ${name} ${enabled ? 'up' : 'down'}`);
    }
    await changeNetwork(lines);
  }

  /** The kernel drops routes with their interface or its last address, and makes interfaces with settings of its own. */
  async #setWays(plan: ForwardingPlan, former: ForwardingPlan | undefined, mayBeLost: boolean): Promise<void> {
    const interfaces = wantedInterfaces(plan);
    if (!former || mayBeLost || plan.forwardsIpv4 !== former.forwardsIpv4) {
      await setKernelSettings(interfaces.flatMap(({ name }) => forwardingSettings(name, plan.forwardsIpv4)));
    }
    const enabled = interfaceNames(plan);
    if (!former || mayBeLost || plan.arpAgeing !== former.arpAgeing) await setArpAgeing(plan.arpAgeing, enabled);
    if (!former || mayBeLost || plan.neighbours !== former.neighbours) await setNeighbours(plan, enabled);
    if (former && !mayBeLost && plan.routes === former.routes) return;
    const nameOf = new Map([...enabled].map(([name, vlan]) => [vlan, name]));
    await setRoutes(plan.routes.values(), (vlan) => nameOf.get(vlan), new Set(interfaces.map(({ name }) => name)));
  }

  async #setLink(port: PortNumber, device: string, { mode, flowControl, energyEfficient }: PortPlan): Promise<void> {
    const known = this.#links.get(port) ?? { mode: 'auto', flowControl: false, energyEfficient: undefined };
    if (this.#settable.mode && mode !== known.mode) await setPortMode(device, mode);
    if (this.#settable.flowControl && flowControl !== known.flowControl) await setFlowControl(device, flowControl);
    if (this.#settable.energyEfficient.has(port) && energyEfficient !== known.energyEfficient) {
      await setEnergyEfficient(device, energyEfficient);
    }
    this.#links.set(port, { mode, flowControl, energyEfficient });
  }
}

/** What makes the addresses of a device those of its plan. Without one of IPv6 the kernel has dropped all of them by itself. */
function addressChanges(
  name: string,
  present: readonly HostAddress[],
  wanted: InterfacePlan['addresses'],
  hasIpv6: boolean,
): string[] {
  const words = new Map(wanted.map(({ address, prefix, isNoSource = false }) => [`${address}/${prefix}`, isNoSource]));
  const before = new Map(present.map(({ text, deprecated }) => [text, deprecated]));
  const gone = [...before.keys()].filter((text) => !words.has(text) && (hasIpv6 || !text.includes(':')));
  const made = [...words].filter(([text, isNoSource]) => before.get(text) !== isNoSource);
  return [
    ...gone.map((text) => `address del ${text} dev ${name}`),
    ...made.map(([text, isNoSource]) =>
      text.includes(':')
        ? // The agent has looked for duplicates already.
          `address replace ${text} dev ${name} nodad preferred_lft ${isNoSource ? 0 : 'forever'}`
        : `address add ${text} dev ${name} broadcast +`,
    ),
  ];
}

function shapeOf({ rates, queueing }: ForwardingPlan, port: PortNumber): Shape {
  return { kilobits: rates.get(port)?.egressKilobits, queues: queueing };
}

/** Lines of ip(8) about one device. */
interface LinkChange {
  readonly device: string;
  readonly lines: readonly string[];
}

/** Changes devices in one go where nothing is in the way; one that goes away meanwhile costs nothing but itself. */
async function changeLinks(changes: readonly LinkChange[]): Promise<void> {
  try {
    await changeNetwork(changes.flatMap(({ lines }) => lines));
  } catch {
    for (const { device, lines } of changes) await sparing(device, changeNetwork(lines));
  }
}

/** Takes no offence at a failure whose device is gone: its settings come with it when it comes back. */
async function sparing(device: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (isPresent(device)) throw error;
  }
}
