import { address, ipv4 } from './access-list.ts';
import { sumOf } from './packet.ts';
import { IPV4, STATIONS } from './pools.ts';
import type { Random } from './random.ts';

/** What a client and servers say to each other, and where. */
export interface Exchange {
  readonly client: string;
  readonly transaction: number;
  readonly tags: readonly number[];
  readonly port: number;
}

/** A message of DHCP, from the EtherType on, and who sends it to whom. */
export interface DhcpFrame {
  readonly octets: number[];
  readonly from: string;
  readonly to: string;
  readonly asks?: Pick<Exchange, 'client' | 'transaction'>;
}

const ASKING = [1, 3, 3, 4, 7, 8];
const ANSWERING = [2, 5, 5, 5, 6];
const BROADCAST = 'FF-FF-FF-FF-FF-FF';

/** A message of a client, or of a server: mostly to what was asked before. */
export function dhcpMessage(random: Random, asked: Exchange | undefined): DhcpFrame {
  const answers = random.chance(asked ? 0.5 : 0.2);
  const type = random.pick(answers ? ANSWERING : ASKING) ?? 1;
  const isExchange = asked !== undefined && random.chance(0.9);
  const client = isExchange && answers ? asked.client : random.pick(STATIONS);
  const transaction = isExchange && answers ? asked.transaction : random.below(3);
  const ip = random.pick(IPV4);
  const isRenewal = !answers && random.chance(0.3);
  const gives = type === 7 || isRenewal ? ip : '0.0.0.0';
  const relay = random.chance(0.06) ? random.pick(IPV4) : '0.0.0.0';
  const options = [
    ...(random.chance(0.95) ? [53, 1, type] : []),
    ...(type === 4 || type === 3 ? [50, 4, ...octetsOf(ip)] : []),
    ...(answers ? [51, 4, ...numberOf(random.pick([25, 105, 605, 0xffff_ffff]))] : []),
    ...(random.chance(0.06) ? [82, 4, 1, 2, 0, 7] : []),
    ...(random.chance(0.97) ? [255] : [61, 40]),
  ];
  const operation = random.chance(0.95) === answers ? 2 : 1;
  const said = [
    ...[operation, 1, 6, 0],
    ...numberOf(transaction),
    ...[0, 0, 0, 0],
    ...octetsOf(gives),
    ...octetsOf(answers && type !== 6 ? ip : '0.0.0.0'),
    ...[0, 0, 0, 0],
    ...octetsOf(relay),
    ...macOf(client),
    ...Array<number>(10 + 64 + 128).fill(0),
    ...numberOf(0x63825363),
    ...options,
  ];
  const [sourcePort, destinationPort] = random.chance(0.95) === answers ? [67, 68] : [68, 67];
  const packet = udpPacket(random, answers ? '10.0.1.3' : gives, answers ? ip : '255.255.255.255', [
    ...[0, sourcePort, 0, destinationPort],
    ...said,
  ]);
  const server = random.pick(STATIONS);
  const from = answers || random.chance(0.1) ? server : client;
  const to = random.chance(0.3) ? (answers ? client : server) : BROADCAST;
  return { octets: packet, from, to, ...(!answers && { asks: { client, transaction } }) };
}

/** With right checksums; sometimes with a wrong one, cut off, or in a fragment. */
function udpPacket(
  random: Random,
  source: string,
  destination: string,
  [a = 0, b = 0, c = 0, d = 0, ...said]: number[],
): number[] {
  const length = 8 + said.length;
  const addresses = [...octetsOf(source), ...octetsOf(destination)];
  const udp = [a, b, c, d, length >> 8, length & 255, 0, 0, ...said];
  if (random.chance(0.5)) {
    const sum = ~sumOf(Uint8Array.from([...addresses, 0, 17, length >> 8, length & 255, ...udp])) & 0xffff;
    [udp[6], udp[7]] = [sum >> 8, (sum & 255) ^ (random.chance(0.1) ? 1 : 0)];
  }
  const total = 20 + length - (random.chance(0.03) ? 9 : 0);
  const flags = random.chance(0.03) ? 0x20 : 0x40;
  const header = [0x45, 0, total >> 8, total & 255, 0, 1, flags, 0, 64, 17, 0, 0, ...addresses];
  const sum = ~sumOf(Uint8Array.from(header)) & 0xffff;
  [header[10], header[11]] = [sum >> 8, (sum & 255) ^ (random.chance(0.02) ? 1 : 0)];
  return [0x08, 0x00, ...header, ...udp];
}

function numberOf(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function octetsOf(ip: string): number[] {
  return numberOf(Number(ipv4(ip)));
}

function macOf(text: string): number[] {
  return Array.from({ length: 6 }, (_, at) => Number((address(text) >> BigInt(8 * (5 - at))) & 255n));
}
