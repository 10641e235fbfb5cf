import { MessageType } from './message.ts';
import { isLastPart, MULTIPART_HEADER } from './multipart.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';

/** OpenFlow 1.4, 7.3.5.7. */
const PORT_DESCRIPTION = 13;
const REQUEST = new OctetWriter().uint16(PORT_DESCRIPTION).zeros(6).finish();
/** The header before the properties of a port (7.2.1). */
const PORT_HEADER = 40;
const NAME_AT = 16;
const NAME_LENGTH = 16;
const SETTINGS_AT = 32;
/** Takes no frames, sends none, hands none to the agent (OFPPC_NO_RECV, OFPPC_NO_FWD, OFPPC_NO_PACKET_IN). */
const MUTED = 0b1100100;

/** The names of ports that were excluded from forwarding by others, as `ovs-ofctl mod-port` does. */
export async function mutedPorts(connection: OpenFlowConnection): Promise<string[]> {
  const names: string[] = [];
  await connection.ask([{ type: MessageType.multipartRequest, body: REQUEST }], isLastPart, ({ type, body }) => {
    if (type !== MessageType.multipartReply) return;
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    for (let at = MULTIPART_HEADER; at + PORT_HEADER <= body.length; ) {
      const length = view.getUint16(at + 4);
      if (length < PORT_HEADER) return;
      const name = Buffer.from(body.subarray(at + NAME_AT, at + NAME_AT + NAME_LENGTH)).toString('latin1');
      if (view.getUint32(at + SETTINGS_AT) & MUTED) names.push(name.replace(/\0.*$/s, ''));
      at += length;
    }
  });
  return names;
}
