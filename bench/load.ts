import { connect } from 'node:net';

/** One and the same HTTP request, sent again and again. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Connections side by side, each with one request on its way. */
  readonly connections: number;
  /** Requests in all. */
  readonly requests: number;
}

/**
 * POSTs `load.requests` times over kept-alive connections; answers how many were served a second. Rejects where an answer
 * is not 200 or lacks a Content-Length, so that a fast failure is not taken for speed.
 */
export async function requestsPerSecond(load: Load): Promise<number> {
  const request = requestOf(load);
  let left = load.requests;
  const began = performance.now();
  const take = () => {
    left -= 1;
    return left >= 0;
  };
  await Promise.all(Array.from({ length: load.connections }, () => drive(load.port, request, take)));
  return load.requests / ((performance.now() - began) / 1000);
}

/** The request, as it goes over the wire. */
export function requestOf({ path, port, headers, body }: Pick<Load, 'path' | 'port' | 'headers' | 'body'>): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: keep-alive',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Takes what a connection receives (latin1); calls `whole` with each end of an answer, and `fail` where one is not as it should be. */
export function answerIn(whole: () => void, fail: (error: Error) => void): (received: string) => void {
  let received = '';
  return (octets) => {
    received += octets;
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) return;
    if (!received.startsWith('HTTP/1.1 200 ')) return fail(new Error(`The server answered ${received.slice(0, 40)}`));
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(received)?.[1];
    if (length === undefined) return fail(new Error('The server answered without a Content-Length.'));
    if (received.length < end + 4 + Number(length)) return;
    received = '';
    whole();
  };
}

/** Sends requests over one connection as long as `take` grants one. */
function drive(port: number, request: Buffer, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const next = () => {
      if (take()) socket.write(request);
      else socket.end(resolve);
    };
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('data', answerIn(next, fail));
  });
}
