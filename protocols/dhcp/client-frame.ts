import { BROADCAST_MAC } from '../frames/addresses.ts';
import { padFrame } from '../frames/ethernet.ts';
import { buildDhcpFrame, type DhcpFrame } from './frame.ts';
import type { DhcpLease } from './lease.ts';
import { type DhcpMessage, DhcpMessageType } from './message.ts';
import { addressOption, DhcpOption } from './options.ts';
import type { DhcpState } from './state.ts';

/** The administrator's settings of one interface. */
export interface DhcpSettings {
  /** The interface's own address, "00-11-22-AA-BB-CC". */
  readonly mac: string;
  /** Sent as option 12; undefined sends none. */
  readonly hostName: string | undefined;
  /** Requests without an answer before the client gives up for a while: 5..120. */
  readonly retries: number;
}

type Option = readonly [code: number, content: Uint8Array];

const UNSPECIFIED = '0.0.0.0';
const BROADCAST = '255.255.255.255';

/** Requested options: mask, router, DNS servers, domain, lease time, server, renewal times and boot file. */
const WANTED = Uint8Array.of(
  DhcpOption.subnetMask,
  DhcpOption.router,
  DhcpOption.dnsServers,
  DhcpOption.domainName,
  DhcpOption.leaseTime,
  DhcpOption.serverIdentifier,
  DhcpOption.renewalTime,
  DhcpOption.rebindingTime,
  DhcpOption.bootServerName,
  DhcpOption.bootFileName,
  DhcpOption.tftpServers,
);

/** Names the server that an address came from. */
export function serverIdentifier(lease: DhcpLease): Option {
  return [DhcpOption.serverIdentifier, addressOption(lease.server)];
}

/** Names an offer: its address and its server. */
export function theOffer(lease: DhcpLease): Option[] {
  return [[DhcpOption.requestedAddress, addressOption(lease.address)], serverIdentifier(lease)];
}

/** A frame to every server from a client that has no address. */
export function broadcastRequest(
  settings: DhcpSettings,
  state: DhcpState,
  type: number,
  options: readonly Option[],
  now: number,
): Uint8Array {
  return written({
    sourceMac: settings.mac,
    destinationMac: BROADCAST_MAC,
    sourceAddress: UNSPECIFIED,
    destinationAddress: BROADCAST,
    message: message(settings, state, type, options, now, UNSPECIFIED),
  });
}

/** A frame from a client that uses its lease's address, to the server that gave it or to every server. */
export function requestTo(
  target: 'server' | 'everyone',
  lease: DhcpLease,
  settings: DhcpSettings,
  state: DhcpState,
  type: number,
  options: readonly Option[],
  now: number,
): Uint8Array {
  return written({
    sourceMac: settings.mac,
    destinationMac: target === 'server' ? lease.serverMac : BROADCAST_MAC,
    sourceAddress: lease.address,
    destinationAddress: target === 'server' ? lease.server : BROADCAST,
    message: message(settings, state, type, options, now, lease.address),
  });
}

function written(frame: DhcpFrame): Uint8Array {
  return padFrame(buildDhcpFrame(frame));
}

function message(
  settings: DhcpSettings,
  state: DhcpState,
  type: number,
  options: readonly Option[],
  now: number,
  clientAddress: string,
): DhcpMessage {
  const asks = type === DhcpMessageType.discover || type === DhcpMessageType.request;
  const { hostName } = settings;
  return {
    operation: 'request',
    transaction: state.transaction,
    seconds: Math.max(0, Math.floor((now - state.began) / 1000)),
    // Until it has its address the client's stack would not take unicast; broadcast passes every switch and relay.
    broadcast: asks && clientAddress === UNSPECIFIED,
    clientAddress,
    yourAddress: UNSPECIFIED,
    clientMac: settings.mac,
    options: new Map<number, Uint8Array>([
      [DhcpOption.messageType, Uint8Array.of(type)],
      ...options,
      ...(asks && hostName ? [[DhcpOption.hostName, new TextEncoder().encode(hostName)] as const] : []),
      ...(asks ? [[DhcpOption.parameterList, WANTED] as const] : []),
    ]),
  };
}
