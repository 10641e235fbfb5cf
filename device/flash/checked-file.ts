import type { Message } from '../../model/values/message.ts';
import { faultOf, formatChecked, readChecked } from './checked-text.ts';
import { reasonOf } from './failure-reason.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';

/** State of a file that is stored with its checksum. */
export type CheckedFile =
  | { readonly kind: 'whole'; readonly body: string }
  | { readonly kind: 'none' }
  /** It is damaged, or in another format; `fault` says which and completes "The key …". */
  | { readonly kind: 'damaged'; readonly fault: Message }
  /** It may be whole, and is not to be replaced; `reason` completes "because …". */
  | { readonly kind: 'unreadable'; readonly reason: Message };

/** Reads a file that `writeChecked` wrote as this `format`. Never rejects. */
export async function readCheckedFile(files: FlashFiles, path: string, format: string): Promise<CheckedFile> {
  try {
    const text = await files.read(path);
    if (text === undefined) return { kind: 'none' };
    const checked = readChecked(text);
    return checked?.whole && checked.header.format === format
      ? { kind: 'whole', body: checked.body }
      : { kind: 'damaged', fault: faultOf(text, format) };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) };
  }
}

/** Replaces a file whole, with a checksum that a later reading is held against. Rejects as `replaceFile` does. */
export function writeCheckedFile(files: FlashFiles, path: string, format: string, body: string): Promise<void> {
  return replaceFile(files, path, formatChecked({ format }, body));
}
