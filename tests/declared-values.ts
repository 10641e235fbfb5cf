import type { Field } from '../model/schema/field.ts';
import type { Value } from '../model/wire/call.ts';

/** Characters of text in the order they are tried. */
const TEXT = 'abcdefghijklmnopqrstuvwxyz0123456789';

const hexOf = (at: number, digits: number) => at.toString(16).toUpperCase().padStart(digits, '0');

function textOf(at: number, length: number): string {
  const number = at.toString(36);
  return 'x'.repeat(Math.max(0, length - number.length)) + number;
}

/** What might be a value of the field, `at` from 0; more than one where kinds are alike. */
function* candidates({ limits }: Field, at: number, longest: boolean): Generator<Value> {
  const { min = 0, max = 0, step = 1, choices, minLength = 0, maxLength = 0, prefix } = limits;
  if (choices) yield choices[at % choices.length]?.value ?? 0;
  const mac = `${hexOf(at >> 16, 2)}-${hexOf((at >> 8) & 255, 2)}-${hexOf(at & 255, 2)}`;
  const ipv4 = `10.${(at >> 8) & 255}.${at & 255}.7`;
  const network4 = `10.${(at >> 8) & 255}.${at & 255}.0`;
  const ipv6 = `2001:db8:${hexOf(at, 1).toLowerCase()}::7`;
  const high = `${hexOf((at >> 8) & 255, 2)}-${hexOf(at & 255, 2)}`;
  yield* [`02-${high}-${mac}`, `01-00-5E-${mac}`, `AA-${mac}-00-00`.slice(0, 17), `${mac}-00-00-00`];
  yield* prefix ? [`${ipv4}/24`, `${ipv6}/64`, `${network4}/24`] : [ipv4, ipv6, network4, `239.1.${at & 255}.7`];
  yield* ['255.255.255.0', '1.3.6.1.4.1.32473.'.concat(String(at + 1)), `${ipv4}`];
  if (minLength === 0 && maxLength === 0) {
    if (max > min) {
      const steps = Math.floor((max - min) / step) + 1;
      yield min + (at % steps) * step;
    }
    yield String(1 + (at % Math.max(1, max || 1)));
  }
  for (const length of [longest ? maxLength : Math.min(maxLength, 32), minLength, 8]) yield textOf(at, length);
  for (const digits of [maxLength, minLength, 10, 24]) yield hexOf(at + 1, digits);
  yield* [`https://${ipv4}/`, '-----BEGIN CERTIFICATE-----MAA=-----END CERTIFICATE-----'];
  yield at;
  yield TEXT[at % TEXT.length] ?? 'a';
}

/**
 * For tests: a value of the field by its declaration, another one for another `at` as far as its range goes. The field's default
 * if nothing that is tried is read by it. Text has 32 characters at most, unless the longest is asked for.
 */
export function declaredValue(field: Field, at: number, { longest = false } = {}): Value {
  for (const candidate of candidates(field, at, longest)) {
    const reading = field.read(candidate);
    if (reading.ok) return reading.value;
  }
  return field.default;
}
