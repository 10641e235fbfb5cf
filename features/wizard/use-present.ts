import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { parseDateTime } from '../../model/values/date-time.ts';
import type { Values } from '../../model/wire/call.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { dnsResolverCtrl, dnsServerEntry } from '../system/dns/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { system } from '../system/system-management/objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import { sysTimeSntpServerEntry } from '../system/system-time/sntp-server-objects.ts';
import { managementInterface } from './address.ts';
import { Management } from './wizard-entries.ts';

/** The device's present value of each of the wizard's fields, and whether its initial password is still set. */
export interface Present {
  readonly values: Values;
  readonly factoryPassword: boolean;
  /** The address in use, from any source. */
  readonly address: string;
  readonly origin: 'manual' | 'dhcp';
}

/** Reads the wizard's fields from the device; undefined until all are there. */
export function usePresent(): Present | undefined {
  const { data: users } = useRows(sysUserEntry);
  const { data: time } = useGroup(sysTimeCtrl);
  const { data: timeServers } = useRows(sysTimeSntpServerEntry);
  const { data: interfaces } = useRows(ipv4InterfaceEntry);
  const { data: router } = useGroup(ipDefaultRouter);
  const { data: dnsServers } = useRows(dnsServerEntry);
  const { data: resolver } = useGroup(dnsResolverCtrl);
  const { data: cloud } = useGroup(sysCloudCtrl);
  const { data: identity } = useGroup(system);
  const user = users?.[0];
  const management = interfaces?.find(({ ipv4InterfaceIfIndex }) => ipv4InterfaceIfIndex === managementInterface);
  if (!user || !time || !timeServers || !management || !router || !dnsServers || !identity || !resolver || !cloud)
    return undefined;
  const clock = parseDateTime(time.sysTimeCurrent) ?? { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  return {
    factoryPassword: user.sysUserFactoryPassword === TruthValue.yes,
    address: management.ipAddressInUse === '' ? management.ipAddressAddr : management.ipAddressInUse,
    origin: management.ipAddressOrigin === 4 ? 'dhcp' : 'manual',
    values: {
      setup: 0,
      sysName: identity.sysName,
      username: user.sysUserName,
      // Typed at the login, or in its step before.
      currentPassword: wizardDraft.get().currentPassword,
      password: '',
      confirmPassword: '',
      switchManagement: Management.local,
      index: time.sysTimeZone,
      daylightColumns: JSON.stringify(
        Object.fromEntries(Object.entries(time).filter(([column]) => column.startsWith('dst'))),
      ),
      sysTimeSource: time.sysTimeSource,
      sysTimeSntpServer1: timeServers[0]?.sysTimeSntpServer ?? '',
      ...clock,
      ipAddrCfgMode: management.ipAddrCfgMode,
      ip: management.ipAddressAddr,
      mask: management.ipAddressMask,
      gateway: router.ipDefaultRouterAddress,
      dns: dnsServers[0]?.dnsServerAddr ?? '',
      dnsOrigin: resolver.dnsOrigin,
      dnsSecondary: dnsServers[1]?.dnsServerAddr ?? '',
      cloudState: cloud.systemCloudState,
      cloudFingerprint: cloud.systemCloudFingerprint,
      cloudAccount: cloud.systemCloudAccount,
    },
  };
}
