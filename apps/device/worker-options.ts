import type { StartedImage } from '../../device/firmware/firmware-control.ts';
import type { Report } from '../../device/switch/switch.ts';
import type { AgentOptions } from './options.ts';

/** What the switch's thread is started with. */
export interface WorkerOptions {
  readonly agent: AgentOptions;
  /** The version of the console's build. */
  readonly webVersion: string;
  /** The thread before this one ended by itself. */
  readonly crashed: boolean;
  readonly firmware: StartedImage;
  /** What the process found out before, for the log. */
  readonly reports: readonly Report[];
}
