import { type Message, say } from '../../model/values/message.ts';
import type { ForwardingPlan, PortNumber } from '../plan.ts';
import type { Bridge, PortDevices } from './bridge.ts';
import { mtuOf, sparing } from './host-links.ts';
import { type HostDevice, isPresent } from './host-network.ts';
import { CARRIER, Carrier } from './queues/carrier.ts';
import { CARRIER_PORT, schedulingOf } from './queues/queue-tag.ts';
import { type Shape, Shapers, UNSHAPED } from './queues/shaper.ts';

const ETHERNET_HEADER = 14;

/** The queues of the ports: shapers of their devices, and what leads frames there. */
export class HostQueues {
  readonly #devices: PortDevices;
  readonly #shapers = new Shapers();
  readonly #carrier = new Carrier();

  constructor(devices: PortDevices) {
    this.#devices = devices;
  }

  /** Creates what has to exist before the rules. Without `former` nothing is assumed. */
  async prepare(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    if (plan.queueing && (!former || plan.queueing !== former.queueing || plan.ports !== former.ports)) {
      if (!former?.queueing) {
        if (await this.#carrier.ensure()) await bridge.readd(CARRIER_PORT, CARRIER);
        else await bridge.addDevice(CARRIER, CARRIER_PORT);
      }
      await this.#shape(plan, former);
      await this.#leadToPorts(plan);
    } else if (plan.queueing) await this.#shape(plan, former);
  }

  /** Deletes what rules may have used. */
  async finish(plan: ForwardingPlan, former: ForwardingPlan | undefined, bridge: Bridge): Promise<void> {
    if (plan.queueing) return;
    await this.#shape(plan, former);
    if (former && !former.queueing) return;
    await bridge.removePorts([CARRIER]);
    await this.#carrier.remove();
  }

  /** Those of one port whose device came back. */
  async configurePort(port: PortNumber, device: string, plan: ForwardingPlan): Promise<void> {
    await sparing(device, this.#shapers.shape(new Map([[device, shapeOf(plan, port)]])));
    // The kernel has another number for it now.
    await this.#leadToPorts(plan);
  }

  /** By device, the frames that found no room in its queues since the start. */
  drops(): Promise<ReadonlyMap<string, bigint>> {
    return this.#shapers.drops();
  }

  /** Lets every device send as it can. */
  async release(): Promise<void> {
    const present = [...this.#devices.values()].filter(isPresent);
    await this.#shapers.shape(new Map(present.map((device) => [device, UNSHAPED])));
    await this.#carrier.remove();
  }

  /** Changes by the host to them. */
  async changedByHost(present: ReadonlyMap<string, HostDevice>): Promise<Message[]> {
    const found: Message[] = [];
    const reshaped = new Set(await this.#shapers.changed());
    for (const device of this.#devices.values()) {
      if (reshaped.has(device) && present.has(device))
        found.push(say('The shaper of interface {{device}} had been changed.', { device }));
    }
    if (await this.#carrier.isChanged(present))
      found.push(say('The devices that lead to the queues had been changed.'));
    return found;
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
}

function shapeOf({ rates, queueing }: ForwardingPlan, port: PortNumber): Shape {
  return { kilobits: rates.get(port)?.egressKilobits, queues: queueing };
}
