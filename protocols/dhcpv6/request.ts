import type { Exchange } from './exchange.ts';
import { clientIdentifier, identifierOctets } from './identifier.ts';
import { clientFrame, Dhcpv6Type } from './message.ts';
import {
  type AssociatedAddress,
  buildAssociation,
  Dhcpv6Option,
  type Dhcpv6Options,
  numberContent,
} from './options.ts';
import type { Dhcpv6Settings } from './state.ts';

/** Messages that name the server they are for (RFC 8415 16). */
const toOneServer: readonly number[] = [Dhcpv6Type.request, Dhcpv6Type.renew, Dhcpv6Type.release, Dhcpv6Type.decline];

/** Messages that say what else the client wants to hear (RFC 8415 21.7). */
const asking: readonly number[] = [Dhcpv6Type.solicit, Dhcpv6Type.request, Dhcpv6Type.renew, Dhcpv6Type.rebind];

/** Hundredths of a second; more are said as so many (RFC 8415 21.9). */
const ELAPSED_MAXIMUM = 0xffff;

/**
 * The frame of an exchange about `addresses`, to `server` where its message names one. Lifetimes are left to the server; the
 * link-local address is the source, since all servers of the link are spoken to.
 */
export function requestFrame(
  settings: Dhcpv6Settings,
  exchange: Exchange,
  addresses: readonly string[],
  server: string | undefined,
  now: number,
): Uint8Array {
  const { type, transaction, began, sent } = exchange;
  const elapsed = sent === 0 ? 0 : Math.min(ELAPSED_MAXIMUM, Math.floor((now - began) / 10));
  const hints = addresses.map((address): AssociatedAddress => ({ address, preferredLifetime: 0, validLifetime: 0 }));
  const association = { id: settings.association, renewalTime: 0, rebindingTime: 0, addresses: hints, status: 0 };
  const options: Dhcpv6Options = [
    [Dhcpv6Option.clientIdentifier, clientIdentifier(settings.mac)],
    ...(server !== undefined && toOneServer.includes(type)
      ? [[Dhcpv6Option.serverIdentifier, identifierOctets(server)] as const]
      : []),
    [Dhcpv6Option.elapsedTime, numberContent(elapsed)],
    [Dhcpv6Option.addresses, buildAssociation(association)],
    ...(asking.includes(type)
      ? [[Dhcpv6Option.request, numberContent(Dhcpv6Option.dnsServers, Dhcpv6Option.solicitMaximum)] as const]
      : []),
    ...(type === Dhcpv6Type.solicit && settings.rapidCommit
      ? [[Dhcpv6Option.rapidCommit, new Uint8Array()] as const]
      : []),
  ];
  return clientFrame(settings.mac, settings.linkLocal, { type, transaction, options });
}
