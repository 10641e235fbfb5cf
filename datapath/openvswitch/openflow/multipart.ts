import { type Message, MessageType } from './message.ts';

/** The header before the first entry of a part. */
export const MULTIPART_HEADER = 8;
const MORE_FOLLOWS = 1;

/** Whether a message is the last part of an answer in parts (OpenFlow 1.4, 7.3.5). */
export function isLastPart({ type, body }: Message): boolean {
  return type === MessageType.multipartReply && ((body[3] ?? 0) & MORE_FOLLOWS) === 0;
}
