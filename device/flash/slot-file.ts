import { type Message, say } from '../../model/values/message.ts';
import { type CheckedText, formatChecked, readChecked } from './checked-text.ts';
import { Unusable } from './failure-reason.ts';
import type { SlotId } from './flash-control.ts';
import { isStored, migrate, SLOT_VERSION } from './migrations.ts';
import { changedConfiguration, noChanges, readSlotChanges, type SlotChanges } from './slot-changes.ts';
import type { StoredConfiguration } from './stored-configuration.ts';

const FORMAT = 'faceplate-configuration';

/** The format of the changes beside a slot's file. */
const CHANGES_FORMAT = 'faceplate-configuration-changes';

/** Header of a slot's file. */
export interface SlotHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly model: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly savedAt: number;
  readonly user: string;
  /** The device still counts as never configured: a factory default that kept something. */
  readonly asDefault: boolean;
  /** Random; only in a file that has another one with changes beside it, which names it so. */
  readonly id?: string;
}

/** What is said in the header of what is written. */
type Heading = Omit<SlotHeader, 'format' | 'version'>;

/** A slot's file and what is beside it, read: what they hold, or why they cannot be used. */
export type SlotReading =
  | {
      readonly ok: true;
      /** Of the last save: that of the changes, where there are any. */
      readonly header: SlotHeader;
      readonly stored: StoredConfiguration;
      /** The part of it that stands beside the file; undefined where nothing can be kept there. */
      readonly changes?: SlotChanges;
      /** Later saves than the one in the file are lost; completes "The changes beside it …". */
      readonly lost?: Message;
    }
  | { readonly ok: false; readonly reason: Message; readonly otherFormat?: OtherFormat };

/** Of a slot's file that is in a format which this software does not read. */
interface OtherFormat {
  /** The version of our own format, or the name of another; undefined if the file has no header. */
  readonly name: number | string | undefined;
  /** Its contents, not migrated; undefined if it does not have the form of a configuration. */
  readonly stored: StoredConfiguration | undefined;
}

/** What is beside the file of a slot: a text, nothing, or why that is not known. */
export interface Beside {
  readonly slot: SlotId;
  readonly text: string | undefined | { readonly unread: Message };
}

/** The text of a slot's file: the header in one line of JSON with a checksum of all, then the configuration. */
export function formatSlot(stored: StoredConfiguration, heading: Heading): string {
  return formatChecked(slotHeader(heading), `${JSON.stringify(stored)}\n`);
}

/** The text of the changes that come on top of the slot's file with this `id`, in the same form. */
export function formatSlotChanges(slot: SlotId, id: string, changes: SlotChanges, heading: Heading): string {
  const header = { ...slotHeader({ ...heading, id }), format: CHANGES_FORMAT, slot };
  return formatChecked(header, `${JSON.stringify(changes)}\n`);
}

/** The header of a slot that this software writes. */
export function slotHeader({ model, savedAt, user, asDefault, id }: Heading): SlotHeader {
  return { format: FORMAT, version: SLOT_VERSION, model, savedAt, user, asDefault, ...(id !== undefined && { id }) };
}

/** Reads a slot's file with the changes beside it, brought up to the present version. Never throws, whatever the texts. */
export function readSlot(text: string, beside?: Beside): SlotReading {
  const checked = readChecked(text);
  const header = checked && readHeader(checked.header, FORMAT);
  if (text === '') return { ok: false, reason: say('it is empty') };
  if (!checked || !header) {
    const named = checked?.header.format;
    const name = typeof named === 'string' && named !== FORMAT ? named : undefined;
    return { ok: false, reason: say('it has no valid header'), otherFormat: { name, stored: undefined } };
  }
  const { body, whole } = checked;
  if (!whole) return { ok: false, reason: say('its checksum is wrong') };
  const { version } = header;
  let json: unknown;
  try {
    json = JSON.parse(body);
    const found = header.id !== undefined && beside && readBeside(beside, { ...header, id: header.id });
    if (!found || !isStored(json)) return { ok: true, header, stored: migrate(json, version) };
    if ('lost' in found) return { ok: true, header, stored: migrate(json, version), lost: found.lost };
    const { changes } = found;
    return { ok: true, header: found.header, stored: migrate(changedConfiguration(json, changes), version), changes };
  } catch (error) {
    const reason = error instanceof Unusable ? error.reason : say('it cannot be read');
    if (version >= 1 && version <= SLOT_VERSION) return { ok: false, reason };
    return { ok: false, reason, otherFormat: { name: version, stored: isStored(json) ? json : undefined } };
  }
}

/** Whether a text is, letter by letter, changes that were written beside the file of this slot, be it a former one. */
export function isWholeBeside({ slot, text }: Beside): boolean {
  const checked = typeof text === 'string' ? readChecked(text) : undefined;
  return checked?.whole === true && checked.header.format === CHANGES_FORMAT && checked.header.slot === slot;
}

/**
 * The changes beside a file, with the header of the last save. Those of a former file are over: they are left there when it is
 * replaced. That any are missing is a loss: they are there before the file is.
 */
function readBeside(
  beside: Beside,
  file: SlotHeader & { readonly id: string },
): { readonly header: SlotHeader; readonly changes: SlotChanges } | { readonly lost: Message } {
  const { text } = beside;
  if (typeof text === 'object') return { lost: say('cannot be read, because {{reason}}', { reason: text.unread }) };
  if (text === undefined) return { lost: say('are missing') };
  const checked = isWholeBeside(beside) ? readChecked(text) : undefined;
  const header = checked && readHeader(checked.header, CHANGES_FORMAT);
  if (!checked || !header) return { lost: areDamaged };
  if (header.id !== file.id) return { header: file, changes: noChanges };
  const changes = header.version === file.version ? readSlotChanges(parsed(checked.body)) : undefined;
  return changes ? { header, changes } : { lost: areDamaged };
}

const areDamaged = say('are damaged');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header of what is in `format`; that it has for its own is ours in any case. */
function readHeader(header: CheckedText['header'], of: string): SlotHeader | undefined {
  const { format, version, model, savedAt, user, asDefault, id } = header;
  if (format !== of || !Number.isSafeInteger(version) || typeof version !== 'number') {
    return undefined;
  }
  if (typeof model !== 'string' || typeof savedAt !== 'number' || typeof user !== 'string') return undefined;
  return {
    format: FORMAT,
    ...{ version, model, savedAt, user, asDefault: asDefault === true },
    ...(typeof id === 'string' && { id }),
  };
}
