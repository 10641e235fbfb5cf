import { macAddress } from '../../smi/syntax.ts';
import { isGroupMac, parseMac, ZERO_MAC } from '../../values/mac.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, compareText, type Field, refuse } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

interface MacOptions<A extends Access> extends AddressOptions<A> {
  /** Which addresses are accepted: one station's, a group's, or (default) either. */
  readonly addresses?: 'any' | 'unicast' | 'multicast';
}

/** A MAC address; canonical "00-11-22-AA-BB-CC", read with ':' or '-' or no separator. */
export function mac<const A extends Access = 'rw'>(options: MacOptions<A>): Field<string, NoInfer<A>> {
  const { addresses = 'any', ...rest } = options;
  const isAllowed = (address: string) => {
    if (addresses === 'unicast') return !isGroupMac(address) && address !== ZERO_MAC;
    return addresses === 'any' || isGroupMac(address);
  };
  return addressField(rest, {
    kind: 'mac',
    syntax: macAddress,
    limits: { maxLength: 17, characters: /[0-9a-fA-F:-]/ },
    parse(text) {
      const address = parseMac(text);
      return address !== undefined && isAllowed(address) ? accept(address) : refuse(say('Invalid MAC address.'));
    },
    compare: compareText,
  });
}
