import { isIPv4 } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { type Message, say } from '../../model/values/message.ts';
import type { ForwardingPlan, InterfacePlan } from '../plan.ts';
import type { Bridge } from './bridge.ts';
import { switched } from './host-links.ts';
import {
  changeNetwork,
  forwardingSettings,
  type HostAddress,
  type HostDevice,
  hostDevices,
  interfaceSettings,
  isPresent,
  setKernelSettings,
} from './host-network.ts';
import { type InterfaceNames, setArpAgeing, setNeighbours } from './kernel-neighbours.ts';
import { setRoutes } from './kernel-routes.ts';
import { CARRIER } from './queues/carrier.ts';

/** Milliseconds between neighbor solicitations (RFC 4861 10, RETRANS_TIMER). */
const RETRANSMIT_TIME = 1000;

/** The switch's interfaces that a plan wants: an interface without its VLAN does not exist. */
export function wantedInterfaces(plan: ForwardingPlan): InterfacePlan[] {
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

/** The switch's own interfaces on the host, with their addresses, neighbors and routes. */
export class HostInterfaces {
  /** Creates those of a plan, and puts their ways in force. Without `former` nothing is assumed. */
  async prepare(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
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
      await bridge.removePorts(this.missing(plan));
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

  /** The switch's interfaces that the host does not have. */
  missing(plan: ForwardingPlan): string[] {
    return wantedInterfaces(plan)
      .map(({ name }) => name)
      .filter((name) => !isPresent(name));
  }

  /** Changes by the host to them, compared with the plan in force. */
  changedByHost(present: ReadonlyMap<string, HostDevice>, plan: ForwardingPlan): Message[] {
    const found: Message[] = [];
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
    return found;
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
    // By their contents: to ask the kernel what it has of them is to start programs.
    const stays = (part: 'forwardsIpv4' | 'arpAgeing' | 'neighbours' | 'routes') =>
      former !== undefined && !mayBeLost && isDeepStrictEqual(plan[part], former[part]);
    if (!stays('forwardsIpv4')) {
      await setKernelSettings(interfaces.flatMap(({ name }) => forwardingSettings(name, plan.forwardsIpv4)));
    }
    const enabled = interfaceNames(plan);
    if (!stays('arpAgeing')) await setArpAgeing(plan.arpAgeing, enabled);
    if (!stays('neighbours')) await setNeighbours(plan, enabled);
    if (stays('routes')) return;
    const nameOf = new Map([...enabled].map(([name, vlan]) => [vlan, name]));
    await setRoutes(plan.routes.values(), (vlan) => nameOf.get(vlan), new Set(interfaces.map(({ name }) => name)));
  }
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
