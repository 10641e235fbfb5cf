import { buildDhcpFrame, parseDhcpFrame } from '../../../protocols/dhcp/frame.ts';
import { DhcpMessageType } from '../../../protocols/dhcp/message.ts';
import { addressesOf, addressOption, DhcpOption } from '../../../protocols/dhcp/options.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';

/** A server's address pool and identity. */
export interface DhcpServerSettings {
  readonly mac: string;
  /** The server's own address; clients take it for their router and name server. */
  readonly address: string;
  /** IPv4 text of the first address given, and how many follow it. */
  readonly first: string;
  readonly count: number;
  readonly prefix: number;
  /** Seconds. */
  readonly leaseTime: number;
}

/** A DHCP server (RFC 2131): the same client gets the same address for as long as the server lives. */
export class DhcpServer {
  readonly #settings: DhcpServerSettings;
  readonly #leases = new Map<string, string>();

  constructor(settings: DhcpServerSettings) {
    this.#settings = settings;
  }

  /** The untagged frame that answers `frame`; undefined for what no server answers. */
  answer(frame: Uint8Array): Uint8Array | undefined {
    const asked = parseDhcpFrame(frame);
    if (asked?.message.operation !== 'request') return undefined;
    const { message } = asked;
    const type = message.options.get(DhcpOption.messageType)?.[0];
    if (type === DhcpMessageType.release) {
      this.#leases.delete(message.clientMac);
      return undefined;
    }
    const isDiscover = type === DhcpMessageType.discover;
    const server = addressesOf(message.options, DhcpOption.serverIdentifier)[0];
    const forOther = server !== undefined && server !== this.#settings.address;
    if ((!isDiscover && type !== DhcpMessageType.request) || forOther) return undefined;
    const given = this.#leaseOf(message.clientMac);
    const wanted = addressesOf(message.options, DhcpOption.requestedAddress)[0] ?? message.clientAddress;
    const fits = given !== undefined && (isDiscover || wanted === given);
    if (isDiscover && !given) return undefined;
    const reply = isDiscover ? DhcpMessageType.offer : fits ? DhcpMessageType.ack : DhcpMessageType.nak;
    return buildDhcpFrame({
      sourceMac: this.#settings.mac,
      destinationMac: message.broadcast ? BROADCAST_MAC : message.clientMac,
      sourceAddress: this.#settings.address,
      destinationAddress: message.broadcast || !fits ? '255.255.255.255' : given,
      message: {
        ...message,
        operation: 'reply',
        seconds: 0,
        yourAddress: fits ? given : '0.0.0.0',
        options: this.#options(reply, fits),
      },
    });
  }

  #leaseOf(client: string): string | undefined {
    const known = this.#leases.get(client);
    if (known) return known;
    const taken = new Set(this.#leases.values());
    for (let index = 0; index < this.#settings.count; index += 1) {
      const address = addressAfter(this.#settings.first, index);
      if (taken.has(address)) continue;
      this.#leases.set(client, address);
      return address;
    }
    return undefined;
  }

  #options(type: number, withLease: boolean): Map<number, Uint8Array> {
    const { address, prefix, leaseTime } = this.#settings;
    const options = new Map([
      [DhcpOption.messageType as number, Uint8Array.of(type)],
      [DhcpOption.serverIdentifier, addressOption(address)],
    ]);
    if (!withLease) return options;
    return options
      .set(DhcpOption.subnetMask, wordOption((0xffff_ffff << (32 - prefix)) >>> 0))
      .set(DhcpOption.router, addressOption(address))
      .set(DhcpOption.dnsServers, addressOption(address))
      .set(DhcpOption.leaseTime, wordOption(leaseTime));
  }
}

function wordOption(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function addressAfter(first: string, count: number): string {
  const octets = first.split('.').map(Number);
  const number = octets.reduce((sum, octet) => sum * 256 + octet, 0) + count;
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
