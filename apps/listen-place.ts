import { isIP } from 'node:net';

/** An address and a port to listen on. */
export interface ListenPlace {
  readonly host: string;
  readonly port: number;
}

/** Reads what an option of the command line says. Throws an `Error` with a sentence where it is no such place. */
export function readListenPlace(option: string, text: string, example: string): ListenPlace {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  const isAddress = host === 'localhost' || (host !== undefined && isIP(host) !== 0);
  if (!isAddress || port > 65_535) {
    const other = `[::1]:${example.split(':').at(-1)}`;
    throw new Error(`${option} ${text}: must be an address and a port, such as ${example} or ${other}.`);
  }
  return { host: host === 'localhost' ? '127.0.0.1' : host, port };
}

/** Whether an address is this host's own loopback. */
export function isLoopback(host: string): boolean {
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** An address in the form of a URL. */
export function inUrl({ host, port }: ListenPlace): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
