import type { Change } from '../../model/configuration/change.ts';
import type { DeviceContext } from '../feature.ts';
import type { Caller, Request } from '../management.ts';
import type { Verb } from './command.ts';
import type { CommandIo } from './command-io.ts';

/** A verb with what it does. */
export interface RunnableVerb extends Verb {
  /** Rejects with a `Refusal`. */
  run(given: readonly string[], on: VerbSurroundings): Promise<void>;
}

/** Surroundings of a verb. */
interface VerbSurroundings {
  readonly context: DeviceContext;
  readonly caller: Caller;
  readonly io: CommandIo;
  /** Nothing is to be asked. */
  readonly isForced: boolean;
  /** The effect of the change in progress; undefined outside of one. */
  readonly begun: (() => Promise<readonly Change[]>) | undefined;
  /** Prints lines through the filter that was asked for. */
  print(lines: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** Asks for the password where it was not shown lately. Rejects with a `Refusal` where it is not given, or wrong. */
  prove(): Promise<void>;
  /** Carries requests out; where that may cut the session off it asks first. */
  perform(requests: readonly Request[]): Promise<void>;
}
