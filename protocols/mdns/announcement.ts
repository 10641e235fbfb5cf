import { encodeName } from '../dns/name.ts';
import { concatenated, uint16Octets } from '../dns/octets.ts';
import { putIpv4 } from '../frames/addresses.ts';
import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../frames/ipv4.ts';
import { buildUdp } from '../frames/udp.ts';

/** A device's announcement of itself on its link. */
export interface Announcement {
  /** One label: "core-switch". */
  readonly hostName: string;
  readonly model: string;
  /** "192.0.2.1". */
  readonly address: string;
  readonly mac: string;
}

/** RFC 6762 section 3 and 11: the group, its MAC address, the port, and a life that no router takes from. */
const GROUP = '224.0.0.251';
const GROUP_MAC = '01-00-5E-00-00-FB';
const PORT = 5353;
const TIME_TO_LIVE = 255;

/** Seconds that a record may be kept (RFC 6762 section 10): an address, and anything else. */
const ADDRESS_LIFE = 120;
const OTHER_LIFE = 4500;

const TYPE_A = 1;
const TYPE_TXT = 16;
const CLASS_IN = 1;
/** Only this record is valid; older ones have to be forgotten (RFC 6762 section 10.2). */
const CACHE_FLUSH = 0x8000;
/** A response that is authoritative. */
const RESPONSE = 0x8400;

/**
 * The frame of an unasked multicast DNS response (RFC 6762 section 8.3), untagged and without FCS: the address of
 * "hostName.local", and the model in its "_device-info._tcp" record. Undefined where the name cannot be written.
 */
export function buildAnnouncement({ hostName, model, address, mac }: Announcement): Uint8Array | undefined {
  const own = encodeName(`${hostName}.local`);
  const info = encodeName(`${hostName}._device-info._tcp.local`);
  if (!own || !info) return undefined;
  const octets = new Uint8Array(4);
  putIpv4(octets, 0, address);
  const message = concatenated([
    uint16Octets(0, RESPONSE, 0, 2, 0, 0),
    record(own, TYPE_A, ADDRESS_LIFE, octets),
    record(info, TYPE_TXT, OTHER_LIFE, characterString(`model=${model}`)),
  ]);
  const datagram = buildUdp({ sourcePort: PORT, destinationPort: PORT, content: message }, address, GROUP);
  const packet = buildIpv4({
    source: address,
    destination: GROUP,
    protocol: IpProtocol.udp,
    dscp: 0,
    timeToLive: TIME_TO_LIVE,
    payload: datagram,
  });
  return buildEthernet({ destination: GROUP_MAC, source: mac, etherType: EtherType.ipv4, payload: packet });
}

function record(name: Uint8Array, type: number, life: number, content: Uint8Array): Uint8Array {
  return concatenated([name, uint16Octets(type, CLASS_IN | CACHE_FLUSH, 0, life, content.length), content]);
}

/** One octet of length, then the text (RFC 1035 3.3). */
function characterString(text: string): Uint8Array {
  const octets = new TextEncoder().encode(text).subarray(0, 255);
  return concatenated([Uint8Array.of(octets.length), octets]);
}
