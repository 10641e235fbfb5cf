import { type Message, say } from '../../model/values/message.ts';
import { type CheckedText, formatChecked, readChecked } from './checked-text.ts';
import { Unusable } from './failure-reason.ts';
import { migrate, SLOT_VERSION } from './migrations.ts';
import type { StoredConfiguration } from './stored-configuration.ts';

const FORMAT = 'faceplate-configuration';

/** What the first line of a slot's file says of the rest. */
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

/** A slot's file, read: what it holds, or why it is damaged. */
export type SlotReading =
  | { readonly ok: true; readonly header: SlotHeader; readonly stored: StoredConfiguration }
  | { readonly ok: false; readonly reason: Message };

/** The text of a slot's file: the header in one line of JSON with a checksum of all, then the configuration. */
export function formatSlot(
  stored: StoredConfiguration,
  { model, savedAt, user, asDefault }: Omit<SlotHeader, 'format' | 'version'>,
): string {
  const header = { format: FORMAT, version: SLOT_VERSION, model, savedAt, user, asDefault } satisfies SlotHeader;
  return formatChecked(header, `${JSON.stringify(stored)}\n`);
}

/** Reads a slot's file, brought up to the present version. Never throws, whatever the text. */
export function readSlot(text: string): SlotReading {
  const checked = readChecked(text);
  const header = checked && readHeader(checked.header);
  if (!checked || !header) return { ok: false, reason: say('it has no valid header') };
  const { body, whole } = checked;
  if (!whole) return { ok: false, reason: say('its checksum does not fit') };
  try {
    return { ok: true, header, stored: migrate(JSON.parse(body), header.version) };
  } catch (error) {
    return { ok: false, reason: error instanceof Unusable ? error.reason : say('it cannot be read') };
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
