import { createServer } from 'node:net';

/** A TCP port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** What an agent may add to the ports of its services (`--port-offset`), so that agents beside each other have their own. */
export async function freeOffset(): Promise<number> {
  return 20_000 + ((await freePort()) % 20_000);
}
