import { setGroup, setRow } from '../../console/call/object-calls.ts';
import { VLAN_INTERFACE_BASE } from '../../model/values/interface-index.ts';
import { timeZones } from '../../model/values/time-zone.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { DnsOrigin, dnsResolverCtrl, dnsServerEntry } from '../system/dns/objects.ts';
import { AddressMode, BUILT_IN_VLAN, ipDefaultRouter, ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { sysTimeCtrl, sysTimeSntpServerEntry, TimeSource } from '../system/system-time/objects.ts';
import { clockLater } from './clock.ts';
import { sysWizard } from './objects.ts';

/** The interface that the wizard gives its address. */
export const managementInterface = VLAN_INTERFACE_BASE + BUILT_IN_VLAN;

/** Values of the wizard's `switchManagement`. */
export const Management = { cloud: 1, local: 2 } as const;

/** One thing that the last step writes; all or nothing in itself. */
export interface Writing {
  readonly name: 'time' | 'dns' | 'management' | 'account' | 'done' | 'save' | 'address';
  /** English source text. */
  readonly title: string;
  /** What was chosen: English source texts and plain values; passwords as dots. */
  readonly words: readonly string[];
  /** Empty where nothing differs from what the device has: the step is skipped. */
  readonly calls: readonly ObjectCall[];
}

interface Chosen {
  /** What the wizard's fields hold. */
  readonly entries: Values;
  /** What the device has for them. */
  readonly present: Values;
  /** Milliseconds since the clock boxes were filled; undefined where they were left alone. */
  readonly clockAge: number | undefined;
}

/**
 * What the wizard writes, in its order (reference: WizardApply): time and zone, DNS, local management, account, the done
 * flag, save to flash, and the address last, so that flash holds the old address until the new one was reached.
 */
export function writingsOf({ entries, present, clockAge }: Chosen): readonly Writing[] {
  const differs = (...fields: string[]) => fields.some((field) => String(entries[field]) !== String(present[field]));
  const textOf = (field: string) => String(entries[field] ?? '');
  const sntp = Number(entries.sysTimeSource) === TimeSource.sntp;
  const dhcp = Number(entries.ipAddrCfgMode) === AddressMode.dynamic;
  const setsClock = !sntp && clockAge !== undefined;
  const accountChanges = differs('username') || textOf('password') !== '';

  return [
    {
      name: 'time',
      title: 'Time and zone',
      words: [
        timeZones[Number(entries.index)] ?? '',
        sntp ? `SNTP ${textOf('sysTimeSntpServer1')}` : setsClock ? clockWords(entries) : 'Clock as it is',
      ],
      calls: [
        ...(sntp && differs('sysTimeSntpServer1')
          ? [
              setRow(sysTimeSntpServerEntry, {
                sysTimeSntpServerIndex: 1,
                sysTimeSntpServer: textOf('sysTimeSntpServer1'),
              }),
            ]
          : []),
        ...(differs('index', 'sysTimeSource') || setsClock
          ? [
              setGroup(sysTimeCtrl, {
                sysTimeZone: Number(entries.index),
                sysTimeSource: sntp ? TimeSource.sntp : TimeSource.local,
                ...(setsClock && clockLater(entries, clockAge)),
              }),
            ]
          : []),
      ],
    },
    {
      name: 'dns',
      title: 'DNS server',
      words: [dhcp ? 'from DHCP' : textOf('dns') || 'none'],
      calls: dhcp
        ? differs('ipAddrCfgMode')
          ? [setGroup(dnsResolverCtrl, { dnsOrigin: DnsOrigin.dynamic })]
          : []
        : [
            ...(differs('ipAddrCfgMode') ? [setGroup(dnsResolverCtrl, { dnsOrigin: DnsOrigin.manual })] : []),
            ...(differs('dns') ? [setRow(dnsServerEntry, { dnsServerIndex: 1, dnsServerAddr: textOf('dns') })] : []),
          ],
    },
    // Local management is what the device does without being told.
    { name: 'management', title: 'Management', words: ['Local'], calls: [] },
    {
      name: 'account',
      title: 'Administrator account',
      words: [textOf('username'), textOf('password') === '' ? 'Password as it is' : '••••••••'],
      calls: accountChanges
        ? [
            setRow(sysUserEntry, {
              sysUserIndex: 1,
              oldPassword: textOf('currentPassword'),
              ...(differs('username') && { sysUserName: textOf('username') }),
              ...(textOf('password') !== '' && { sysUserPassword: textOf('password') }),
            }),
          ]
        : [],
    },
    { name: 'done', title: 'Setup done', words: [], calls: [setGroup(sysWizard, { sysWizardDone: 1 })] },
    { name: 'save', title: 'Save to flash', words: [], calls: [] },
    {
      name: 'address',
      title: 'Management address',
      words: dhcp
        ? ['from DHCP']
        : [`${textOf('ip')} ${textOf('mask')}`, textOf('gateway') && `→ ${textOf('gateway')}`],
      calls: [
        ...(differs('ipAddrCfgMode') || (!dhcp && differs('ip', 'mask'))
          ? [
              setRow(ipv4InterfaceEntry, {
                ipv4InterfaceIfIndex: managementInterface,
                ipAddrCfgMode: dhcp ? AddressMode.dynamic : AddressMode.manual,
                ...(!dhcp && { ipAddressAddr: textOf('ip'), ipAddressMask: textOf('mask') }),
              }),
            ]
          : []),
        ...(!dhcp && differs('gateway')
          ? [setGroup(ipDefaultRouter, { ipDefaultRouterAddress: textOf('gateway') })]
          : []),
      ],
    },
  ];
}

function clockWords(entries: Values): string {
  const two = (field: string) => String(entries[field] ?? '').padStart(2, '0');
  return `${entries.year}-${two('month')}-${two('day')} ${two('hour')}:${two('minute')}:${two('second')}`;
}

/** Whether the browser's way to the switch leads over the address that is about to change. */
export function movesBrowser(hostName: string, present: Values, address: Writing): boolean {
  return address.calls.some(({ params }) => params.Template === ipv4InterfaceEntry.name) && hostName === present.ip;
}
