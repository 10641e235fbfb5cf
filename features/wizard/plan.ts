import { setGroup } from '../../console/call/object-calls.ts';
import { changeGroup, changeRow } from '../../console/call/row-calls.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { GroupValues } from '../../model/schema/object.ts';
import type { ObjectCall, Value, Values } from '../../model/wire/call.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { DnsOrigin, dnsResolverCtrl, dnsServerEntry } from '../system/dns/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { AddressMode, ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { system } from '../system/system-management/objects.ts';
import { sysTimeCtrl, TimeSource } from '../system/system-time/objects.ts';
import { sysTimeSntpServerEntry } from '../system/system-time/sntp-server-objects.ts';
import { differences, managementInterface, takesDhcp } from './address.ts';
import { clockLater } from './clock.ts';
import { daylightColumnsOf, settingsOf } from './daylight-saving.ts';
import { sysWizard } from './objects.ts';
import { ruleHere } from './rule-here.ts';
import { Management, Saving, wizardEntries } from './wizard-entries.ts';

/** One thing that the last step writes; all or nothing in itself. */
export interface Writing {
  readonly name: 'name' | 'time' | 'dns' | 'management' | 'account' | 'done' | 'save' | 'address';
  /** English source text. */
  readonly title: string;
  /** The chosen values: English source texts and plain values; passwords as dots. */
  readonly words: readonly string[];
  /** Empty where nothing differs from what the device has: the step is skipped. */
  readonly calls: readonly ObjectCall[];
}

interface Chosen {
  /** Values of the wizard's fields. */
  readonly entries: Values;
  /** The device's values that they were chosen over; a device that has others by now refuses. */
  readonly present: Values;
  /** Milliseconds since the clock boxes were filled; undefined if they were not changed. */
  readonly clockAge: number | undefined;
}

/** The change of the account; undefined where it stays. The device asks for the current password. */
export function accountCall(entries: Values, present: Values): ObjectCall | undefined {
  const text = (field: string) => String(entries[field] ?? '');
  const name = String(present.username);
  const renamed = text('username') !== name;
  if (!renamed && text('password') === '') return undefined;
  const [change] = changeRow(
    sysUserEntry,
    { sysUserIndex: 1, sysUserName: name },
    {
      oldPassword: text('currentPassword'),
      ...(renamed && { sysUserName: text('username') }),
      ...(text('password') !== '' && { sysUserPassword: text('password') }),
    },
  );
  return change;
}

/** The changes of zone, daylight saving and clock; `clockAge` as in `Chosen`. */
export function timeCalls(entries: Values, present: Values, clockAge: number | undefined): readonly ObjectCall[] {
  const differs = differences(entries, present);
  const sntp = Number(entries.sysTimeSource) === TimeSource.sntp;
  const setsClock = !sntp && clockAge !== undefined;
  const changesSaving = differs('daylightSaving');
  const server = String(entries.sysTimeSntpServer1 ?? '');
  return [
    ...(sntp && differs('sysTimeSntpServer1')
      ? changeRow(
          sysTimeSntpServerEntry,
          { sysTimeSntpServerIndex: 1, sysTimeSntpServer: String(present.sysTimeSntpServer1 ?? '') },
          { sysTimeSntpServer: server },
        )
      : []),
    ...(changesSaving || setsClock || differs('index', 'sysTimeSource')
      ? changeGroup(
          sysTimeCtrl,
          {
            sysTimeZone: Number(present.index),
            ...(changesSaving && daylightColumnsOf(present)),
            sysTimeSource: Number(present.sysTimeSource),
          },
          {
            sysTimeZone: Number(entries.index),
            ...(changesSaving && settingsOf(Number(entries.daylightSaving), ruleHere())),
            sysTimeSource: sntp ? TimeSource.sntp : TimeSource.local,
            ...(setsClock && clockLater(entries, clockAge)),
          },
        )
      : []),
  ];
}

/** The changes of name resolution that the cloud branch asks for. */
export function dnsCalls(entries: Values, present: Values): readonly ObjectCall[] {
  const differs = differences(entries, present);
  const origin = Number(entries.dnsOrigin) === DnsOrigin.dynamic ? DnsOrigin.dynamic : DnsOrigin.manual;
  const servers = [
    ['dns', 1],
    ['dnsSecondary', 2],
  ] as const;
  return [
    ...(differs('dnsOrigin') ? originCalls(present, origin) : []),
    ...servers.flatMap(([field, index]) =>
      origin === DnsOrigin.manual && differs(field) ? serverCalls(index, present[field], entries[field]) : [],
    ),
  ];
}

function originCalls(
  { dnsOrigin = '' }: Values,
  to: GroupValues<typeof dnsResolverCtrl>['dnsOrigin'],
): readonly ObjectCall[] {
  return changeGroup(dnsResolverCtrl, { dnsOrigin }, { dnsOrigin: to });
}

function serverCalls(dnsServerIndex: number, from: Value | undefined, to: Value | undefined): readonly ObjectCall[] {
  const present = { dnsServerIndex, dnsServerAddr: String(from ?? '') };
  return changeRow(dnsServerEntry, present, { dnsServerAddr: String(to ?? '') });
}

function cloudDnsWords({ dnsOrigin, dns, dnsSecondary }: Values): readonly string[] {
  if (Number(dnsOrigin) === DnsOrigin.dynamic) return ['from DHCP'];
  return [String(dns ?? '') || 'none', String(dnsSecondary ?? '')].filter((words) => words !== '');
}

const savingWords: Readonly<Record<number, string>> = {
  [Saving.none]: 'No daylight saving',
  [Saving.computer]: 'Daylight saving as on this computer',
};

/**
 * The wizard's writes, in their order (docs/specification/system.md, "Wizard > WizardApply"): name, time and zone, DNS,
 * local management, account, the done flag, save to flash, and the address last, so that flash holds the old address
 * until the new one was reached.
 */
export function writingsOf({ entries, present, clockAge }: Chosen): readonly Writing[] {
  const differs = differences(entries, present);
  const textOf = (field: string) => String(entries[field] ?? '');
  const sntp = Number(entries.sysTimeSource) === TimeSource.sntp;
  const dhcp = takesDhcp(entries);
  const setsClock = !sntp && clockAge !== undefined;
  const inCloud = Number(entries.switchManagement) === Management.cloud;
  const account = accountCall(entries, present);
  return [
    {
      name: 'name',
      title: 'Device name',
      words: [textOf('sysName') || 'none'],
      calls: differs('sysName')
        ? changeGroup(system, { sysName: String(present.sysName) }, { sysName: textOf('sysName') })
        : [],
    },
    {
      name: 'time',
      title: 'Time and zone',
      words: [
        wizardEntries.fields.index.show(Number(entries.index)),
        (differs('daylightSaving') && savingWords[Number(entries.daylightSaving)]) || '',
        sntp ? `SNTP ${textOf('sysTimeSntpServer1')}` : setsClock ? clockWords(entries) : 'Clock unchanged',
      ],
      calls: timeCalls(entries, present, clockAge),
    },
    {
      name: 'dns',
      title: 'DNS server',
      words: inCloud ? cloudDnsWords(entries) : [dhcp ? 'from DHCP' : textOf('dns') || 'none'],
      calls: inCloud
        ? dnsCalls(entries, present)
        : dhcp
          ? differs('ipAddrCfgMode')
            ? originCalls(present, DnsOrigin.dynamic)
            : []
          : [
              ...(differs('ipAddrCfgMode') ? originCalls(present, DnsOrigin.manual) : []),
              ...(differs('dns') ? serverCalls(1, present.dns, entries.dns) : []),
            ],
    },
    {
      name: 'management',
      title: 'Management',
      words: [inCloud ? 'Cloud' : 'Local'],
      // The login step has enabled it; local management is the device's default.
      calls:
        !inCloud && Number(present.cloudState) === Status.enabled
          ? [setGroup(sysCloudCtrl, { systemCloudState: Status.disabled })]
          : [],
    },
    {
      name: 'account',
      title: 'Administrator account',
      words: [textOf('username'), textOf('password') === '' ? 'Password unchanged' : '••••••••'],
      calls: account ? [account] : [],
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
          ? changeRow(
              ipv4InterfaceEntry,
              {
                ipv4InterfaceIfIndex: managementInterface,
                ipAddrCfgMode: Number(present.ipAddrCfgMode),
                ipAddressAddr: String(present.ip),
                ipAddressMask: String(present.mask),
              },
              {
                ipAddrCfgMode: dhcp ? AddressMode.dynamic : AddressMode.manual,
                ...(!dhcp && { ipAddressAddr: textOf('ip'), ipAddressMask: textOf('mask') }),
              },
            )
          : []),
        ...(!dhcp && differs('gateway')
          ? changeGroup(
              ipDefaultRouter,
              { ipDefaultRouterAddress: String(present.gateway) },
              { ipDefaultRouterAddress: textOf('gateway') },
            )
          : []),
      ],
    },
  ];
}

/**
 * The writes before the switch moves to another address on the way to the cloud: the browser does not take along the
 * entries of the steps before.
 */
export function writingsBeforeCloud(chosen: Chosen): readonly Writing[] {
  return writingsOf(chosen).filter(({ name }) => name === 'name' || name === 'account' || name === 'address');
}

function clockWords(entries: Values): string {
  const two = (field: string) => String(entries[field] ?? '').padStart(2, '0');
  return `${entries.year}-${two('month')}-${two('day')} ${two('hour')}:${two('minute')}:${two('second')}`;
}

/** Whether the browser's way to the switch leads over the address that is about to change. */
export function movesBrowser(hostName: string, addressInUse: string, address: Writing): boolean {
  return address.calls.some(({ params }) => params.Template === ipv4InterfaceEntry.name) && hostName === addressInUse;
}
