import { nameIn, readXml, type XmlElement } from './xml.ts';

/** The UDP port of WS-Discovery, and the IPv4 group that messages go to (OASIS WS-Discovery, ONVIF Core 7.3). */
export const WS_DISCOVERY_PORT = 3702;
export const WS_DISCOVERY_GROUP = '239.255.255.250';

/** Octets of a datagram with a message at most. */
const LONGEST = 16_384;

/** Types, scopes and addresses that are looked at. */
const WORDS_AT_MOST = 64;

const SOAP = 'http://www.w3.org/2003/05/soap-envelope';
/** The drafts of 2005 that ONVIF is built upon. */
const ADDRESSING = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const DISCOVERY = 'http://schemas.xmlsoap.org/ws/2005/04/discovery';
const NETWORK = 'http://www.onvif.org/ver10/network/wsdl';
const SCOPE = 'onvif://www.onvif.org/';

/** A device's announcement of its type and presence. */
export interface OnvifAnnouncement {
  readonly action: 'hello' | 'bye' | 'probeMatches';
  /** Its type, as far as announced: a camera (video transmitter) or a recorder (storage). */
  readonly kind: 'camera' | 'recorder' | undefined;
  /** From its scopes; "" where it names none. Printable, 32 characters at most. */
  readonly manufacturer: string;
  readonly model: string;
  /** The IPv4 address of its services; undefined where it names none. */
  readonly address: string | undefined;
}

const actions: Readonly<Record<string, OnvifAnnouncement['action']>> = {
  [`${DISCOVERY}/Hello`]: 'hello',
  [`${DISCOVERY}/Bye`]: 'bye',
  [`${DISCOVERY}/ProbeMatches`]: 'probeMatches',
};

/** Reads an announcement of an ONVIF device; undefined for anything else. Never throws, whatever the octets are. */
export function readAnnouncement(octets: Uint8Array): OnvifAnnouncement | undefined {
  if (octets.length > LONGEST) return undefined;
  const root = readXml(new TextDecoder().decode(octets));
  if (root?.namespace !== SOAP || root.name !== 'Envelope') return undefined;
  const header = childOf(root, SOAP, 'Header');
  const action = actions[childOf(header, ADDRESSING, 'Action')?.text.trim() ?? ''];
  const body = childOf(root, SOAP, 'Body')?.children[0];
  if (!action || !body) return undefined;
  const said = action === 'probeMatches' ? childOf(body, DISCOVERY, 'ProbeMatch') : body;
  return said && announcementOf(said, action);
}

function announcementOf(said: XmlElement, action: OnvifAnnouncement['action']): OnvifAnnouncement | undefined {
  const types = childOf(said, DISCOVERY, 'Types');
  const names = wordsOf(types).map((word) => nameIn(word, types?.prefixes ?? new Map()));
  const scopes = wordsOf(childOf(said, DISCOVERY, 'Scopes')).filter((scope) => scope.startsWith(SCOPE));
  const isOnvif = names.some((name) => name?.[0].startsWith('http://www.onvif.org/ver10/')) || scopes.length > 0;
  if (!isOnvif && action !== 'bye') return undefined;
  const isNetwork = (wanted: string) => names.some((name) => name?.[0] === NETWORK && name[1] === wanted);
  const kinds = scopes.map((scope) => scope.slice(SCOPE.length).toLowerCase());
  const isStorage =
    isNetwork('NetworkVideoStorage') ||
    kinds.some((kind) => /^type\/(?:network_?video_?storage|video_?recorder|recording)/.test(kind));
  const isCamera =
    isNetwork('NetworkVideoTransmitter') ||
    kinds.some((kind) => /^type\/(?:video_encoder|network_?video_?transmitter)/.test(kind));
  return {
    action,
    kind: isStorage ? 'recorder' : isCamera ? 'camera' : undefined,
    manufacturer: scopeOf(scopes, 'manufacturer') || scopeOf(scopes, 'name'),
    model: scopeOf(scopes, 'hardware'),
    address: addressOf(wordsOf(childOf(said, DISCOVERY, 'XAddrs'))),
  };
}

function childOf(parent: XmlElement | undefined, namespace: string, name: string): XmlElement | undefined {
  return parent?.children.find((child) => child.namespace === namespace && child.name === name);
}

function wordsOf(element: XmlElement | undefined): readonly string[] {
  return element?.text.split(/\s+/, WORDS_AT_MOST).filter(Boolean) ?? [];
}

/** The value of a scope of this sort, for display. */
function scopeOf(scopes: readonly string[], sort: string): string {
  const found = scopes.find((scope) => scope.startsWith(`${SCOPE}${sort}/`));
  const text = found?.slice(SCOPE.length + sort.length + 1) ?? '';
  let words = text;
  try {
    words = decodeURIComponent(text);
  } catch {
    // Not escaped as an address is: verbatim.
  }
  return words
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
    .trim()
    .slice(0, 32);
}

/** The first IPv4 address among those of services. */
function addressOf(services: readonly string[]): string | undefined {
  for (const service of services) {
    const host = /^https?:\/\/(\d{1,3}(?:\.\d{1,3}){3})(?:[:/]|$)/.exec(service)?.[1];
    if (host?.split('.').every((octet) => Number(octet) <= 255)) return host;
  }
  return undefined;
}

/** A probe for every ONVIF device; `id` is a UUID that no other message has. */
export function buildProbe(id: string): Uint8Array {
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="${SOAP}" xmlns:w="${ADDRESSING}" xmlns:d="${DISCOVERY}" ` +
      `xmlns:dn="${NETWORK}"><e:Header><w:MessageID>uuid:${id}</w:MessageID>` +
      `<w:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To><w:Action>${DISCOVERY}/Probe</w:Action></e:Header>` +
      '<e:Body><d:Probe/></e:Body></e:Envelope>',
  );
}
