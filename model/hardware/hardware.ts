import type { Capability } from './capability.ts';

/** The configuration's view of its switch; fixed while the agent runs. */
export interface Hardware {
  readonly modelName: string;
  readonly portCount: number;
  /** "00-11-22-33-44-55". */
  readonly baseMacAddress: string;
  /** By port number: what the port is built as and what it can do. */
  readonly ports: ReadonlyMap<number, HardwarePort>;
  readonly maxVlanId: number;
  /** VLANs that can exist side by side. */
  readonly maxVlans: number;
  readonly mirrorSessions: number;
  /** Milliwatts that it can give to powered devices; left out, it powers none. */
  readonly powerBudget?: number;
  /**
   * Capabilities that the datapath lacks; settings that need them are refused, menu entries that need them are closed.
   */
  readonly lacking: ReadonlySet<Capability>;
}

/** A physical port; `pse` says whether it can power a device. */
export interface HardwarePort {
  readonly number: number;
  readonly media: 'copper' | 'fiber' | 'combo';
  /** Megabits per second, ascending. */
  readonly speeds: readonly number[];
  readonly pse: boolean;
  /** Whether its link can sleep while idle (IEEE 802.3az); left out, it cannot. */
  readonly energyEfficient?: boolean;
}

/** The serial number: the base MAC address without separators. */
export function serialNumber({ baseMacAddress }: Pick<Hardware, 'baseMacAddress'>): string {
  return baseMacAddress.replaceAll('-', '');
}
