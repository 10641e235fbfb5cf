import type { Message } from '../../model/values/message.ts';
import type { ForwardingPlan, PortNumber } from '../plan.ts';
import type { Bridge, PortDevices } from './bridge.ts';
import { defaultRouteDevices } from './default-route-devices.ts';
import { HostInterfaces, wantedInterfaces } from './host-interfaces.ts';
import { HostLinks, type SettableLinks } from './host-links.ts';
import type { HostMemory } from './host-memory.ts';
import { changeNetwork, hostDevices, portSettings, setKernelSettings } from './host-network.ts';
import { HostQueues } from './host-queues.ts';
import { interfacePort } from './pipeline/interface-flows.ts';
import { usageOf } from './port-use.ts';
import { CARRIER } from './queues/carrier.ts';
import { CARRIER_PORT } from './queues/queue-tag.ts';

/**
 * Ports of the bridge besides the devices, by name with their numbers there: the interfaces of a plan, and those for
 * queues.
 */
export function othersOnBridge(plan: ForwardingPlan): ReadonlyMap<string, number> {
  const interfaces = wantedInterfaces(plan).map(({ name, vlan }) => [name, interfacePort(vlan)] as const);
  return new Map([...interfaces, ...(plan.queueing ? [[CARRIER, CARRIER_PORT] as const] : [])]);
}

/** Puts the host's part of a plan in force: links, frame sizes, the switch's own interfaces and its routes. */
export class HostSide {
  readonly #devices: PortDevices;
  readonly #memory: HostMemory;
  readonly #links: HostLinks;
  readonly #interfaces = new HostInterfaces();
  readonly #queues: HostQueues;

  /** @param report receives what a device refuses while it accepts the rest. */
  constructor(devices: PortDevices, settable: SettableLinks, memory: HostMemory, report: (message: Message) => void) {
    this.#devices = devices;
    this.#memory = memory;
    this.#links = new HostLinks(devices, settable, report);
    this.#queues = new HostQueues(devices);
  }

  /** Rejects with one sentence where the host uses one of the devices for something else. */
  async refuseUsed(devices: Iterable<string>): Promise<void> {
    const [present, routes] = await Promise.all([hostDevices(), defaultRouteDevices()]);
    for (const name of devices) {
      const device = present.get(name);
      const upper = [...present.values()].find(({ lower }) => lower === name)?.name;
      const use =
        device && usageOf(device, { isDefaultRoute: routes.has(name), upper, isKnown: await this.#memory.knows(name) });
      if (use !== undefined) throw new Error(use);
    }
  }

  /**
   * Takes devices over that are there or come back: remembers how they were, and keeps the host's own stack off them. A bridge
   * or a bond of the host would take what comes in by them, too.
   */
  async takePorts(devices: readonly string[]): Promise<void> {
    const present = await hostDevices();
    await this.#memory.remember(devices, present);
    await setKernelSettings(devices.flatMap(portSettings));
    const others = devices.filter((device) => present.get(device)?.master);
    await changeNetwork(others.map((device) => `link set dev ${device} nomaster`));
  }

  /** Creates what has to exist before the rules: the switch's interfaces. Without `former` nothing is assumed. */
  async prepare(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    await this.#interfaces.prepare(plan, former, bridge);
    await this.#queues.prepare(plan, former, bridge);
  }

  /** Sets what follows the rules: the links. Without `former` nothing is assumed. */
  async finish(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    await this.#links.finish(plan, former);
    await this.#queues.finish(plan, former, bridge);
    // The bridge has only these by now.
    if (!former) await this.#memory.restoreOthers(this.#devices.values());
  }

  /** By device, the frames that found no room in its queues since the start. */
  queueDrops(): Promise<ReadonlyMap<string, bigint>> {
    return this.#queues.drops();
  }

  /** Lets every device send as it can. */
  release(): Promise<void> {
    return this.#queues.release();
  }

  /** The switch's interfaces that the host does not have. */
  missingInterfaces(plan: ForwardingPlan): string[] {
    return this.#interfaces.missing(plan);
  }

  /** Changes by the host to the ports' devices and the switch's interfaces, compared with the plan in force. */
  async changedByHost(plan: ForwardingPlan): Promise<Message[]> {
    const present = await hostDevices();
    const links = this.#links.changedByHost(present, plan);
    const interfaces = this.#interfaces.changedByHost(present, plan);
    return [...links, ...interfaces, ...(await this.#queues.changedByHost(present))];
  }

  /** Configures one port whose device came back. */
  async configurePort(port: PortNumber, whole: ForwardingPlan): Promise<void> {
    const device = this.#devices.get(port);
    if (device === undefined) return;
    this.#links.forget(port);
    await this.#queues.configurePort(port, device, whole);
    const plan = whole.ports.get(port);
    if (plan) await this.#links.configurePort(port, device, plan);
  }
}
