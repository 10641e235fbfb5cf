import { isRecord } from '../../model/values/json-record.ts';
import type { BatchCall, ObjectCall, RemoteCall } from '../../model/wire/call.ts';
import type { WireChange } from '../../model/wire/dry-run.ts';
import { call } from './call.ts';

/** Asks the device what a call would come to; rejects with what it would be refused with. The result is a `DryRunResult`. */
export function dryRun(change: ObjectCall | BatchCall): Promise<unknown> {
  return call({ ...change, params: { ...change.params, DryRun: 1 } } as RemoteCall);
}

/** The ports in a dry run's result at which a device would lose its power; "" for none. */
export function unpoweredIn(result: unknown): string {
  const isResult = typeof result === 'object' && result !== null && 'unpowered' in result;
  return isResult && typeof result.unpowered === 'string' ? result.unpowered : '';
}

/** The changes in a dry run's result; none where there is no reading it. */
export function changesIn(result: unknown): readonly WireChange[] {
  const isResult = typeof result === 'object' && result !== null && 'changes' in result;
  return isResult && Array.isArray(result.changes) ? result.changes : [];
}

/** The lines of the command line in a dry run's result; undefined where there are none. */
export function commandsIn(result: unknown): readonly string[] | undefined {
  const { commands } = isRecord(result) ? result : {};
  return Array.isArray(commands) && commands.every((line) => typeof line === 'string') ? commands : undefined;
}
