import type { IpPacket } from '../../../protocols/frames/ipv4.ts';
import { buildUdp, parseUdp } from '../../../protocols/frames/udp.ts';
import type { UdpBinding, UdpSocket } from '../../host-stack.ts';
import type { VlanId } from '../../plan.ts';

/** Sends what `datagram` makes for the source address of the way to `address`; false where no way leads there. */
type SendDatagram = (datagram: (source: string) => Uint8Array, address: string) => boolean;

/** Ports that are given to who asks for none in particular (RFC 6335). */
const FIRST_DYNAMIC = 49_152;
const LAST_PORT = 65_535;

/** The UDP ports that are open. */
export class UdpPorts {
  readonly #open = new Map<number, UdpBinding>();
  #next = FIRST_DYNAMIC;

  /** Throws with one sentence where the port is taken, or none is left. */
  open(binding: UdpBinding, send: SendDatagram): UdpSocket {
    const port = binding.port ?? this.#free();
    if (this.#open.has(port)) throw new RangeError(`UDP port ${port} is in use.`);
    this.#open.set(port, binding);
    const isOpen = () => this.#open.get(port) === binding;
    return {
      port,
      send: (content, address, destinationPort) =>
        isOpen() &&
        send((source) => buildUdp({ sourcePort: port, destinationPort, content }, source, address), address),
      close: () => {
        if (isOpen()) this.#open.delete(port);
      },
    };
  }

  /** Hands a packet over to the socket that it is for. */
  receive(packet: IpPacket, vlan: VlanId): void {
    const datagram = parseUdp(packet.payload, packet.source, packet.destination);
    if (!datagram) return;
    this.#open.get(datagram.destinationPort)?.receive({
      content: datagram.content.slice(),
      source: { address: packet.source, port: datagram.sourcePort },
      destination: packet.destination,
      vlan,
    });
  }

  closeAll(): void {
    this.#open.clear();
  }

  #free(): number {
    for (let tried = FIRST_DYNAMIC; tried <= LAST_PORT; tried += 1) {
      const port = this.#next;
      this.#next = port === LAST_PORT ? FIRST_DYNAMIC : port + 1;
      if (!this.#open.has(port)) return port;
    }
    throw new RangeError('Every dynamic UDP port is in use.');
  }
}
