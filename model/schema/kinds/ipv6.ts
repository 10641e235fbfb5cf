import { ipv6Address, text as textSyntax } from '../../smi/syntax.ts';
import { classOfIpv6, formatIpv6, Ipv6Class, parseIpv6, parseIpv6Prefix } from '../../values/ipv6.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, type Field, refuse, refuseOnDevice } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

interface Ipv6Options<A extends Access> extends AddressOptions<A> {
  /** Which addresses are accepted: a host's (default; neither unspecified, loopback nor multicast), or any. */
  readonly addresses?: 'host' | 'any';
  /**
   * The address carries its prefix length, 0 to 128: "2001:db8::1/64"; the control lets 129 pass (docs/specification/product.md 5).
   */
  readonly prefix?: boolean;
}

const MESSAGE = say('Invalid IPv6 address.');

/** An IPv6 address in canonical text (RFC 5952). */
export function ipv6<const A extends Access = 'rw'>(options: Ipv6Options<A>): Field<string, NoInfer<A>> {
  const { addresses = 'host', prefix = false, ...rest } = options;
  const isAllowed = (address: string) => {
    const kind = classOfIpv6(address);
    return addresses === 'any' || kind === Ipv6Class.global || kind === Ipv6Class.linkLocal;
  };
  return addressField(rest, {
    kind: 'ipv6',
    syntax: prefix ? textSyntax : ipv6Address,
    limits: { maxLength: 43, characters: /[0-9a-fA-F:/]/, prefix },
    parse(text) {
      const isBeyond = prefix && text.endsWith('/129');
      const pair = prefix ? parseIpv6Prefix(isBeyond ? text.replace('/129', '/128') : text) : undefined;
      const number = prefix ? pair?.address : parseIpv6(text);
      if (number === undefined) return refuse(MESSAGE);
      const address = formatIpv6(number);
      if (!isAllowed(address)) return refuse(MESSAGE);
      if (isBeyond) return refuseOnDevice(MESSAGE, text);
      return accept(pair ? `${address}/${pair.prefix}` : address);
    },
    compare: comparePositions,
  });
}

/** Orders by number, then by prefix length; "" comes first. */
function comparePositions(a: string, b: string): number {
  const [left = '', leftPrefix = 0] = a.split('/');
  const [right = '', rightPrefix = 0] = b.split('/');
  const first = parseIpv6(left) ?? -1n;
  const second = parseIpv6(right) ?? -1n;
  return first < second ? -1 : first > second ? 1 : Number(leftPrefix) - Number(rightPrefix);
}
