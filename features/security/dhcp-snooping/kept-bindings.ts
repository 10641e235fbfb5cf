import type { Keepable } from '../../../device/flash/keeper.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { parseMac } from '../../../model/values/mac.ts';
import { BINDINGS, dhcpSnoopingStaticBindingEntry, FOR_EVER } from './objects.ts';

/** A learned binding as stored: its end is a date, since no other clock continues over a restart. */
export interface KeptBinding {
  readonly vlan: number;
  readonly mac: string;
  readonly address: string;
  readonly port: number;
  /** Seconds; null for ever. */
  readonly leaseTime: number | null;
  /** Milliseconds since 1970; null for never. */
  readonly ends: number | null;
}

/** The learned bindings on flash. Invalid ones are skipped, without affecting the others. */
export const keptBindings: Keepable<readonly KeptBinding[]> = {
  name: 'dhcp-bindings',
  version: 1,
  write: (bindings) => bindings,
  read: (json) => (Array.isArray(json) && json.length <= BINDINGS ? json.filter(isBinding) : undefined),
};

const { bindingVlanId, bindingPort } = dhcpSnoopingStaticBindingEntry.fields;

function isBinding(json: unknown): json is KeptBinding {
  if (!isRecord(json)) return false;
  const { vlan, mac, address, port, leaseTime, ends } = json;
  return (
    bindingVlanId.read(vlan).ok &&
    bindingPort.read(port).ok &&
    [vlan, port].every(isWhole) &&
    typeof mac === 'string' &&
    parseMac(mac) === mac &&
    typeof address === 'string' &&
    parseIpv4(address) !== undefined &&
    (leaseTime === null || (isWhole(leaseTime) && leaseTime > 0 && leaseTime < FOR_EVER)) &&
    (ends === null || isWhole(ends))
  );
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
