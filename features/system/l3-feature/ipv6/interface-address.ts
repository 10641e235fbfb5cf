import { type Access, type Field, refuse } from '../../../../model/schema/field.ts';
import { ipv6 } from '../../../../model/schema/kinds/ipv6.ts';
import { classOfIpv6, Ipv6Class, parseIpv6 } from '../../../../model/values/ipv6.ts';
import { say } from '../../../../model/values/message.ts';

type Ipv6Options<A extends Access> = Parameters<typeof ipv6<A>>[0];

/** IPv4-mapped addresses, and others that no interface has, begin with so many zero bits (RFC 4291 2.5.5). */
const RESERVED_BITS = 80n;

/**
 * An address that an interface or a station of the link can have: unicast, and not IPv4-mapped. With `linkLocal` only
 * one of fe80::/10.
 */
export function stationAddress<const A extends Access = 'rw'>(
  options: Ipv6Options<A> & { readonly linkLocal?: boolean },
): Field<string, NoInfer<A>> {
  const { linkLocal, ...rest } = options;
  const any = ipv6(rest);
  return {
    ...any,
    read(input) {
      const reading = any.read(input);
      if (!reading.ok || reading.value === '') return reading;
      const isReserved = (parseIpv6(reading.value) ?? 0n) >> (128n - RESERVED_BITS) === 0n;
      if (isReserved) return refuse(say('Invalid IPv6 address.'));
      if (linkLocal && classOfIpv6(reading.value) !== Ipv6Class.linkLocal) {
        return refuse(say('{{label}} must be an address of fe80::/10.', { label: say(options.label) }));
      }
      return reading;
    },
  };
}
