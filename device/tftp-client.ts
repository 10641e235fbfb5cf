import { createSocket, type RemoteInfo } from 'node:dgram';
import { isIPv6, SocketAddress } from 'node:net';
import { type Message, say } from '../model/values/message.ts';
import { SpokenError } from '../model/values/spoken-error.ts';
import { buildTftp, parseTftp, TFTP_BLOCK, TftpError, type TftpPacket } from '../protocols/tftp/packet.ts';

/** Address of a TFTP server. */
export interface TftpServer {
  /** With its zone where it is link-local. */
  readonly address: string;
  /** Default 69. */
  readonly port?: number;
}

/** Why a transfer failed, in one sentence. */
export class TftpFailure extends SpokenError {
  /** Another attempt may go well. */
  readonly mayPass: boolean;

  constructor(said: Message, mayPass = false) {
    super(said);
    this.mayPass = mayPass;
  }
}

const TFTP_PORT = 69;

/** Milliseconds until a packet is sent again, and how often one is sent. */
const ANSWER_TIME = 1_000;
const ATTEMPTS = 5;

/** Block numbers start over behind this many: a long file goes on with 0. */
const BLOCK_NUMBERS = 0x1_00_00;

/** Fetches a file of at most `limit` octets (RFC 1350) into memory. Rejects with a `TftpFailure`. */
export async function fetchByTftp(server: TftpServer, fileName: string, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await fetchPiecesByTftp(server, fileName, limit, (piece) => {
    chunks.push(piece);
  });
  return Buffer.concat(chunks);
}

/**
 * Fetches a file of at most `limit` octets (RFC 1350) and hands it on block by block; the next one is asked for when `take`
 * is done with one. Rejects with a `TftpFailure`, and with what `take` throws.
 */
export async function fetchPiecesByTftp(
  server: TftpServer,
  fileName: string,
  limit: number,
  take: (piece: Uint8Array) => void | Promise<void>,
): Promise<void> {
  let size = 0;
  await converse(server, { kind: 'read', fileName }, async (packet, turn) => {
    const block = turn % BLOCK_NUMBERS;
    if (packet.kind !== 'data' || packet.block !== block) return undefined;
    size += packet.content.length;
    if (size > limit) throw new TftpFailure(say('The file is larger than {{limit}} octets.', { limit }));
    await take(packet.content.slice());
    return { answer: { kind: 'acknowledgement', block }, last: packet.content.length < TFTP_BLOCK };
  });
}

/** Stores a file (RFC 1350). Rejects with a `TftpFailure`. */
export async function storeByTftp(server: TftpServer, fileName: string, content: Uint8Array): Promise<void> {
  // The server acknowledges the request as block 0; a file that fills its last block is ended by an empty one.
  const blocks = Math.floor(content.length / TFTP_BLOCK) + 1;
  await converse(server, { kind: 'write', fileName }, async (packet, expected) => {
    if (packet.kind !== 'acknowledgement' || packet.block !== (expected - 1) % BLOCK_NUMBERS) return undefined;
    if (expected > blocks) return { answer: undefined, last: true };
    const start = (expected - 1) * TFTP_BLOCK;
    return {
      answer: { kind: 'data', block: expected % BLOCK_NUMBERS, content: content.subarray(start, start + TFTP_BLOCK) },
      last: false,
    };
  });
}

/** The reaction to a packet of the server; undefined for an unexpected one. `turn` counts from 1. */
type Respond = (
  packet: TftpPacket,
  turn: number,
) => Promise<{ readonly answer: TftpPacket | undefined; readonly last: boolean } | undefined>;

/** Sends, waits, sends again: each side's packet is answered by the other's, from the port that first answered. */
function converse(server: TftpServer, request: TftpPacket, respond: Respond): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(server.address.split('%')[0] ?? '') ? 'udp6' : 'udp4');
    let port = server.port ?? TFTP_PORT;
    let answered = false;
    let turn = 1;
    let packet = buildTftp(request);
    let attempt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** A packet is worked on; those that come meanwhile are sent again where they matter. */
    let isBusy = false;
    let isOver = false;
    const finish = (failure?: Error) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      socket.close();
      if (failure) reject(failure);
      else resolve();
    };
    const send = () => {
      attempt += 1;
      if (attempt > ATTEMPTS)
        return finish(
          new TftpFailure(say('The server {{address}} does not answer.', { address: server.address }), true),
        );
      socket.send(packet, port, server.address);
      timer = setTimeout(send, ANSWER_TIME);
    };
    const receive = async (octets: Uint8Array, from: RemoteInfo) => {
      // Anybody may send to this port; only the server is heard, and once it answered only its transfer.
      if (!isFrom(server, from) || (answered && from.port !== port)) return;
      const heard = parseTftp(octets);
      if (!heard) return;
      if (heard.kind === 'error') return finish(new TftpFailure(words(server, heard)));
      const step = await respond(heard, turn);
      if (!step || isOver) return;
      answered = true;
      port = from.port;
      clearTimeout(timer);
      turn += 1;
      attempt = 0;
      if (!step.last) {
        if (step.answer) packet = buildTftp(step.answer);
        return send();
      }
      if (!step.answer) return finish();
      // The last acknowledgment is sent once: if it is lost, the server's repetition is not answered.
      socket.send(buildTftp(step.answer), port, server.address, () => finish());
    };
    socket.once('error', () =>
      finish(new TftpFailure(say('The server {{address}} is unreachable.', { address: server.address }), true)),
    );
    socket.on('message', (octets, from) => {
      if (isBusy) return;
      isBusy = true;
      receive(octets, from)
        .catch((failure: unknown) =>
          finish(failure instanceof Error ? failure : new TftpFailure(say('The transfer failed.'))),
        )
        .finally(() => {
          isBusy = false;
        });
    });
    send();
  });
}

/** Whether a datagram came from the server's own address, however that is written. */
function isFrom({ address }: TftpServer, from: RemoteInfo): boolean {
  return canonical(address) === canonical(from.address);
}

/** Without its zone: the answer of a link-local server comes in by the link that it was asked on. */
function canonical(address: string): string {
  const [plain = ''] = address.split('%');
  return new SocketAddress({ address: plain, family: isIPv6(plain) ? 'ipv6' : 'ipv4' }).address;
}

/** The message for a missing file. */
export const fileNotFound = say('The file was not found on the server.');

function words({ address }: TftpServer, { code, message }: Extract<TftpPacket, { kind: 'error' }>): Message {
  if (code === TftpError.fileNotFound) return fileNotFound;
  if (code === TftpError.accessViolation) return say('The server {{address}} refuses access to the file.', { address });
  if (code === TftpError.diskFull) return say('The server {{address}} has no room for the file.', { address });
  if (code === TftpError.fileExists) return say('The file is already on the server {{address}}.', { address });
  const words = message.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 80);
  return say('The server {{address}} says: {{words}}', { address, words });
}
