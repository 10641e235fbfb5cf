import { integer32 } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { type Access, accept, accessOf, compareNumbers, type Field, type FieldOptions, refuse } from '../field.ts';

interface GaugeOptions<A extends Access> extends FieldOptions<number, A> {
  /** Divisor of the value for display: 1000 shows milliwatts as watts. */
  readonly scale?: number;
  /** Decimals shown; default 0. */
  readonly decimals?: number;
  /** Words for single values: { -1: 'unknown' }. */
  readonly words?: Readonly<Record<number, string>>;
}

/** A measured number that the device answers; read-only. */
export function gauge<const A extends Access = 'ro'>(options: GaugeOptions<A>): Field<number, NoInfer<A>> {
  const { scale = 1, decimals = 0, words, ...text } = options;
  return {
    ...text,
    kind: 'gauge',
    syntax: integer32,
    access: accessOf(options, 'ro'),
    default: options.default ?? 0,
    limits: {},
    read(input) {
      const spelt =
        typeof input === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(input) ? Number(input) : input;
      if (typeof spelt !== 'number' || !Number.isFinite(spelt))
        return refuse(say('{{label}} must be a number.', { label: say(options.label) }));
      return accept(spelt + 0);
    },
    show: (value) => words?.[value] ?? (value / scale).toFixed(decimals),
    compare: compareNumbers,
  };
}
