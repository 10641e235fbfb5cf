import type { ManagementPath } from '../../datapath/datapath.ts';
import type { VlanId } from '../../datapath/plan.ts';
import { hostAsked, type ManagementConnection } from '../management-connection.ts';
import type { ManagementService } from '../permitted-sources.ts';
import type { Doubt } from './judge.ts';
import type { Outlook } from './outlook.ts';
import { ownAddress, sessionOf } from './session.ts';
import { sessionFault } from './session-fault.ts';

/**
 * Proof that a call has to give to confirm a change: that it arrives over the changed path, from the user that forced
 * it.
 */
export interface Proof {
  /** The station that the session came from; undefined where its way was not found. */
  readonly station: { readonly clientMac: string; readonly tagged: boolean } | undefined;
  /** Counts where the station is not known. */
  readonly remoteAddress: string;
  /** A VLAN whose interface asks a DHCP server for another address: nothing is proved before there is a lease. */
  readonly awaitsLease: VlanId | undefined;
  /** Any login, from anywhere: the doubt was whether the switch can be reached at all, not a path to it. */
  readonly fromAnywhere?: boolean;
  /** A client of this service that asks for this host, from wherever: what was doubted is whether it takes the certificate. */
  readonly ofHost?: { readonly service: ManagementService; readonly host: string };
  /** The name of a change from afar: the cloud has to say it, and no session proves anything. */
  readonly change?: string;
}

/** Origin of an authenticated call, for deciding whether it confirms. */
export interface Confirmation {
  readonly connection: ManagementConnection;
  readonly path: ManagementPath | undefined;
  /** Its TCP connection was opened after the change: packets went both ways under the new plan. */
  readonly fresh: boolean;
}

/** The proof of a cloud change. */
export function proofFromAfar(change: string): Proof {
  return { station: undefined, remoteAddress: '', awaitsLease: undefined, change };
}

/** The proof for this doubt. */
export function proofOf({ session, connection, awaitsLease, isOfService, isOfCertificate }: Doubt): Proof {
  const station = session && { clientMac: session.clientMac, tagged: session.tagged };
  return {
    station,
    remoteAddress: connection.remoteAddress,
    awaitsLease,
    ...(isOfService && { fromAnywhere: true }),
    ...(isOfCertificate && { ofHost: { service: connection.service, host: hostAsked(connection) } }),
  };
}

/** Whether a call came over the changed path: from the same station, on a fresh connection, by a way that works as things are. */
export function proves({ connection, path, fresh }: Confirmation, outlook: Outlook, proof: Proof): boolean {
  if (!fresh || proof.change !== undefined) return false;
  const { access } = outlook;
  const own = ownAddress(access, connection.localAddress);
  // It answers only until the change is decided.
  if (own?.held) return false;
  const { awaitsLease, station, remoteAddress, ofHost } = proof;
  if (awaitsLease !== undefined) {
    const leased = [...access.addresses.values()].some((one) => one.vlan === awaitsLease && one.leased);
    if (!leased) return false;
  }
  if (ofHost) return connection.service === ofHost.service && hostAsked(connection) === ofHost.host;
  if (proof.fromAnywhere) return true;
  const real = own !== undefined;
  if (!station) return real && connection.remoteAddress === remoteAddress;
  if (!path || path.clientMac !== station.clientMac) return false;
  if (real) return true;
  // Without a real path through the datapath only the plan can decide: whether the VLAN leads to an address of the
  // switch, for a simulated station that tags as before.
  const now = { ...sessionOf(outlook, path, connection), tagged: station.tagged };
  return now.server !== undefined && sessionFault(outlook, now) === undefined;
}
