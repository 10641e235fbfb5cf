import type { Keepable } from '../../../device/flash/keeper.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { parseMac } from '../../../model/values/mac.ts';
import { BINDINGS } from './objects.ts';

/** A learnt binding as it is kept: its end is a date, since no other clock goes on over a restart. */
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

/** The learnt bindings on flash. */
export const keptBindings: Keepable<readonly KeptBinding[]> = {
  name: 'dhcp-bindings',
  version: 1,
  write: (bindings) => bindings,
  read: (json) => (Array.isArray(json) && json.length <= BINDINGS && json.every(isBinding) ? json : undefined),
};

function isBinding(json: unknown): json is KeptBinding {
  if (!isRecord(json)) return false;
  const { vlan, mac, address, port, leaseTime, ends } = json;
  const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0;
  return (
    isNumber(vlan) &&
    isNumber(port) &&
    typeof mac === 'string' &&
    parseMac(mac) === mac &&
    typeof address === 'string' &&
    parseIpv4(address) !== undefined &&
    (leaseTime === null || isNumber(leaseTime)) &&
    (ends === null || isNumber(ends))
  );
}
