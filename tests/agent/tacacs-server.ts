import { createServer, type Server } from 'node:net';
import {
  AuthorizationStatus,
  buildTacacs,
  PacketType,
  packetLength,
  parseTacacs,
  ReplyStatus,
} from '../../protocols/tacacs/packet.ts';
import { authorizationReplyBody, replyBody } from '../../protocols/tacacs/testing.ts';

interface OneUser {
  readonly key: string;
  readonly name: string;
  readonly password: string;
  /** What he may; 15 is an administrator, which he is where it is not said. */
  readonly privilege?: number;
}

/** A TACACS+ server (RFC 8907) that lets one user in by PAP; it does not listen yet. */
export function createTacacsServer({ key, name, password, privilege = 15 }: OneUser): Server {
  return createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (octets) => {
      received = Buffer.concat([received, octets]);
      const length = packetLength(received);
      if (typeof length !== 'number' || received.length < length) return;
      const start = parseTacacs(received.subarray(0, length), key);
      if (!start) {
        socket.destroy();
        return;
      }
      const status = isRight(start.body, name, password) ? ReplyStatus.pass : ReplyStatus.fail;
      const body =
        start.type === PacketType.authorization
          ? authorizationReplyBody(AuthorizationStatus.passAdd, [`priv-lvl=${privilege}`])
          : replyBody(status, '');
      socket.end(buildTacacs({ ...start, sequence: start.sequence + 1, flags: 0, body }, key));
    });
  });
}

/** Whether START is that of the user with his password (RFC 8907 5.1). */
function isRight(body: Uint8Array, name: string, password: string): boolean {
  const [, , , , nameLength = 0, portLength = 0, addressLength = 0, dataLength = 0] = body;
  const text = (from: number, length: number) => new TextDecoder().decode(body.subarray(from, from + length));
  const data = 8 + nameLength + portLength + addressLength;
  return text(8, nameLength) === name && text(data, dataLength) === password;
}
