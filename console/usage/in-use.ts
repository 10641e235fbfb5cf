import { inUse } from '../../model/configuration/message.ts';
import type { Message } from '../../model/values/message.ts';
import type { CallRefused } from '../call/failure.ts';

const nobody: Message = { text: '' };
const { text: sentence } = inUse(nobody, nobody);

/** Whether a call was refused because the row that it names is in use. */
export function isInUse({ said, place }: CallRefused): boolean {
  return said.text === sentence && place.object !== undefined && place.row !== undefined;
}
