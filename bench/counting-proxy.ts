import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server that counts what comes out. */
export interface CountingProxy {
  readonly origin: string;
  /** Octets sent to clients since the last reset: headers, bodies, everything above TCP. */
  octets(): number;
  reset(): void;
  close(): Promise<void>;
}

/** Listens on a free loopback port to the server on `port`. */
export async function openCountingProxy(port: number): Promise<CountingProxy> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    upstream.on('data', (octets) => {
      count += octets.length;
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    octets: () => count,
    reset: () => {
      count = 0;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
