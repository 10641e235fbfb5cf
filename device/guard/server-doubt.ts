import type { Datapath, ManagementPath } from '../../datapath/datapath.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Outlook } from './outlook.ts';

/** A server that says who may come in, and the way to it. */
export interface NeededServer {
  readonly address: string;
  readonly path: ManagementPath;
}

/** The servers that the switch will ask; none if no port opens or closes, or no server is asked. */
export async function neededServers(
  datapath: Pick<Datapath, 'locate'>,
  before: Outlook,
  after: Outlook,
): Promise<readonly NeededServer[]> {
  if (before.state.access === after.state.access) return [];
  const own = [...after.access.addresses.values()].map(({ address }) => address);
  const found = [...after.access.servers.keys()].map(async (address) => {
    const localAddress = own.find((one) => one.includes(':') === address.includes(':'));
    if (localAddress === undefined) return [];
    const path = await datapath.locate({ localAddress, localPort: 0, remoteAddress: address });
    return path ? [{ address, path }] : [];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Why no station could be authenticated any longer: the port that leads to a server would wait for that server to open
 * it.
 */
export function serverDoubt(before: Outlook, after: Outlook, servers: readonly NeededServer[]): Message | undefined {
  const cut = servers.find(({ path }) => isClosed(after, path) && !isClosed(before, path));
  return (
    cut &&
    say('Port {{port}}, which leads to server {{address}}, would be closed until a station behind it authenticates.', {
      port: cut.path.port,
      address: cut.address,
    })
  );
}

function isClosed({ state }: Outlook, { port, clientMac }: ManagementPath): boolean {
  const admits = state.access.get(port)?.admits ?? 'everybody';
  return admits !== 'everybody' && !admits.has(clientMac);
}
