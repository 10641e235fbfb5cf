import { type Message, say } from '../../model/values/message.ts';
import { SpokenError, saidBy } from '../../model/values/spoken-error.ts';
import type { ForwardingPlan, PortNumber, PortPlan } from '../plan.ts';
import type { PortDevices } from './bridge.ts';
import { changeNetwork, type HostDevice, hostDevices, isPresent } from './host-network.ts';
import { setEnergyEfficient, setFlowControl, setPortMode } from './link-settings.ts';

/** Octets of a frame around its payload, with one tag and the FCS. */
const FRAME_OVERHEAD = 22;

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

/** The links of the ports: frame sizes, modes, and whether they are up. */
export class HostLinks {
  readonly #devices: PortDevices;
  readonly #settable: SettableLinks;
  readonly #report: (message: Message) => void;
  /** Of devices that refuse the frame size of their port, the MTU that they stay at. */
  readonly #refusedSizes = new Map<string, number>();
  /** The last settings of ports: setting a mode again would interrupt the link. */
  readonly #links = new Map<PortNumber, Pick<PortPlan, 'mode' | 'flowControl' | 'energyEfficient'>>();

  /** @param report receives what a device refuses while it accepts the rest. */
  constructor(devices: PortDevices, settable: SettableLinks, report: (message: Message) => void) {
    this.#devices = devices;
    this.#settable = settable;
    this.#report = report;
  }

  /** A change is refused where a device refuses it; where everything is put back, the others do not wait for one device. */
  async finish(plan: ForwardingPlan, former: ForwardingPlan | undefined): Promise<void> {
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

  /** A port whose device came back is set up like a new one: its own settings are not known. */
  forget(port: PortNumber): void {
    this.#links.delete(port);
  }

  /** Configures one port whose device came back. */
  async configurePort(port: PortNumber, device: string, plan: PortPlan): Promise<void> {
    const { maximumFrame, admin } = plan;
    const refusals = await this.#changeLinks([{ device, maximumFrame, admin }]);
    refusals.push(...(await refusalOf(device, this.#setLink(port, device, plan))));
    for (const refusal of refusals) this.#report(refusal);
  }

  /** Changes by the host to the ports' devices, compared with the plan in force. */
  changedByHost(present: ReadonlyMap<string, HostDevice>, { ports }: ForwardingPlan): Message[] {
    return [...this.#devices].flatMap(([port, name]) => {
      const device = present.get(name);
      return device ? changesOfPort(device, ports.get(port), this.#refusedSizes.get(name)) : [];
    });
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

/** How the host has changed whether a device is up. */
export function switched({ name, up }: HostDevice): Message {
  return up
    ? say('Interface {{device}} had been enabled on the host.', { device: name })
    : say('Interface {{device}} had been disabled on the host.', { device: name });
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
export async function sparing(device: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (isPresent(device)) throw error;
  }
}
