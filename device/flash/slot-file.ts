import { type Message, say } from '../../model/values/message.ts';
import { type CheckedText, formatChecked, readChecked } from './checked-text.ts';
import { Unusable } from './failure-reason.ts';
import { isStored, migrate, SLOT_VERSION } from './migrations.ts';
import type { StoredConfiguration } from './stored-configuration.ts';

const FORMAT = 'faceplate-configuration';

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
}

/** A slot's file, read: what it holds, or why it cannot be used. */
export type SlotReading =
  | { readonly ok: true; readonly header: SlotHeader; readonly stored: StoredConfiguration }
  | { readonly ok: false; readonly reason: Message; readonly otherFormat?: OtherFormat };

/** Of a slot's file that is in a format which this software does not read. */
interface OtherFormat {
  /** The version of our own format, or the name of another; undefined if the file has no header. */
  readonly name: number | string | undefined;
  /** Its contents, not migrated; undefined if it does not have the form of a configuration. */
  readonly stored: StoredConfiguration | undefined;
}

/** The text of a slot's file: the header in one line of JSON with a checksum of all, then the configuration. */
export function formatSlot(
  stored: StoredConfiguration,
  { model, savedAt, user, asDefault }: Omit<SlotHeader, 'format' | 'version'>,
): string {
  return formatChecked(slotHeader({ model, savedAt, user, asDefault }), `${JSON.stringify(stored)}\n`);
}

/** The header of a slot that this software writes. */
export function slotHeader({ model, savedAt, user, asDefault }: Omit<SlotHeader, 'format' | 'version'>): SlotHeader {
  return { format: FORMAT, version: SLOT_VERSION, model, savedAt, user, asDefault };
}

/** Reads a slot's file, brought up to the present version. Never throws, whatever the text. */
export function readSlot(text: string): SlotReading {
  const checked = readChecked(text);
  const header = checked && readHeader(checked.header);
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
    return { ok: true, header, stored: migrate(json, version) };
  } catch (error) {
    const reason = error instanceof Unusable ? error.reason : say('it cannot be read');
    if (version >= 1 && version <= SLOT_VERSION) return { ok: false, reason };
    return { ok: false, reason, otherFormat: { name: version, stored: isStored(json) ? json : undefined } };
  }
}

function readHeader(header: CheckedText['header']): SlotHeader | undefined {
  const { format, version, model, savedAt, user, asDefault } = header;
  if (format !== FORMAT || !Number.isSafeInteger(version) || typeof version !== 'number') {
    return undefined;
  }
  if (typeof model !== 'string' || typeof savedAt !== 'number' || typeof user !== 'string') return undefined;
  return { format, version, model, savedAt, user, asDefault: asDefault === true };
}
