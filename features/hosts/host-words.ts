import { interfaceName } from '../../model/values/interface-index.ts';
import type { Values } from '../../model/wire/call.ts';

/** By what a station is known: the names in `hostKnownBy`, with their words. */
export const evidences = {
  address: 'MAC',
  arp: 'ARP',
  nd: 'ND',
  dhcp: 'DHCP',
  lldp: 'LLDP',
  mdns: 'mDNS',
  onvif: 'ONVIF',
  dot1x: '802.1X',
} as const;

/** One of the names of `evidences`. */
export type Evidence = keyof typeof evidences;

const searched = ['hostName', 'hostVendor', 'hostModel', 'hostIpv4', 'hostIpv6', 'hostAddress'] as const;

/** The hexadecimal digits of a MAC address, however it is written; as it is for anything else. */
function digitsOf(word: string): string | undefined {
  const digits = word.replaceAll(/[:.-]/g, '');
  return digits.length >= 4 && /^[0-9a-f]+$/.test(digits) && /[:.-]/.test(word) ? digits : undefined;
}

/**
 * Whether a host's row contains all words: parts of name, vendor, model and addresses, "port 3", "vlan 20", or a port
 * or VLAN by its number. Lower and upper case are alike.
 */
export function fitsWords(row: Values, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const said = searched.map((name) => String(row[name] ?? '').toLowerCase()).join('\n');
  const digits = String(row.hostAddress ?? '')
    .replaceAll('-', '')
    .toLowerCase();
  const port = interfaceName(Number(row.hostPort ?? 0)).toLowerCase();
  const vlans = String(row.hostVlans ?? '').split(',');
  return wanted
    .replaceAll(/\b(port|trunk|vlan)\s+(?=\d)/g, '$1:')
    .split(/\s+/)
    .every((word) => {
      const [, kind, number] = /^(port|trunk|vlan):(\d+)$/.exec(word) ?? [];
      if (kind === 'vlan') return isInVlans(vlans, Number(number));
      if (kind === 'port') return port === number;
      if (kind === 'trunk') return port === `trunk ${number}`;
      const mac = digitsOf(word);
      return (
        said.includes(word) || port === word || vlans.includes(word) || (mac !== undefined && digits.includes(mac))
      );
    });
}

/** "1, 40-42": without the blank, two VLANs read like one number with a decimal mark. */
export function vlanWords(vlans: string): string {
  return vlans.replaceAll(',', ', ');
}

function isInVlans(vlans: readonly string[], wanted: number): boolean {
  return vlans.some((part) => {
    const [first = '', last = first] = part.split('-');
    return Number(first) <= wanted && wanted <= Number(last);
  });
}
