import type { AgentOptions } from './options.ts';

/** What the switch's thread is started with. */
export interface WorkerOptions {
  readonly agent: AgentOptions;
  /** The version of the console's build. */
  readonly webVersion: string;
  /** The thread before this one ended by itself. */
  readonly crashed: boolean;
}
