import { buildDhcpFrame } from '../dhcp/frame.ts';
import { type DhcpMessage, DhcpMessageType } from '../dhcp/message.ts';
import { addressOption, DhcpOption } from '../dhcp/options.ts';
import { BROADCAST_MAC } from '../frames/addresses.ts';

/** The one server. */
const SERVER = '192.0.2.1';
const SERVER_MAC = '02-00-00-00-00-01';

/** For tests: a 32-bit number as the content of an option. */
export function number(value: number): Uint8Array {
  const octets = new Uint8Array(4);
  new DataView(octets.buffer).setUint32(0, value);
  return octets;
}

interface Words {
  readonly transaction?: number;
  readonly options?: readonly (readonly [code: number, content: Uint8Array])[];
  readonly message?: Partial<DhcpMessage>;
  /** The station that sends it; default: the one that it speaks of. */
  readonly sender?: string;
}

function frame(message: DhcpMessage, sender: string): Uint8Array {
  const toServer = message.operation === 'request';
  return buildDhcpFrame({
    sourceMac: sender,
    destinationMac: BROADCAST_MAC,
    sourceAddress: toServer ? message.clientAddress : SERVER,
    destinationAddress: '255.255.255.255',
    message,
  });
}

/** For tests: what a client says. */
export function clientSays(type: keyof typeof DhcpMessageType, mac: string, words: Words = {}): Uint8Array {
  const message: DhcpMessage = {
    operation: 'request',
    transaction: words.transaction ?? 1,
    seconds: 0,
    broadcast: true,
    clientAddress: '0.0.0.0',
    yourAddress: '0.0.0.0',
    clientMac: mac,
    options: new Map([[DhcpOption.messageType, Uint8Array.of(DhcpMessageType[type])], ...(words.options ?? [])]),
    ...words.message,
  };
  return frame(message, words.sender ?? mac);
}

/** For tests: what a server says to a client, of a lease of an hour unless `options` say another. */
export function serverSays(
  type: keyof typeof DhcpMessageType,
  mac: string,
  address: string,
  words: Words = {},
): Uint8Array {
  const message: DhcpMessage = {
    operation: 'reply',
    transaction: words.transaction ?? 1,
    seconds: 0,
    broadcast: true,
    clientAddress: '0.0.0.0',
    yourAddress: address,
    clientMac: mac,
    options: new Map([
      [DhcpOption.messageType, Uint8Array.of(DhcpMessageType[type])],
      [DhcpOption.serverIdentifier, addressOption(SERVER)],
      [DhcpOption.leaseTime, number(3600)],
      ...(words.options ?? []),
    ]),
    ...words.message,
  };
  return frame(message, words.sender ?? SERVER_MAC);
}
