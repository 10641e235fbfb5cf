import { objectIdentifier } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { compareOids, parseOid } from '../../values/oid.ts';
import { type Access, accept, type Field, refuse } from '../field.ts';
import { type AddressOptions, addressField } from './address-text.ts';

/** An object identifier, "1.3.6.1.2.1" (docs/specification/product.md 5: digits and dots ending in a digit). */
export function oid<const A extends Access = 'rw'>(options: AddressOptions<A>): Field<string, NoInfer<A>> {
  return addressField(options, {
    kind: 'oid',
    syntax: objectIdentifier,
    limits: { characters: /[0-9.]/ },
    parse(text) {
      const identifier = parseOid(text);
      return identifier === undefined
        ? refuse(say('{{label}} must be an object identifier, such as "1.3.6.1.2.1".', { label: say(options.label) }))
        : accept(identifier);
    },
    compare: compareOids,
  });
}
