import type { HostDevice } from './host-network.ts';

/**
 * The host's use of a device that is to be a port, in one sentence that names the device and the option that takes it
 * anyway; undefined if there is none. `isKnown`: it was a port before, so that its addresses are no news.
 */
export function usageOf(device: HostDevice, isDefaultRoute: boolean, isKnown: boolean): string | undefined {
  const { name, master, addresses } = device;
  const allTheSame = '--take-ports takes it all the same.';
  if (master) {
    const what = memberships[master.kind] ?? 'belongs to';
    return `Interface ${name} ${what} ${master.name} on this host; ${allTheSame}`;
  }
  if (isKnown) return undefined;
  if (isDefaultRoute) return `Interface ${name} leads to the default gateway of this host; ${allTheSame}`;
  const address = addresses.find(({ isGlobal }) => isGlobal);
  return address && `Interface ${name} has the address ${address.text} of this host; ${allTheSame}`;
}

const memberships: Readonly<Record<string, string>> = {
  bridge: 'is a port of the bridge',
  bond: 'is a member of the bond',
  team: 'is a member of the team',
};
