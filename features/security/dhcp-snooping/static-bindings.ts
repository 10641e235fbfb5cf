import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { type Binding, stationKey } from '../../../protocols/dhcp-snooping/state.ts';
import { dhcpSnoopingStaticBindingEntry, FOR_EVER } from './objects.ts';

type Row = RowOf<typeof dhcpSnoopingStaticBindingEntry>;

/**
 * The bindings that an administrator made, by `stationKey`, as of `now` in monotonic milliseconds. The time of one runs from when
 * it was made, or its lease changed: `former` are those of before.
 */
export function staticBindings(
  configuration: Configuration,
  former: ReadonlyMap<string, Binding>,
  now: number,
): ReadonlyMap<string, Binding> {
  return new Map(
    configuration.rows(dhcpSnoopingStaticBindingEntry).map((row) => {
      const made = bindingOf(row, now);
      const key = stationKey(made.vlan, made.mac);
      const present = former.get(key);
      const goesOn = present?.leaseTime === made.leaseTime;
      return [key, goesOn ? { ...made, expiresAt: present.expiresAt } : made];
    }),
  );
}

function bindingOf({ bindingVlanId, bindingMac, bindingIp, bindingPort, bindingLease }: Row, now: number): Binding {
  const leaseTime = bindingLease === FOR_EVER ? Number.POSITIVE_INFINITY : bindingLease;
  return {
    vlan: bindingVlanId,
    mac: bindingMac,
    address: bindingIp,
    port: bindingPort,
    leaseTime,
    expiresAt: now + leaseTime * 1000,
  };
}
