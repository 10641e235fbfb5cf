import type { PortList } from '../../model/values/port-list.ts';
import type { VlanId, VlanPlan } from '../plan.ts';
import { type BlockedPorts, EVERY_VLAN, type InstanceState } from '../state.ts';
import { EVERY_PORT_MASK, masks, NO_PORT_MASK, type PortMask, portMask } from './port-mask.ts';
import type { SwitchPort } from './switch-port.ts';

const VIDS = 4096;
/** The common and internal spanning tree, which every VLAN is in that is in no other instance. */
const CIST = 0;

interface InstanceMasks {
  readonly learning: PortMask;
  readonly forwarding: PortMask;
}

const OPEN: InstanceMasks = { learning: EVERY_PORT_MASK, forwarding: EVERY_PORT_MASK };

/** The VLANs in force, and what their spanning-tree instance and blocked ports leave of them, as bit masks. */
export class VlanTable {
  readonly #exists = new Uint8Array(VIDS);
  readonly #members: PortMask[] = Array.from({ length: VIDS }, () => NO_PORT_MASK);
  readonly #untagged: PortMask[] = Array.from({ length: VIDS }, () => NO_PORT_MASK);
  readonly #instanceOf = new Uint16Array(VIDS);
  #instances: ReadonlyMap<number, InstanceMasks> = new Map();
  #blocked: ReadonlyMap<VlanId, PortMask> = new Map();

  /** Puts a VLAN in force, or takes it away. */
  set(vlan: VlanId, plan: VlanPlan | undefined): void {
    this.#exists[vlan] = plan ? 1 : 0;
    this.#members[vlan] = plan ? portMask(plan.members) : NO_PORT_MASK;
    this.#untagged[vlan] = plan ? portMask(plan.untagged) : NO_PORT_MASK;
  }

  /** Says which instance each VLAN is in; those that are not named are in the CIST. */
  setInstances(instanceOf: ReadonlyMap<VlanId, number>): void {
    this.#instanceOf.fill(CIST);
    for (const [vlan, instance] of instanceOf) this.#instanceOf[vlan] = instance;
  }

  /** Says what each instance lets its ports do; one that is not named lets them all. */
  setInstanceStates(states: ReadonlyMap<number, InstanceState>): void {
    const entries = [...states].map(
      ([instance, { learning, forwarding }]) =>
        [instance, { learning: portMask(learning | forwarding), forwarding: portMask(forwarding) }] as const,
    );
    this.#instances = new Map(entries);
  }

  /** Says at which ports each VLAN, or with `EVERY_VLAN` all of them, are closed. */
  setBlocked(blocked: ReadonlyMap<VlanId, BlockedPorts>): void {
    const everywhere: PortList = blocked.get(EVERY_VLAN)?.ports ?? 0n;
    this.#blocked = new Map([...blocked].map(([vlan, { ports }]) => [vlan, portMask(ports | everywhere)]));
  }

  has(vlan: VlanId): boolean {
    return this.#exists[vlan] === 1;
  }

  members(vlan: VlanId): PortMask {
    return this.#members[vlan] ?? NO_PORT_MASK;
  }

  isMember(vlan: VlanId, port: SwitchPort): boolean {
    return masks(this.members(vlan), port);
  }

  isUntagged(vlan: VlanId, port: SwitchPort): boolean {
    return masks(this.#untagged[vlan] ?? NO_PORT_MASK, port);
  }

  /** The ports at which the VLAN is closed. */
  blocked(vlan: VlanId): PortMask {
    return this.#blocked.get(vlan) ?? this.#blocked.get(EVERY_VLAN) ?? NO_PORT_MASK;
  }

  /** The ports at which the VLAN learns, those that forward among them. */
  learning(vlan: VlanId): PortMask {
    return this.#instance(vlan).learning;
  }

  /** The ports at which the VLAN forwards. */
  forwarding(vlan: VlanId): PortMask {
    return this.#instance(vlan).forwarding;
  }

  #instance(vlan: VlanId): InstanceMasks {
    return this.#instances.get(this.#instanceOf[vlan] ?? CIST) ?? OPEN;
  }
}
