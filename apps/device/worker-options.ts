import type { StartedImage } from '../../device/firmware/firmware-control.ts';
import type { OutputFormat } from '../../device/log/output-line.ts';
import type { Report } from '../../device/switch/switch-options.ts';
import type { AgentOptions } from './options.ts';

/** Start parameters of the switch's thread. */
export interface WorkerOptions {
  readonly agent: AgentOptions;
  /** The memory of the switch's `Revision`. */
  readonly revision: SharedArrayBuffer;
  /** The version of the console's build. */
  readonly webVersion: string;
  /** The thread before this one ended by itself. */
  readonly crashed: boolean;
  /** How the log is written to standard output; undefined if it is not. */
  readonly output: OutputFormat | undefined;
  readonly firmware: StartedImage;
  /** Findings of the process before, for the log. */
  readonly reports: readonly Report[];
}
