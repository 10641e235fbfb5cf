import type { PortState, PowerState } from '../../datapath/datapath.ts';
import type { UnsavedChange } from '../../device/history/change-history.ts';
import type { SlotReader } from '../../device/slot.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { Message } from '../../model/values/message.ts';
import type { SurveillanceDevice } from '../../protocols/surveillance/state.ts';

/** Information about a port and the device connected to it. */
export interface PortSituation {
  readonly port: number;
  readonly isUp: boolean;
  readonly duplex: PortState['duplex'];
  /** Megabits per second now, and at most. */
  readonly speed: number;
  readonly fastest: number;
  readonly isCopper: boolean;
  /** Damaged frames received in the time that is looked at. */
  readonly damaged: number;
  /** How often the link went away in the time that is looked at. */
  readonly losses: number;
  /** The highest speed that the link had since the start, in megabits per second. */
  readonly fastestSeen: number;
  /** The camera or recorder there, of several one that is silent; undefined where none is known. */
  readonly device: Pick<SurveillanceDevice, 'kind' | 'reply' | 'address'> | undefined;
  readonly isLooped: boolean;
  /** The power supplied there; undefined if the port supplies none. */
  readonly power: Pick<PowerState, 'status' | 'milliwatts'> | undefined;
  /** Milliwatts that the port may give; undefined where nothing is limited. */
  readonly allowed: number | undefined;
  /** The fault that the last cable test found; undefined if there was no test, or no fault. */
  readonly cableFault: { readonly words: Message; readonly metres: number | undefined } | undefined;
}

/** Input of the rules: the configuration, and the state of the switch at one moment. */
export interface Facts {
  readonly configuration: Configuration;
  readonly hardware: Hardware;
  readonly slots: SlotReader;
  /** In order. */
  readonly ports: readonly PortSituation[];
  /** Minutes that `damaged` and `losses` look back. */
  readonly minutes: number;
  /** Milliwatts that the supply can give, and that devices draw; undefined without Power over Ethernet. */
  readonly supply: { readonly budget: number; readonly drawn: number } | undefined;
  /** Milliseconds since 1970 by the device's clock, and whether that was ever set. */
  readonly now: number;
  readonly isClockSet: boolean;
  readonly unsaved: readonly UnsavedChange[];
  /** Addresses that two stations claim in turn, and who they are: some of them where there are many. */
  readonly contested: readonly { readonly address: string; readonly macs: readonly [string, string] }[];
  /** Rows of the address table in use, and at most; undefined while they were not counted. */
  readonly addresses: { readonly used: number; readonly size: number } | undefined;
}
