import { isIPv4 } from 'node:net';
import { type Message, say } from '../../model/values/message.ts';
import { SpokenError, saidBy } from '../../model/values/spoken-error.ts';
import type { ForwardingPlan, InterfacePlan, PortNumber, PortPlan } from '../plan.ts';
import type { Bridge, PortDevices } from './bridge.ts';
import type { HostMemory } from './host-memory.ts';
import {
  changeNetwork,
  defaultRouteDevices,
  forwardingSettings,
  type HostAddress,
  type HostDevice,
  hostDevices,
  interfaceSettings,
  isPresent,
  portSettings,
  setKernelSettings,
} from './host-network.ts';
import { type InterfaceNames, setArpAgeing, setNeighbours } from './kernel-neighbours.ts';
import { setRoutes } from './kernel-routes.ts';
import { setEnergyEfficient, setFlowControl, setPortMode } from './link-settings.ts';
import { interfacePort } from './pipeline/interface-flows.ts';
import { usageOf } from './port-use.ts';
import { CARRIER, Carrier } from './queues/carrier.ts';
import { CARRIER_PORT, schedulingOf } from './queues/queue-tag.ts';
import { type Shape, Shapers, UNSHAPED } from './queues/shaper.ts';

/** Octets of a frame around its payload, with one tag and the FCS. */
const FRAME_OVERHEAD = 22;
const ETHERNET_HEADER = 14;

/** Milliseconds between neighbor solicitations (RFC 4861 10, RETRANS_TIMER). */
const RETRANSMIT_TIME = 1000;

/** The payload in octets of the largest frame that a port lets through. */
export function mtuOf(maximumFrame: number): number {
  return maximumFrame - FRAME_OVERHEAD;
}

/** Settings that the drivers of the host's devices support. */
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

/**
 * Ports of the bridge besides the devices, by name with their numbers there: the interfaces of a plan, and those for
 * queues.
 */
export function othersOnBridge(plan: ForwardingPlan): ReadonlyMap<string, number> {
  const interfaces = wantedInterfaces(plan).map(({ name, vlan }) => [name, interfacePort(vlan)] as const);
  return new Map([...interfaces, ...(plan.queueing ? [[CARRIER, CARRIER_PORT] as const] : [])]);
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
  readonly #carrier = new Carrier();
  readonly #report: (message: Message) => void;
  /** Of devices that refuse the frame size of their port, the MTU that they stay at. */
  readonly #refusedSizes = new Map<string, number>();
  /** The last settings of ports: setting a mode again would interrupt the link. */
  readonly #links = new Map<PortNumber, Pick<PortPlan, 'mode' | 'flowControl' | 'energyEfficient'>>();

  /** @param report receives what a device refuses while it accepts the rest. */
  constructor(devices: PortDevices, settable: SettableLinks, memory: HostMemory, report: (message: Message) => void) {
    this.#devices = devices;
    this.#settable = settable;
    this.#memory = memory;
    this.#report = report;
  }

  /** Rejects with one sentence where the host uses one of the devices for something else. */
  async refuseUsed(devices: Iterable<string>): Promise<void> {
    const [present, routes] = await Promise.all([hostDevices(), defaultRouteDevices()]);
    for (const name of devices) {
      const device = present.get(name);
      const use = device && usageOf(device, routes.has(name), await this.#memory.knows(name));
      if (use !== undefined) throw new Error(use);
    }
  }

  /**
   * Takes devices over that are there or come back: remembers how they were, and keeps the host's own stack off them. A bridge
   * or a bond of the host would take what comes in by them, too.
   */
  async takePorts(devices: readonly string[]): Promise<void> {
    for (const device of devices) {
      await this.#memory.remember(device);
      await setKernelSettings(portSettings(device));
    }
    const present = await hostDevices();
    const others = devices.filter((device) => present.get(device)?.master);
    await changeNetwork(others.map((device) => `link set dev ${device} nomaster`));
  }

  /** Creates what has to exist before the rules: the switch's interfaces. Without `former` nothing is assumed. */
  async prepare(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    await this.#prepareInterfaces(plan, former, bridge);
    if (plan.queueing && (!former || plan.queueing !== former.queueing || plan.ports !== former.ports)) {
      if (!former?.queueing) {
        if (await this.#carrier.ensure()) await bridge.readd(CARRIER_PORT, CARRIER);
        else await bridge.addDevice(CARRIER, CARRIER_PORT);
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
    else {
      // Open vSwitch does not make one again whose device was taken away from it.
      await bridge.removePorts(this.missingInterfaces(plan));
      await bridge.removeOthers(wanted, plan.queueing ? [CARRIER] : []);
    }
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

  /** Sets what follows the rules: the links. Without `former` nothing is assumed. */
  async finish(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    await this.#finishLinks(plan, former);
    if (plan.queueing) return;
    await this.#shape(plan, former);
    if (former && !former.queueing) return;
    await bridge.removePorts([CARRIER]);
    await this.#carrier.remove();
  }

  /** Queues are created before the rules that use them, and deleted after them. */
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
    await this.#carrier.leadTo(
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
    await this.#carrier.remove();
  }

  /** The switch's interfaces that the host does not have. */
  missingInterfaces(plan: ForwardingPlan): string[] {
    return wantedInterfaces(plan)
      .map(({ name }) => name)
      .filter((name) => !isPresent(name));
  }

  /** Changes by the host to the ports' devices and the switch's interfaces, compared with the plan in force. */
  async changedByHost(plan: ForwardingPlan): Promise<Message[]> {
    const present = await hostDevices();
    const found: Message[] = [];
    for (const [port, name] of this.#devices) {
      const device = present.get(name);
      if (device) found.push(...changesOfPort(device, plan.ports.get(port), this.#refusedSizes.get(name)));
    }
    for (const { name, enabled, addresses } of wantedInterfaces(plan)) {
      const device = present.get(name);
      if (!device) continue;
      if (device.up !== enabled) found.push(switched(device));
      // The kernel takes those of IPv6 from an interface that is down.
      const wanted = enabled ? addresses : addresses.filter(({ address }) => isIPv4(address));
      const hasIpv6 = wanted.some(({ address }) => !isIPv4(address));
      if (addressChanges(name, device.addresses, wanted, hasIpv6).length > 0)
        found.push(say('Addresses of interface {{device}} had been changed.', { device: name }));
    }
    const reshaped = new Set(await this.#shapers.changed());
    for (const device of this.#devices.values()) {
      if (reshaped.has(device) && present.has(device))
        found.push(say('The shaper of interface {{device}} had been changed.', { device }));
    }
    if (await this.#carrier.isChanged(present))
      found.push(say('The devices that lead to the queues had been changed.'));
    return found;
  }

  /** A change is refused where a device refuses it; where everything is put back, the others do not wait for one device. */
  async #finishLinks(plan: ForwardingPlan, former: ForwardingPlan | undefined): Promise<void> {
    if (former && plan.ports === former.ports) return;
    const links: LinkChange[] = [];
    const refusals: Message[] = [];
    for (const [port, device] of this.#devices) {
      const wanted = plan.ports.get(port);
      const before = former?.ports.get(port);
      if ((former && wanted === before) || !isPresent(device)) continue;
      links.push({
        device,
        ...(wanted && wanted.maximumFrame !== before?.maximumFrame && { maximumFrame: wanted.maximumFrame }),
        ...((wanted?.admin !== before?.admin || !former) && { admin: wanted?.admin ?? false }),
      });
      if (wanted) refusals.push(...(await refusalOf(device, this.#setLink(port, device, wanted))));
    }
    refusals.push(...(await this.#changeLinks(links)));
    const [first] = refusals;
    if (former && first) throw new SpokenError(first);
    for (const refusal of refusals) this.#report(refusal);
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
    if (!plan) return;
    const { maximumFrame, admin } = plan;
    const refusals = await this.#changeLinks([{ device, maximumFrame, admin }]);
    refusals.push(...(await refusalOf(device, this.#setLink(port, device, plan))));
    for (const refusal of refusals) this.#report(refusal);
  }

  /** Changes devices in one go where nothing is in the way; otherwise one by one. Resolves to what was refused. */
  async #changeLinks(changes: readonly LinkChange[]): Promise<Message[]> {
    for (const { device, maximumFrame } of changes) if (maximumFrame) this.#refusedSizes.delete(device);
    try {
      await changeNetwork(changes.flatMap((change) => [...sizeLines(change), ...adminLines(change)]));
      return [];
    } catch {
      const refusals: Message[] = [];
      for (const change of changes) {
        const { device, maximumFrame } = change;
        const size = await refusalOf(device, changeNetwork(sizeLines(change)));
        if (size.length > 0 && maximumFrame) {
          this.#refusedSizes.set(device, (await hostDevices()).get(device)?.mtu ?? 0);
          refusals.push(
            say('Interface {{device}} refuses frames of {{octets}} octets.', { device, octets: maximumFrame }),
          );
        }
        refusals.push(...(await refusalOf(device, changeNetwork(adminLines(change)))));
      }
      return refusals;
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

/** Changes by the host to a port's device, compared with its plan, or with the MTU that it stays at. */
function changesOfPort(device: HostDevice, wanted: PortPlan | undefined, refusedSize: number | undefined): Message[] {
  const { name, master, up, mtu } = device;
  return [
    ...(master
      ? [say('Interface {{device}} had been added to {{master}} of the host.', { device: name, master: master.name })]
      : []),
    ...(up === (wanted?.admin ?? false) ? [] : [switched(device)]),
    ...(wanted && mtu !== (refusedSize ?? mtuOf(wanted.maximumFrame))
      ? [say('The MTU of interface {{device}} had been changed.', { device: name })]
      : []),
  ];
}

function switched({ name, up }: HostDevice): Message {
  return up
    ? say('Interface {{device}} had been enabled on the host.', { device: name })
    : say('Interface {{device}} had been disabled on the host.', { device: name });
}

/**
 * Changes that give a device the addresses of its plan. Without an IPv6 address the kernel has dropped all of them by
 * itself.
 */
function addressChanges(
  name: string,
  present: readonly HostAddress[],
  wanted: InterfacePlan['addresses'],
  hasIpv6: boolean,
): string[] {
  // The kernel chooses among IPv4 addresses only by their order.
  const words = new Map(
    wanted.map(({ address, prefix, isNoSource = false }) => [`${address}/${prefix}`, isNoSource && !isIPv4(address)]),
  );
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

/** Changes for one device. */
interface LinkChange {
  readonly device: string;
  readonly maximumFrame?: number;
  readonly admin?: boolean;
}

function sizeLines({ device, maximumFrame }: LinkChange): string[] {
  return maximumFrame === undefined ? [] : [`link set dev ${device} mtu ${mtuOf(maximumFrame)}`];
}

function adminLines({ device, admin }: LinkChange): string[] {
  return admin === undefined ? [] : [`link set dev ${device} ${admin ? 'up' : 'down'}`];
}

/** The refusal of work on a device, or nothing. */
async function refusalOf(device: string, work: Promise<void>): Promise<Message[]> {
  try {
    await sparing(device, work);
    return [];
  } catch (error) {
    return [say('Interface {{device}} refuses its settings: {{reason}}', { device, reason: saidBy(error) })];
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
