import type { Clock } from '../../datapath/clock.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import type { Message } from '../../model/values/message.ts';
import type { CloudPlace } from '../cloud/cloud-place.ts';
import type { DeviceContext, DeviceFeature } from '../feature.ts';
import type { StartedImage } from '../firmware/firmware-control.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import type { StoredConfiguration } from '../flash/stored-configuration.ts';
import type { LogEntry, Severity } from '../log/log.ts';
import type { ServiceListening } from '../service-places.ts';
import type { SecretStrength } from '../sessions/secret-strength.ts';
import type { Backend, SwitchEvents } from './backend.ts';
import type { HardwareModel } from './hardware-of.ts';
import type { Revision } from './revision.ts';

/** Parts of a switch. */
export interface SwitchOptions {
  /** In menu order. */
  readonly features: readonly DeviceFeature[];
  /** Not started yet; the switch starts and stops it. */
  readonly datapath: Datapath;
  readonly model: HardwareModel;
  /**
   * Folder in which the agent keeps its files; it is created if missing. State that cannot be stored there is valid
   * until the end.
   */
  readonly directory: string;
  readonly clock: Clock;
  readonly events: SwitchEvents;
  /** Advances with whatever standing answers are made of; default: its own. */
  readonly revision?: Revision;
  /** The password of the first account, instead of a random one. */
  readonly initialPassword?: string | undefined;
  /** Listening places of services other than the console; default: at the switch's own addresses. */
  readonly services?: ServiceListening;
  /** The TCP port of the console; default 80. */
  readonly consolePort?: number;
  /**
   * The initial configuration of a switch that starts for the first time, instead of the factory's settings; default:
   * nothing.
   */
  readonly delivered?: () => Promise<StoredConfiguration | undefined>;
  /** The cloud that can manage the switch; default: none can. */
  readonly cloud?: CloudPlace | undefined;
  /** The version of the console's build. */
  readonly webVersion: string;
  /** Findings of its process while it started the switch, for the log. */
  readonly reports?: readonly Report[];
  /** The switch ended by itself before, and is started again by its process. */
  readonly crashed?: boolean;
  /** How its process was started; default: without a boot program. */
  readonly firmware?: StartedImage;
  /** Default: the host's own. */
  readonly files?: FlashFiles;
  /** Is called with each entry of the log from the first one on. */
  readonly logged?: (entry: LogEntry) => void;
  /** The host's date, milliseconds since 1970. */
  readonly hostTime?: () => number;
  /** Default: as delivered. */
  readonly secrets?: SecretStrength;
}

/** Something for the log. */
export interface Report {
  readonly severity: Severity;
  readonly message: Message;
}

/** A switch that runs. */
export interface RunningSwitch {
  readonly backend: Backend;
  readonly context: DeviceContext;
  /** Stops services and datapath; what the datapath made on the host is gone afterwards. */
  stop(): Promise<void>;
}
