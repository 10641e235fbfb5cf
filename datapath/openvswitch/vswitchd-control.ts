import type { OvsSockets } from './daemons.ts';
import { JsonRpcConnection } from './json-rpc.ts';

/**
 * Empties the cache of forwarding decisions. Cached decisions do not notice that mirrors changed, and their statistics,
 * taken up late, would bring back learned rows that are about to be forgotten.
 */
export async function purgeDecisions(sockets: OvsSockets): Promise<void> {
  const control = await JsonRpcConnection.open(await sockets.vswitchdControl());
  try {
    await control.call('revalidator/purge', []);
  } finally {
    control.close();
  }
}
