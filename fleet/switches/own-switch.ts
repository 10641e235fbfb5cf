import type { FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptSwitch } from '../../cloud/store/switches.ts';
import { Refusal } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';

/** The tenant's switch with this serial number. Rejects with a `Refusal` (2) if it is another's, or unclaimed. */
export async function ownSwitch(
  { store }: FleetContext,
  serial: Value | undefined,
  tenant: string,
): Promise<KeptSwitch> {
  const kept = serial === undefined ? undefined : await store.switchOf(String(serial));
  if (kept?.tenant === tenant) return kept;
  throw new Refusal(ErrorCode.noSuchName, say('The fleet has no switch with this serial number.'));
}
