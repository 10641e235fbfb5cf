import { text as textSyntax } from '../../smi/syntax.ts';
import { formatIpv4, isHostIpv4, isIpv4Multicast, parseIpv4 } from '../../values/ipv4.ts';
import { classOfIpv6, formatIpv6, Ipv6Class, parseIpv6 } from '../../values/ipv6.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, compareText, type Field, refuse } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

interface IpAddressOptions<A extends Access> extends AddressOptions<A> {
  /** Which addresses are accepted: a host's (default), or any that is not a group's, including a network's. */
  readonly addresses?: 'host' | 'any';
}

/** An address of either family, in canonical text. */
export function ipAddress<const A extends Access = 'rw'>(options: IpAddressOptions<A>): Field<string, NoInfer<A>> {
  const { addresses = 'host', ...rest } = options;
  const isAny = addresses === 'any';
  return addressField(rest, {
    kind: 'ipAddress',
    syntax: textSyntax,
    limits: { maxLength: 43, characters: /[0-9a-fA-F:./]/ },
    parse(text) {
      if (text.includes(':')) {
        const address = parseIpv6(text);
        const kind = classOfIpv6(text);
        const isAllowed = isAny
          ? kind !== Ipv6Class.multicast
          : kind === Ipv6Class.global || kind === Ipv6Class.linkLocal;
        return address !== undefined && isAllowed ? accept(formatIpv6(address)) : refuse(say('Invalid IPv6 address.'));
      }
      const address = parseIpv4(text);
      return address !== undefined && (isAny ? !isIpv4Multicast(address) : isHostIpv4(address))
        ? accept(formatIpv4(address))
        : refuse(say('Invalid IPv4 address.'));
    },
    compare: compareText,
  });
}
