import { createSocket } from 'node:dgram';
import { createConnection, isIPv6 } from 'node:net';
import { type DnsAnswer, readDnsAnswer } from '../../protocols/dns/answer.ts';
import type { DnsQuestion } from '../../protocols/dns/message.ts';

/** Address of a server. */
export interface DnsServer {
  readonly address: string;
  /** Default 53. */
  readonly port?: number;
}

const DNS_PORT = 53;

/**
 * Asks one server one question over UDP, and over TCP where the answer did not fit (RFC 1035 4.2, RFC 7766).
 * Undefined where the server cannot be reached or does not answer within `timeout` milliseconds.
 */
export async function askDnsServer(
  server: DnsServer,
  question: DnsQuestion,
  query: Uint8Array,
  timeout: number,
): Promise<DnsAnswer | undefined> {
  const answer = await askOverUdp(server, question, query, timeout);
  return answer?.kind === 'truncated' ? askOverTcp(server, question, query, timeout) : answer;
}

function askOverUdp(
  { address, port = DNS_PORT }: DnsServer,
  question: DnsQuestion,
  query: Uint8Array,
  timeout: number,
): Promise<DnsAnswer | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const finish = (answer: DnsAnswer | undefined) => {
      clearTimeout(timer);
      socket.close();
      resolve(answer);
    };
    const timer = setTimeout(finish, timeout, undefined);
    socket.once('error', () => finish(undefined));
    socket.on('message', (octets) => {
      const answer = readDnsAnswer(question, octets);
      if (answer) finish(answer);
    });
    // A connected socket receives only from its server, and learns that it is unreachable.
    socket.connect(port, address, () => socket.send(query));
  });
}

function askOverTcp(
  { address, port = DNS_PORT }: DnsServer,
  question: DnsQuestion,
  query: Uint8Array,
  timeout: number,
): Promise<DnsAnswer | undefined> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = createConnection(port, address);
    const finish = (answer: DnsAnswer | undefined) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeout, () => finish(undefined));
    socket.once('error', () => finish(undefined));
    socket.once('close', () => finish(undefined));
    socket.once('connect', () => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });
    socket.on('data', (octets) => {
      received = Buffer.concat([received, octets]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
      finish(readDnsAnswer(question, received.subarray(2, 2 + received.readUInt16BE())));
    });
  });
}
