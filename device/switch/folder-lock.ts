import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * Takes the agent's folder for this process, until it ends, in whatever way: the lock is an address that is listened on and
 * belongs to no file, so that none is left behind by kill -9. Resolves to false where another process has it, and to true
 * where there is no such folder, in which nobody can keep anything. On Linux it holds among the processes of a network
 * namespace, on Windows on the whole machine; elsewhere there is no such address, and nothing is locked.
 */
export async function lockFolder(path: string): Promise<boolean> {
  const folder = await stat(path, { bigint: true }).catch(() => undefined);
  const address = folder && addressOf(`faceplate-${folder.dev}-${folder.ino}`);
  if (address === undefined) return true;
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => resolve(!('code' in error && error.code === 'EADDRINUSE')));
    server.listen(address, () => {
      server.unref();
      resolve(true);
    });
  });
}

/** An address that only processes have, never a file. */
function addressOf(name: string): string | undefined {
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\?\\pipe\\${name}` : undefined;
}
