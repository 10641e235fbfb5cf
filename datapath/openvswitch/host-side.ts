import type { ForwardingPlan, InterfacePlan, PortPlan, VlanId } from '../plan.ts';
import type { Bridge, PortDevices } from './bridge.ts';
import { isolatePort, setAddresses, setDefaultRoute, setLink, setMtu } from './host-network.ts';
import { setFlowControl, setPortMode } from './link-settings.ts';

/** Octets of a frame around its payload, with one tag and the FCS. */
const FRAME_OVERHEAD = 22;

/** What the drivers of the host's devices can be set to. */
export interface SettableLinks {
  readonly mode: boolean;
  readonly flowControl: boolean;
}

/** Puts the host's part of a plan in force: links, frame sizes, the switch's own interfaces and its default route. */
export class HostSide {
  readonly #bridge: Bridge;
  readonly #devices: PortDevices;
  readonly #settable: SettableLinks;

  constructor(bridge: Bridge, devices: PortDevices, settable: SettableLinks) {
    this.#bridge = bridge;
    this.#devices = devices;
    this.#settable = settable;
  }

  /** What has to stand before the rules do: interfaces. */
  async prepare(plan: ForwardingPlan, former: ForwardingPlan): Promise<void> {
    for (const [vlan, before] of former.interfaces) {
      if (!this.#wanted(plan, vlan)) await this.#bridge.removeInterface(before.name);
    }
    for (const [vlan, wanted] of plan.interfaces) {
      if (!plan.vlans.has(vlan)) continue;
      const before = former.vlans.has(vlan) ? former.interfaces.get(vlan) : undefined;
      if (before === wanted) continue;
      if (before?.mac !== wanted.mac) await this.#bridge.addInterface(wanted);
      await this.#configureInterface(wanted, before);
    }
    if (plan.defaultGateway !== former.defaultGateway || plan.interfaces !== former.interfaces) {
      await setDefaultRoute(plan.defaultGateway).catch((error: unknown) => {
        // A gateway in a subnet that is not there yet (a lease to come) can be no route; without one nothing is lost.
        if (plan.defaultGateway === former.defaultGateway) return;
        throw error;
      });
    }
  }

  /** What follows the rules: the links. */
  async finish(plan: ForwardingPlan, former: ForwardingPlan): Promise<void> {
    for (const [port, device] of this.#devices) {
      const wanted = plan.ports.get(port);
      const before = former.ports.get(port);
      if (wanted && wanted !== before) await this.#configurePort(device, wanted, before);
    }
  }

  /** A device that the driver takes over, or that came back. */
  async takePort(device: string, plan: PortPlan | undefined): Promise<void> {
    await isolatePort(device);
    if (plan) await this.#configurePort(device, plan, undefined);
    else await setLink(device, true);
  }

  #wanted(plan: ForwardingPlan, vlan: VlanId): boolean {
    return plan.interfaces.has(vlan) && plan.vlans.has(vlan);
  }

  async #configureInterface(wanted: InterfacePlan, before: InterfacePlan | undefined): Promise<void> {
    if (wanted.enabled !== before?.enabled) await setLink(wanted.name, wanted.enabled);
    if (wanted.addresses !== before?.addresses) await setAddresses(wanted.name, wanted.addresses);
  }

  async #configurePort(device: string, wanted: PortPlan, before: PortPlan | undefined): Promise<void> {
    if (wanted.maximumFrame !== before?.maximumFrame) await setMtu(device, wanted.maximumFrame - FRAME_OVERHEAD);
    if (this.#settable.mode && wanted.mode !== (before?.mode ?? 'auto')) await setPortMode(device, wanted.mode);
    if (this.#settable.flowControl && wanted.flowControl !== (before?.flowControl ?? false)) {
      await setFlowControl(device, wanted.flowControl);
    }
    if (wanted.admin !== before?.admin) await setLink(device, wanted.admin);
  }
}
