import type { VlanId } from './plan.ts';

/** A datagram for the switch itself. */
export interface ReceivedDatagram {
  readonly content: Uint8Array;
  readonly source: { readonly address: string; readonly port: number };
  /** The switch's own address, or the broadcast address that it went to. */
  readonly destination: string;
  readonly vlan: VlanId;
}

/** What a UDP socket listens to. */
export interface UdpBinding {
  /** 1..65535; undefined for any that is free. */
  readonly port: number | undefined;
  /** Hands over a datagram. */
  receive(datagram: ReceivedDatagram): void;
}

/** A UDP port of the switch. */
export interface UdpSocket {
  readonly port: number;
  /** Sends a datagram from the address nearest to `address`; returns false where no route leads there. */
  send(content: Uint8Array, address: string, port: number): boolean;
  close(): void;
}

/** What became of one echo request. */
export type EchoResult =
  | { readonly kind: 'reply'; readonly milliseconds: number; readonly timeToLive: number }
  /** Nobody answered in time. */
  | { readonly kind: 'timeout' }
  /** The neighbour on the way there does not answer, or no route leads there. */
  | { readonly kind: 'unreachable' };

/** How an echo request is sent. */
export interface EchoOptions {
  /** Milliseconds to wait for the reply. */
  readonly timeout: number;
  /** Octets of content, 56 by default. */
  readonly size?: number;
}

/**
 * The switch as an IP host in its own VLANs: it is what the agent's own clients and servers speak through where the
 * host's network stack does not see the switch's interfaces. Addresses are IPv4 or IPv6 in canonical text.
 */
export interface HostStack {
  /** Sends one ICMP echo request (RFC 792, RFC 4443); never rejects. */
  echo(address: string, options: EchoOptions): Promise<EchoResult>;
  /** Opens a UDP port on all interfaces. Throws with one sentence where the port is taken. */
  openUdp(binding: UdpBinding): UdpSocket;
}
