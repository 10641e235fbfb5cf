import { integer32 } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { readQuantity } from '../../values/quantities.ts';
import {
  type Access,
  accept,
  accessOf,
  compareNumbers,
  type Field,
  type FieldOptions,
  refuse,
  refuseOnDevice,
} from '../field.ts';

interface IntegerOptions<A extends Access> extends FieldOptions<number, A> {
  readonly min: number;
  readonly max: number;
  /** The largest number that the console's control lets pass for the device to refuse (docs/specification/product.md 9). */
  readonly controlMax?: number;
  /** Values accepted beside the range: [0] for "off". */
  readonly fixed?: readonly number[];
  /** The value must be a multiple of this. */
  readonly step?: number;
  /** Words for single values: { 0: 'never' }. */
  readonly words?: Readonly<Record<number, string>>;
}

/**
 * A whole number within `min`..`max`, or one of `fixed`. Travels as a number; decimal text is read too, and a quantity in another
 * unit: "2 h" for a field in seconds.
 * Messages: docs/specification/product.md 5, "Please enter an integer between {min} ~ {max}".
 */
export function integer<const A extends Access = 'rw'>(options: IntegerOptions<A>): Field<number, NoInfer<A>> {
  const { min, max, controlMax, fixed, step, words, ...text } = options;
  return {
    ...text,
    kind: 'integer',
    syntax: integer32,
    access: accessOf(options, 'rw'),
    default: options.default ?? min,
    limits: { min, max, controlMax, fixed, step },
    read(input) {
      const value = wholeNumber(input) ?? (typeof input === 'string' ? readQuantity(input, text.unit) : undefined);
      const inside = value !== undefined && (fixed?.includes(value) || (value >= min && value <= max));
      if (value === undefined || !inside) {
        const message = say('Please enter an integer between {{min}} ~ {{max}}', { min, max });
        const passes = value !== undefined && controlMax !== undefined && value > max && value <= controlMax;
        return passes ? refuseOnDevice(message, value) : refuse(message);
      }
      if (step && value % step !== 0) return refuse(say('The value must be a multiple of {{step}}.', { step }));
      return accept(value);
    },
    show: (value) => words?.[value] ?? String(value),
    compare: compareNumbers,
  };
}

/** The whole number that `input` is or spells in decimal digits; undefined for anything else. */
export function wholeNumber(input: unknown): number | undefined {
  if (typeof input === 'string' ? !/^\s*-?\d{1,16}\s*$/.test(input) : typeof input !== 'number') return undefined;
  const value = Number(input);
  // Adding 0 makes 0 of -0.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}
