import { connect, createServer, type Socket } from 'node:net';

/** The way of a switch to its cloud, which can be cut. */
export interface Uplink {
  readonly port: number;
  /** Cuts it until it is restored; connections meanwhile are refused. */
  cut(): void;
  mend(): void;
  /** Resolves, and breaks off the connection by which they came, once so many octets have come down over one connection. */
  breaksOffAfter(octets: number): Promise<void>;
  close(): void;
}

/** A way to this port, which leads there from a port of its own. */
export async function startUplink(cloudPort: number): Promise<Uplink> {
  let isCut = false;
  let limit: { readonly octets: number; readonly reached: () => void } | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(cloudPort, '127.0.0.1');
    let down = 0;
    far.on('data', (piece) => {
      down += piece.length;
      if (!limit || down < limit.octets) return;
      const { reached } = limit;
      limit = undefined;
      near.destroy();
      reached();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: Object(server.address()).port,
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
    },
    breaksOffAfter: (octets) =>
      new Promise((reached) => {
        limit = { octets, reached };
      }),
    close() {
      end();
      server.close();
    },
  };
}
