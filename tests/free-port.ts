import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that systems usually do not give out by themselves, to servers or to connections: none is taken meanwhile by chance. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A TCP port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

/** What an agent may add to the ports of its services (`--port-offset`), so that agents beside each other have their own. */
export async function freeOffset(): Promise<number> {
  return 20_000 + ((await freePort()) % 20_000);
}
