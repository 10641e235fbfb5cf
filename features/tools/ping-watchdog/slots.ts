import { plannedSlot, slot } from '../../../device/slot.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { pingWatchdogEntry } from './objects.ts';

/** State of a watched host. */
export interface Standing {
  /** One of `WatchdogStatus`. */
  readonly status: RowOf<typeof pingWatchdogEntry>['pingWatchdogStatus'];
  /** Requests that stayed unanswered in a row. */
  readonly fails: number;
  /** How often something was done for it since the counters were cleared. */
  readonly actions: number;
  /** When it answered last, milliseconds since 1970; undefined where it never did. */
  readonly lastReply: number | undefined;
}

/** By address; what is not watched now keeps its counters. */
export const standings = slot<ReadonlyMap<string, Standing>>('watchdogStandings', new Map());

/** The ports that give no power for a while because the host behind them fell silent; those that are shut are `closedPorts`. */
export const unpoweredPorts = plannedSlot<ReadonlySet<number>>('watchdogPorts', new Set(), 'lost');
