import { ipAddress, optionalIpAddress, text as textSyntax } from '../../smi/syntax.ts';
import { formatIpv4, isHostIpv4, isIpv4Multicast, parseIpv4 } from '../../values/ipv4.ts';
import { parseIpv4Prefix } from '../../values/ipv4-mask.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, type Field, refuse, refuseOnDevice } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

interface Ipv4Options<A extends Access> extends AddressOptions<A> {
  /**
   * Which addresses are accepted (docs/specification/product.md 5, "Address rules"): a host's (default), a host's or a
   * multicast group's, only a group's, or any four octets (a network, "0.0.0.0").
   */
  readonly addresses?: 'host' | 'hostOrMulticast' | 'multicast' | 'any';
  /** The address carries its prefix length, 0 to 32: "192.0.2.1/24"; the control lets 33 pass (docs/specification/product.md 5). */
  readonly prefix?: boolean;
}

const MESSAGE = say('Invalid IPv4 address.');

/** An IPv4 address in canonical text. */
export function ipv4<const A extends Access = 'rw'>(options: Ipv4Options<A>): Field<string, NoInfer<A>> {
  const { addresses = 'host', prefix = false, ...rest } = options;
  const isAllowed = (address: number) => {
    if (addresses === 'any') return true;
    if (addresses === 'multicast') return isIpv4Multicast(address);
    return isHostIpv4(address, addresses === 'hostOrMulticast');
  };
  return addressField(rest, {
    kind: 'ipv4',
    syntax: prefix ? textSyntax : options.optional ? optionalIpAddress : ipAddress,
    limits: {
      maxLength: prefix ? 18 : 15,
      characters: /[0-9./]/,
      prefix,
      ...(addresses === 'any' && { octetMinimums: [0, 0, 0, 0] }),
    },
    parse(text) {
      if (!prefix) {
        const address = parseIpv4(text);
        return address !== undefined && isAllowed(address) ? accept(formatIpv4(address)) : refuse(MESSAGE);
      }
      const isBeyond = text.endsWith('/33');
      const pair = parseIpv4Prefix(isBeyond ? text.replace('/33', '/32') : text);
      if (!pair || !isAllowed(pair.address)) return refuse(MESSAGE);
      return isBeyond ? refuseOnDevice(MESSAGE, text) : accept(`${formatIpv4(pair.address)}/${pair.prefix}`);
    },
    compare: (a, b) => position(a) - position(b),
  });
}

/** Orders by number; "" comes first, and a shorter prefix before a longer one. */
function position(value: string): number {
  const [address = '', prefix = 0] = value.split('/');
  return (parseIpv4(address) ?? -1) * 64 + Number(prefix);
}
