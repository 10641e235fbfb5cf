import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type ConfigurationDocument, type Difference, differencesBetween } from '../fleet/differences.ts';
import type { FirmwareChange } from '../store/firmware-change.ts';
import type { KeptSwitch } from '../store/switches.ts';
import { type SettingsChange, withChange } from './settings-change.ts';

/** Next step in the turn of a switch, by its known state. */
type SwitchTurn =
  | { readonly kind: 'leaveOut'; readonly reason: Message }
  /** Something has to end first. */
  | { readonly kind: 'wait'; readonly reason: Message }
  /** It has all that is brought. */
  | { readonly kind: 'same' };

/** For settings: also what it is to be set to, and how that differs from what it is. */
export type SettingsTurn =
  | SwitchTurn
  | { readonly kind: 'take'; readonly document: ConfigurationDocument; readonly differences: readonly Difference[] };

export type FirmwareTurn = SwitchTurn | { readonly kind: 'take' };

const managedLocally: SwitchTurn = { kind: 'leaveOut', reason: say('It is managed locally.') };
const notKnown: SwitchTurn = { kind: 'wait', reason: say('Its settings are not known yet.') };

/** The revision by which settings are rolled out to a switch: its configuration; undefined if unknown. */
export const baseOf = ({ report }: KeptSwitch): number | undefined => report?.revision;

/** The turn of a switch with settings; `base` is the configuration of `baseOf`. Pure. */
export function settingsTurn(
  objects: readonly ObjectDeclaration[],
  { report, desiredRevision, badRevisions }: KeptSwitch,
  base: ConfigurationDocument | undefined,
  settings: SettingsChange,
): SettingsTurn {
  if (!report) return notKnown;
  if (report.owner === 'local') return managedLocally;
  // It has its turn after that.
  if (report.pending || (report.revision < desiredRevision && !badRevisions.includes(desiredRevision))) {
    return { kind: 'wait', reason: say('Another change is in progress.') };
  }
  if (report.revisionHash !== undefined && report.revisionHash !== report.hash) {
    const reason = say('It was changed at the switch: resolve the difference first.');
    return { kind: 'leaveOut', reason };
  }
  if (!base) return notKnown;
  const changed = withChange(objects, base, settings);
  if ('refusal' in changed) return { kind: 'leaveOut', reason: changed.refusal };
  const { document } = changed;
  const differences = differencesBetween(objects, [base, document]);
  return differences.length === 0 ? { kind: 'same' } : { kind: 'take', document, differences };
}

/** The turn of a switch with firmware. Pure. */
export function firmwareTurn({ report, model, version }: KeptSwitch, firmware: FirmwareChange): FirmwareTurn {
  if (!report) return notKnown;
  if (report.owner === 'local') return managedLocally;
  if (!firmware.models.includes(model)) {
    return { kind: 'leaveOut', reason: say('The firmware is not for {{model}}.', { model }) };
  }
  return version === firmware.version ? { kind: 'same' } : { kind: 'take' };
}
