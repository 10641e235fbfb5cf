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
 * What speaks against a device as a port, in one sentence that names the device and the option that takes it anyway, if one does:
 * its kind, or a use of it by the host. Undefined if nothing does.
 */
export function usageOf(device: HostDevice, { isDefaultRoute, upper, isKnown }: Surroundings): string | undefined {
  const { name, master, addresses, linkType, kind, lower, isWireless } = device;
  if (linkType !== 'ether') return `Interface ${name} cannot be a port: it is not an Ethernet interface.`;
  const allTheSame = '--take-ports takes it all the same.';
  if (master) {
    const what = memberships[master.kind] ?? 'belongs to';
    return `Interface ${name} ${what} ${master.name} on this host; ${allTheSame}`;
  }
  if (upper !== undefined) return `Interface ${name} carries the interface ${upper} of this host; ${allTheSame}`;
  if (isKnown) return undefined;
  // Most access points drop frames from other stations than their own; one's BPDUs would be lost, or tagged.
  if (isWireless) return `Interface ${name} is wireless, so that few networks accept a switch behind it; ${allTheSame}`;
  if (kind === 'vlan')
    return `Interface ${name} is a VLAN of ${lower}, whose neighbors ignore tagged BPDUs; ${allTheSame}`;
  if (isDefaultRoute) return `Interface ${name} leads to the default gateway of this host; ${allTheSame}`;
  const address = addresses.find(({ isGlobal }) => isGlobal);
  return address && `Interface ${name} has the address ${address.text} of this host; ${allTheSame}`;
}

const memberships: Readonly<Record<string, string>> = {
  bridge: 'is a port of the bridge',
  bond: 'is a member of the bond',
  team: 'is a member of the team',
};
