import { parseIpv4 } from '../../model/values/ipv4.ts';
import { ipv4Network, isHostInIpv4Subnet, prefixOfIpv4Mask } from '../../model/values/ipv4-mask.ts';
import type { Values } from '../../model/wire/call.ts';
import { DnsOrigin } from '../system/dns/objects.ts';
import { AddressMode } from '../system/l3-feature/objects.ts';
import { TimeSource } from '../system/system-time/objects.ts';

/** Messages by field about entries that do not fit together; English source texts. */
export type Messages = Readonly<Record<string, string>>;

/** The account: a new password while the initial one is set, unlike name and current one, entered twice. */
export function checkAccount(entries: Values, present: Values, factoryPassword: boolean): Messages {
  const { username, currentPassword, password, confirmPassword } = entries;
  const changes = username !== present.username || password !== '' || factoryPassword;
  if (!changes) return {};
  if (factoryPassword && password === '') return { password: 'The initial password must be replaced.' };
  if (password !== '' && password === username) return { password: 'The password must differ from the user name.' };
  if (password !== '' && password === currentPassword) {
    return { password: 'The new password must differ from the current one.' };
  }
  if (password !== confirmPassword) return { confirmPassword: 'The two passwords are not the same.' };
  return currentPassword === '' ? { currentPassword: 'Please enter the password that you logged in with.' } : {};
}

/** The clock: SNTP needs somebody to ask. */
export function checkTime(entries: Values): Messages {
  return Number(entries.sysTimeSource) === TimeSource.sntp && entries.sysTimeSntpServer1 === ''
    ? { sysTimeSntpServer1: 'SNTP needs a time server.' }
    : {};
}

/** Name resolution: two servers that differ, where they are typed. */
export function checkNames({ dnsOrigin, dns, dnsSecondary }: Values): Messages {
  if (Number(dnsOrigin) !== DnsOrigin.manual) return {};
  if (dns === '' && dnsSecondary !== '') return { dns: 'Enter the first server first.' };
  return dns !== '' && dns === dnsSecondary ? { dnsSecondary: 'The two servers are the same.' } : {};
}

/** The address: a host of its subnet, and a gateway beside it. */
export function checkAddress(entries: Values): Messages {
  if (Number(entries.ipAddrCfgMode) === AddressMode.dynamic) return {};
  const address = parseIpv4(String(entries.ip));
  const prefix = prefixOfIpv4Mask(String(entries.mask));
  if (address === undefined || prefix === undefined) return {};
  if (!isHostInIpv4Subnet(address, prefix)) {
    return { ip: 'The IP address is the network or broadcast address of its subnet.' };
  }
  if (entries.gateway === '') return {};
  const gateway = parseIpv4(String(entries.gateway));
  if (gateway === undefined) return {};
  return gateway === address || ipv4Network(gateway, prefix) !== ipv4Network(address, prefix)
    ? { gateway: 'The gateway is not in the subnet of the IP address.' }
    : {};
}
