import { type Access, accept, compareText, type Field, refuse } from '../../../model/schema/field.ts';
import { type AddressOptions, addressField } from '../../../model/schema/kinds/address-text.ts';
import { text as textSyntax } from '../../../model/smi/syntax.ts';
import { formatIpv4, parseIpv4 } from '../../../model/values/ipv4.ts';
import { formatIpv6, parseIpv6 } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';

/** The least IPv4 group that routers forward (RFC 5771 4: 224.0.0.0/24 stays on its link), and the last. */
const IPV4_FIRST = 0xe000_0100;
const IPV4_LAST = 0xefff_ffff;
const SCOPE_AT = 112n;
/** RFC 4291 2.7: what reaches no farther than a link. */
const LINK_SCOPE = 2n;

/** The number of a group that streams may go to, by its version of IP; undefined for every other text. */
export function groupNumber(text: string): { readonly version: 4 | 6; readonly number: bigint } | undefined {
  if (text.includes(':')) {
    const number = parseIpv6(text);
    const isGroup = number !== undefined && number >> 120n === 0xffn && ((number >> SCOPE_AT) & 0xfn) > LINK_SCOPE;
    return isGroup ? { version: 6, number } : undefined;
  }
  const number = parseIpv4(text);
  const isGroup = number !== undefined && number >= IPV4_FIRST && number <= IPV4_LAST;
  return isGroup ? { version: 4, number: BigInt(number) } : undefined;
}

/** The address of a group that streams may go to, of either family, in canonical text. */
export function groupAddress<const A extends Access = 'rw'>(options: AddressOptions<A>): Field<string, NoInfer<A>> {
  return addressField(options, {
    kind: 'ipAddress',
    syntax: textSyntax,
    limits: { maxLength: 43, characters: /[0-9a-fA-F:./]/ },
    parse(text) {
      const group = groupNumber(text);
      if (!group) return refuse(text.includes(':') ? say('Invalid IPv6 address.') : say('Invalid IPv4 address.'));
      return accept(group.version === 4 ? formatIpv4(Number(group.number)) : formatIpv6(group.number));
    },
    compare(a, b) {
      const [one, other] = [groupNumber(a), groupNumber(b)];
      if (!one || !other || one.version !== other.version) return compareText(a, b);
      return one.number < other.number ? -1 : one.number > other.number ? 1 : 0;
    },
  });
}
