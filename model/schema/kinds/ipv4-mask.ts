import { ipAddress, optionalIpAddress } from '../../smi/syntax.ts';
import { ipv4MaskOfPrefix, prefixOfIpv4Mask } from '../../values/ipv4-mask.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, type Field, refuse } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

interface Ipv4MaskOptions<A extends Access> extends AddressOptions<A> {
  /** Shortest accepted prefix length; default 0. */
  readonly minPrefix?: number;
  /** Longest accepted prefix length; default 32. */
  readonly maxPrefix?: number;
}

/** One of the 33 contiguous masks; canonical "255.255.255.0", a prefix length ("24", "/24") is read too. */
export function ipv4Mask<const A extends Access = 'rw'>(options: Ipv4MaskOptions<A>): Field<string, NoInfer<A>> {
  const { minPrefix = 0, maxPrefix = 32, ...rest } = options;
  const from = ipv4MaskOfPrefix(minPrefix) ?? '';
  const to = ipv4MaskOfPrefix(maxPrefix) ?? '';
  const refusal = say('{{label}} must be a subnet mask, {{from}} to {{to}}.', { label: say(options.label), from, to });
  return addressField(
    { ...rest, default: options.default ?? (options.optional ? '' : '255.255.255.0') },
    {
      kind: 'ipv4Mask',
      syntax: options.optional ? optionalIpAddress : ipAddress,
      limits: { min: minPrefix, max: maxPrefix, maxLength: 15, characters: /[0-9./]/ },
      parse(text) {
        const digits = /^\/?(\d{1,2})$/.exec(text)?.[1];
        const prefix = digits === undefined ? prefixOfIpv4Mask(text) : Number(digits);
        const isWithin = prefix !== undefined && prefix >= minPrefix && prefix <= maxPrefix;
        const mask = isWithin ? ipv4MaskOfPrefix(prefix) : undefined;
        return mask === undefined ? refuse(refusal) : accept(mask);
      },
      compare: (a, b) => (prefixOfIpv4Mask(a) ?? -1) - (prefixOfIpv4Mask(b) ?? -1),
    },
  );
}
