import type { Fields } from '../../model/schema/field.ts';
import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, status, truth } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { port } from '../../model/schema/kinds/port.ts';
import { searched, text } from '../../model/schema/kinds/text.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import { group, table } from '../../model/schema/object.ts';
import { interfaceName, TRUNKS } from '../../model/values/interface-index.ts';
import { say } from '../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import type { Values } from '../../model/wire/call.ts';
import { fitsWords } from './host-words.ts';

const page = '/Hosts';

/** Labels at most (docs/specification/hosts.md). */
export const HOST_LABELS = 1024;

/** Names that an administrator gave to stations; they come before every other name. */
export const hostLabelEntry = table('hostLabelEntry', {
  title: 'Host label',
  page,
  index: { hostLabelAddress: mac({ label: 'MAC address', access: 'create', addresses: 'unicast' }) },
  columns: {
    hostLabelName: text({
      label: 'Label',
      minLength: 1,
      maxLength: 32,
      trim: true,
      help: 'Shown wherever its address appears, instead of the name that the host announces.',
    }),
  },
  rows: { max: HOST_LABELS },
  rowName: ({ hostLabelAddress }) => say('host {{address}}', { address: hostLabelAddress }),
  privateMib: { number: 200, columns: ['hostLabelAddress', 'hostLabelName', 'RowStatus'] },
});

/** Whether hosts are remembered and heard, and what is done to one. */
export const hostControl = group('hostControl', {
  title: 'Hosts',
  page,
  fields: {
    hostWatchStatus: status({
      label: 'Watch hosts',
      default: 1,
      help: 'Remembers hosts for 24 hours and reads the names and addresses that they announce by ARP, DHCP and mDNS.',
    }),
    hostWake: mac({
      label: 'Wake',
      access: 'action',
      addresses: 'unicast',
      help: 'Sends a magic packet (Wake-on-LAN) out of the port where the host was last seen.',
    }),
  },
  privateMib: { number: 208, columns: ['hostWatchStatus', 'hostWake'] },
});

/** The last 24 hours of each host that is remembered. */
export const hostDayEntry = table('hostDayEntry', {
  title: 'Last day of host',
  help: 'Times and ports at which a station was detected in the last 24 hours.',
  page,
  index: { hostAddress: mac({ label: 'MAC address', access: 'ro' }) },
  columns: {
    /** 96 quarters of an hour up to now, oldest first: 1 where the host was heard. */
    hostDayHeard: text({ label: 'Seen', access: 'ro', maxLength: 96 }),
    /** Its last moves, newest first, "2026-11-26 08:19:00 3 40": until when it was at which ifIndex and in which VLAN. */
    hostDayMoves: text({ label: 'Moves', access: 'ro', maxLength: 160 }),
  },
  rows: { max: 16_384 },
  privateMib: { number: 209, columns: ['hostAddress retired', 'hostDayHeard', 'hostDayMoves'] },
});

/** Search conditions for hosts; "" and 0 match all. */
const hostFilters = {
  hostFilterText: text({
    label: 'Words',
    access: 'action',
    maxLength: 64,
    characters: searched,
    help: 'Parts of name, vendor, address, port or VLAN; all of them must match.',
  }),
  hostFilterPort: port({
    label: 'Port',
    access: 'action',
    default: 0,
    maximum: PORT_LIST_MAXIMUM,
    trunks: TRUNKS,
    optional: true,
  }),
  hostFilterSeen: enumeration({
    label: 'Seen',
    access: 'action',
    choices: { now: [0, 'Now'], lastDay: [1, 'In the last 24 hours'], gone: [2, 'Gone'] },
  }),
  hostFilterShow: enumeration({
    label: 'Show',
    access: 'action',
    choices: { grouped: [0, 'Clients grouped'], all: [1, 'All hosts'], duplicates: [2, 'Duplicate addresses'] },
  }),
} satisfies Fields;

const words = (label: string, maxLength: number) => text({ label, access: 'ro', maxLength, characters: /[^\p{C}]/u });

/** Every station that was heard at a port in the last 24 hours, joined from all that the switch knows of it. */
export const hostEntry = table('hostEntry', {
  title: 'Host',
  help: 'Stations detected in the last 24 hours, with their own announcements.',
  page,
  index: { hostAddress: mac({ label: 'MAC address', access: 'ro' }) },
  columns: {
    hostName: words('Name', 64),
    hostNameSource: enumeration({
      label: 'Name from',
      access: 'ro',
      default: 0,
      choices: {
        none: [0, 'Nothing'],
        label: [1, 'Label'],
        lldp: [2, 'LLDP'],
        dhcp: [3, 'DHCP'],
        mdns: [4, 'mDNS'],
        onvif: [5, 'ONVIF'],
        dot1x: [6, '802.1X'],
      },
    }),
    hostVendor: words('Vendor', 64),
    hostModel: words('Model', 64),
    hostIpv4: words('IPv4 address', 64),
    hostIpv6: words('IPv6 address', 128),
    hostPort: port({
      label: 'Port',
      access: 'ro',
      default: 0,
      maximum: PORT_LIST_MAXIMUM,
      trunks: TRUNKS,
      optional: true,
      name: (number) => (number === 0 ? '' : interfaceName(number)),
    }),
    hostVlans: vlanList({ label: 'VLAN', access: 'ro' }),
    hostState: enumeration({ label: 'State', access: 'ro', choices: { present: [1, 'Present'], gone: [2, 'Gone'] } }),
    hostSince: dateTime({ label: 'Since', never: '' }),
    hostLastSeen: dateTime({ label: 'Last seen', never: '' }),
    hostRate: gauge({ label: 'Traffic of its port', unit: 'bit/s' }),
    hostPower: gauge({ label: 'PoE', unit: 'W', scale: 1000, decimals: 1, words: { 0: '' } }),
    /** Names of `evidences`, separated by commas. */
    hostKnownBy: words('Known by', 96),
    hostDuplicate: truth({ label: 'Duplicate address', access: 'ro', default: 2 }),
    /** Stations at the port of a bridge or an access point, itself not counted; 0 for what is neither. */
    hostClients: gauge({ label: 'Clients behind it', words: { 0: '' } }),
    /** The bridge or access point that it is behind, by its MAC address; "" where there is none. */
    hostBehind: words('Behind', 17),
  },
  rows: { max: 32_768 },
  filters: { fields: hostFilters, fits },
  rowName: ({ hostAddress }) => say('host {{address}}', { address: hostAddress }),
  privateMib: {
    number: 201,
    columns: [
      'hostAddress retired',
      'hostName',
      'hostNameSource',
      'hostVendor',
      'hostModel',
      'hostIpv4',
      'hostIpv6',
      'hostPort',
      'hostVlans',
      'hostState',
      'hostSince',
      'hostLastSeen',
      'hostRate',
      'hostPower',
      'hostKnownBy',
      'hostDuplicate',
      'hostClients',
      'hostBehind',
    ],
  },
});

/** Addresses that a read of names may ask for: more than a page shows. */
const NAMED_TEXT = 65_536;

/** The names of the hosts that have certain addresses, for pages that show addresses; nothing unless some are asked for. */
export const hostNameEntry = table('hostNameEntry', {
  title: 'Host name',
  page,
  index: { hostNamedAddress: text({ label: 'Address', access: 'ro', maxLength: 45 }) },
  columns: {
    hostNamedName: words('Name', 64),
    hostNamedMac: mac({ label: 'MAC address', access: 'ro' }),
  },
  rows: { max: 32_768 },
  filters: {
    fields: {
      /** MAC, IPv4 and IPv6 addresses, separated by commas. */
      hostNameAddresses: text({
        label: 'Addresses',
        access: 'action',
        maxLength: NAMED_TEXT,
        characters: /[\dA-Fa-f.:,-]/,
      }),
    },
    fits: () => true,
  },
  privateMib: { number: 219, columns: ['hostNamedAddress', 'hostNamedName', 'hostNamedMac'] },
});

/** Wire values of the filters. */
export const HostSeen = hostFilters.hostFilterSeen.values;
export const HostShow = hostFilters.hostFilterShow.values;

/** Wire values of `hostNameSource` and `hostState`. */
export const NameSource = hostEntry.fields.hostNameSource.values;
export const HostState = hostEntry.fields.hostState.values;

function fits(row: Values, wanted: Values): boolean {
  const { hostFilterText = '', hostFilterPort = 0, hostFilterSeen, hostFilterShow } = wanted;
  // A row that is asked for by its address is there, whatever else is asked.
  const isSeen =
    hostFilterSeen === undefined ||
    hostFilterSeen === HostSeen.lastDay ||
    (row.hostState === HostState.present) === (hostFilterSeen === HostSeen.now);
  const isShown =
    hostFilterShow === undefined ||
    hostFilterShow === HostShow.all ||
    (hostFilterShow === HostShow.grouped
      ? // What is looked for is found behind an access point, too.
        row.hostBehind === '' || hostFilterText !== ''
      : row.hostDuplicate === 1);
  const isAt = hostFilterPort === 0 || row.hostPort === hostFilterPort;
  return isSeen && isShown && isAt && fitsWords(row, String(hostFilterText));
}
