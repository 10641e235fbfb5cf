import type { HostDevice } from './host-network.ts';

/** Findings about a device besides its own settings. */
interface Surroundings {
  /** It leads to the default gateway. */
  readonly isDefaultRoute: boolean;
  /** An interface of the host that sends by it. */
  readonly upper: string | undefined;
  /** It was a port before, so that its addresses are no news. */
  readonly isKnown: boolean;
}

/**
 * The host's use of a device that is to be a port, in one sentence that names the device and the option that takes it
 * anyway; undefined if there is none.
 */
export function usageOf(device: HostDevice, { isDefaultRoute, upper, isKnown }: Surroundings): string | undefined {
  const { name, master, addresses } = device;
  const allTheSame = '--take-ports takes it all the same.';
  if (master) {
    const what = memberships[master.kind] ?? 'belongs to';
    return `Interface ${name} ${what} ${master.name} on this host; ${allTheSame}`;
  }
  if (upper !== undefined) return `Interface ${name} carries the interface ${upper} of this host; ${allTheSame}`;
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
