import { text as textSyntax } from '../../mib/syntax.ts';
import { formatIpv4, isHostIpv4, parseIpv4 } from '../../values/ipv4.ts';
import { classOfIpv6, formatIpv6, Ipv6Class, parseIpv6 } from '../../values/ipv6.ts';
import { say } from '../../values/message.ts';
import { accept, compareText, type Field, refuse } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

/** A host's address of either family, in canonical text. */
export function ipAddress(options: AddressOptions): Field<string> {
  return addressField(options, {
    kind: 'ipAddress',
    syntax: textSyntax,
    limits: { maxLength: 43, characters: /[0-9a-fA-F:./]/ },
    parse(text) {
      if (text.includes(':')) {
        const address = parseIpv6(text);
        const kind = classOfIpv6(text);
        const isHost = kind === Ipv6Class.global || kind === Ipv6Class.linkLocal;
        return address !== undefined && isHost ? accept(formatIpv6(address)) : refuse(say('Invalid IPv6 address.'));
      }
      const address = parseIpv4(text);
      return address !== undefined && isHostIpv4(address)
        ? accept(formatIpv4(address))
        : refuse(say('Invalid IPv4 address.'));
    },
    compare: compareText,
  });
}
