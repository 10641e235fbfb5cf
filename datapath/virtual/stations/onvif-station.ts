import { EtherType, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { macOfIpv4Group } from '../../../protocols/frames/igmp.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from '../../../protocols/frames/ipv4.ts';
import { buildUdp, parseUdp } from '../../../protocols/frames/udp.ts';
import { isTagged, popTag } from '../../../protocols/frames/vlan-tag.ts';
import type { Host } from './host.ts';
import type { Listener } from './segment.ts';

/** The device type that a station announces by ONVIF. */
export interface OnvifIdentity {
  readonly kind: 'camera' | 'recorder';
  readonly manufacturer: string;
  readonly model: string;
}

/** WS-Discovery (OASIS, the draft of 2005 that ONVIF is built upon). */
const PORT = 3702;
const GROUP = '239.255.255.250';
const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';

const types = { camera: 'NetworkVideoTransmitter', recorder: 'NetworkVideoStorage' } as const;

/** Announces a station when its link comes up, and answers probes. */
export class OnvifStation implements Listener {
  readonly #host: Host;
  readonly #identity: OnvifIdentity;
  #hasSpoken = false;

  constructor(host: Host, identity: OnvifIdentity) {
    this.#host = host;
    this.#identity = identity;
  }

  /** Says Hello where that was not done since the link came up. */
  play(): void {
    if (this.#hasSpoken) return;
    this.#hasSpoken = true;
    this.#send(macOfIpv4Group(GROUP), GROUP, PORT, undefined);
  }

  receive(frame: Uint8Array): void {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    if (ethernet?.etherType !== EtherType.ipv4 || ethernet.destination !== macOfIpv4Group(GROUP)) return;
    const packet = parseIpv4(ethernet.payload);
    const datagram = packet?.protocol === IpProtocol.udp && parseUdp(packet.payload, packet.source, packet.destination);
    if (!packet || !datagram || datagram.destinationPort !== PORT) return;
    const words = new TextDecoder().decode(datagram.content);
    const id = /:MessageID>([^<]+)</.exec(words)?.[1];
    if (id !== undefined && words.includes(`${DISCOVERY}/Probe<`)) {
      this.#send(ethernet.source, packet.source, datagram.sourcePort, id);
    }
  }

  forget(): void {
    this.#hasSpoken = false;
  }

  #send(mac: string, destination: string, destinationPort: number, relatesTo: string | undefined): void {
    const { address: source } = this.#host.identity;
    if (source === undefined) return;
    const content = new TextEncoder().encode(announcement(this.#identity, source, relatesTo));
    const payload = buildUdp({ sourcePort: PORT, destinationPort, content }, source, destination);
    const packet = { source, destination, protocol: IpProtocol.udp, dscp: 0, timeToLive: 1, payload };
    this.#host.send(this.#host.frame(mac, EtherType.ipv4, buildIpv4(packet)), 1);
  }
}

function announcement({ kind, manufacturer, model }: OnvifIdentity, address: string, relatesTo?: string): string {
  const scope = (sort: string, words: string) => `onvif://www.onvif.org/${sort}/${encodeURIComponent(words)}`;
  const said =
    `<d:Types>dn:${types[kind]}</d:Types><d:Scopes>${scope('manufacturer', manufacturer)} ${scope('hardware', model)}</d:Scopes>` +
    `<d:XAddrs>http://${address}/onvif/device_service</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion>`;
  const [action, body] =
    relatesTo === undefined
      ? ['Hello', `<d:Hello>${said}</d:Hello>`]
      : ['ProbeMatches', `<d:ProbeMatches><d:ProbeMatch>${said}</d:ProbeMatch></d:ProbeMatches>`];
  return (
    '<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" ' +
    `xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="${DISCOVERY}" ` +
    'xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><e:Header>' +
    `${relatesTo === undefined ? '' : `<w:RelatesTo>${relatesTo}</w:RelatesTo>`}` +
    `<w:Action>${DISCOVERY}/${action}</w:Action></e:Header><e:Body>${body}</e:Body></e:Envelope>`
  );
}
