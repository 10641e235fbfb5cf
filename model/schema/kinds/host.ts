import { text as textSyntax } from '../../smi/syntax.ts';
import { HOST_NAME_MAXIMUM, parseHost } from '../../values/host-name.ts';
import { isHostIpv4, parseIpv4 } from '../../values/ipv4.ts';
import { classOfIpv6, Ipv6Class } from '../../values/ipv6.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, compareText, type Field, refuse } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

interface HostOptions<A extends Access> extends AddressOptions<A> {
  /** Default: whatever a host name may have, 253. */
  readonly maxLength?: number;
}

/**
 * A host by IPv4 address, IPv6 address or name; canonical text, names in lower case. A slash stays while it is typed, so that
 * "10.0.0.1/8" is refused rather than made another address of.
 */
export function host<const A extends Access = 'rw'>(options: HostOptions<A>): Field<string, NoInfer<A>> {
  const { maxLength = HOST_NAME_MAXIMUM, ...rest } = options;
  return addressField(rest, {
    kind: 'host',
    syntax: textSyntax,
    limits: { maxLength, characters: /[A-Za-z0-9.:/-]/ },
    parse(text) {
      const found = text.length <= maxLength ? parseHost(text) : undefined;
      if (found?.type === 16) return accept(found.text);
      if (text.includes(':')) {
        const kind = classOfIpv6(text);
        const isHost = found && (kind === Ipv6Class.global || kind === Ipv6Class.linkLocal);
        return isHost ? accept(found.text) : refuse(say('Invalid IPv6 address.'));
      }
      if (/^[0-9./]+$/.test(text)) {
        return found && isHostIpv4(parseIpv4(text) ?? 0) ? accept(found.text) : refuse(say('Invalid IPv4 address.'));
      }
      return refuse(
        say('{{label}} must be an IPv4 address, an IPv6 address or a host name.', { label: say(options.label) }),
      );
    },
    compare: compareText,
  });
}
