import type { VlanId } from './plan.ts';

/** A datagram for the switch itself. */
export interface ReceivedDatagram {
  readonly content: Uint8Array;
  readonly source: { readonly address: string; readonly port: number };
  /** The switch's own address, or the broadcast address that it went to. */
  readonly destination: string;
  readonly vlan: VlanId;
}

/** Local address of a UDP socket. */
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

/** Callbacks of one end of a TCP connection. */
export interface TcpListener {
  /** The connection is open. */
  opened?(): void;
  /** The peer wrote, in order. */
  received(content: Uint8Array): void;
  /** The peer has closed its direction; this end can still send. */
  ended?(): void;
  /** The connection is over, and why; nothing follows. */
  closed(reason: TcpEnding): void;
}

/**
 * Why a connection ended: both ends closed it, nothing listens there, the peer reset it, it no longer answers, there is
 * no route (any longer), or the switch's stack stopped.
 */
export type TcpEnding = 'closed' | 'refused' | 'reset' | 'timeout' | 'unreachable' | 'stopped';

/** One end of a TCP connection. */
export interface TcpStream {
  readonly remote: { readonly address: string; readonly port: number };
  /** The switch's own address. */
  readonly local: { readonly address: string; readonly port: number };
  /** Octets that were written and did not arrive yet. */
  readonly pending: number;
  /** Writes to the peer, also before the connection is open. Ignored after `end` and when it is over. */
  write(content: Uint8Array): void;
  /** Closes this direction. */
  end(): void;
  /** Breaks off. */
  reset(): void;
}

/** A TCP port that takes connections. */
export interface TcpServer {
  readonly port: number;
  /** Accepts no further connections; open ones stay. */
  close(): void;
}

/** Outcome of one echo request. */
export type EchoResult =
  | { readonly kind: 'reply'; readonly milliseconds: number; readonly timeToLive: number }
  /** There was no answer in time. */
  | { readonly kind: 'timeout' }
  /** The neighbor on the path does not answer, or there is no route. */
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
  /** Opens a TCP connection; the listener hears what becomes of it, never before this returns. */
  connectTcp(address: string, port: number, listener: TcpListener): TcpStream;
  /**
   * Takes TCP connections at `port` on all interfaces; `accept` is asked for each as it opens. Throws with one sentence
   * where the port is taken.
   */
  listenTcp(port: number, accept: (stream: TcpStream) => TcpListener): TcpServer;
}
