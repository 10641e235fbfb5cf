import { type ConfigurationDocument, readDocument } from '../../cloud/fleet/differences.ts';
import type { FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import { askSwitch } from '../../cloud/gateway/switch-subjects.ts';
import { readSettingsChange, type SettingsChange } from '../../cloud/rollouts/settings-change.ts';
import { type FirmwareChange, readFirmwareChange } from '../../cloud/store/firmware-change.ts';
import type { KeptRollout } from '../../cloud/store/rollouts.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { readSwitchAnswer } from '../../protocols/cloud/messages.ts';
import { fleetRolloutEntry } from './objects.ts';
import { changeOf } from './settings.ts';

/** Milliseconds that a switch has for its configuration. */
const PATIENCE = 20_000;

/**
 * Present settings of a switch of the tenant. Rejects with a `Refusal` if there is none, or it does not report them.
 */
export async function configurationOf(
  { store, bus }: FleetContext,
  serial: string,
  tenant: string,
): Promise<ConfigurationDocument> {
  if ((await store.switchOf(serial))?.tenant !== tenant) {
    throw new Refusal(ErrorCode.noSuchName, say('The fleet has no switch with this serial number.'));
  }
  const asked = askSwitch(bus, serial, { method: 'configuration', params: {} }, PATIENCE).catch(() => undefined);
  const present = readDocument(JSON.stringify(readSwitchAnswer('configuration', await asked)?.configuration));
  if (present) return present;
  throw new Refusal(ErrorCode.resourceUnavailable, say('The switch does not respond. It may be restarting.'));
}

/** The settings that a rollout is to bring. Rejects with a `Refusal`. */
export async function settingsBrought(context: FleetContext, values: Values, tenant: string): Promise<SettingsChange> {
  const names = String(values.fleetRolloutSettings ?? '')
    .split(' ')
    .filter((name) => name !== '');
  const place = placeIn(fleetRolloutEntry, values, 'fleetRolloutSettings');
  if (names.length === 0) throw new Refusal(ErrorCode.wrongValue, say('Choose the settings to roll out.'), place);
  const document = await configurationOf(context, String(values.fleetRolloutFrom ?? ''), tenant);
  const change = changeOf(context.switchObjects, document, names, values.fleetRolloutReplaces === 1);
  if (!change) throw new Refusal(ErrorCode.wrongValue, say('One of the settings cannot be rolled out.'), place);
  return change;
}

/** The firmware that a rollout is to bring. Rejects with a `Refusal`. */
export async function firmwareBrought(
  { store }: FleetContext,
  digest: string,
  tenant: string,
): Promise<FirmwareChange> {
  const found = await store.firmware.of(tenant, digest);
  if (!found) throw firmwareGone();
  const { version, models, size } = found;
  return { digest, version, models: [...models], size };
}

export const firmwareGone = () => new Refusal(ErrorCode.noSuchName, say('The cloud has no such firmware.'));

/** Contents of a rollout, in a few words. */
export function whatOf({ kind, change }: Pick<KeptRollout, 'kind' | 'change'>): Message {
  if (kind === 'firmware') return say('Firmware {{version}}', { version: readFirmwareChange(change).version });
  const parts = Object.values(readSettingsChange(change).objects);
  const count = parts.reduce((sum, part) => sum + (Array.isArray(part) ? 1 : Object.keys(part).length), 0);
  return say('Settings: {{count}}', { count });
}
