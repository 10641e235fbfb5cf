import { createHash } from 'node:crypto';
import { MessageType } from './message.ts';
import { isLastPart, MULTIPART_HEADER } from './multipart.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';

const EVERY_METER = 0xffff_ffff;
/** Every group as it is (OpenFlow 1.4, 7.3.5.9), and every meter (7.3.5.14). */
const requests = [
  new OctetWriter().uint16(7).zeros(6).finish(),
  new OctetWriter().uint16(10).zeros(6).uint32(EVERY_METER).zeros(4).finish(),
];

/** Digest that changes with groups or meters of a bridge. */
export async function groupsAndMetersDigest(connection: OpenFlowConnection): Promise<string> {
  const hash = createHash('sha256');
  for (const body of requests) {
    await connection.ask([{ type: MessageType.multipartRequest, body }], isLastPart, (answer) => {
      if (answer.type === MessageType.multipartReply) hash.update(answer.body.subarray(MULTIPART_HEADER));
    });
  }
  return hash.digest('base64');
}
