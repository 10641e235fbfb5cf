import { counter64 as counterSyntax } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, accessOf, compareText, type Field, type FieldOptions, refuse } from '../field.ts';

const MAXIMUM = 2n ** 64n - 1n;

/** A 64-bit counter (RFC 2578 Counter64), as decimal text because a number cannot hold it; read-only. */
export function counter64<const A extends Access = 'ro'>(options: FieldOptions<string, A>): Field<string, NoInfer<A>> {
  return {
    ...options,
    kind: 'counter64',
    syntax: counterSyntax,
    access: accessOf(options, 'ro'),
    default: options.default ?? '0',
    limits: {},
    read(input) {
      const spelt = typeof input === 'number' ? String(input) : input;
      const digits = typeof spelt === 'string' ? spelt.trim() : '';
      if (!/^\d{1,20}$/.test(digits) || BigInt(digits) > MAXIMUM) {
        return refuse(
          say('{{label}} must be a whole number from {{min}} to {{max}}.', {
            label: say(options.label),
            min: 0,
            max: String(MAXIMUM),
          }),
        );
      }
      return accept(String(BigInt(digits)));
    },
    show: (value) => value,
    compare: (a, b) => a.length - b.length || compareText(a, b),
  };
}
