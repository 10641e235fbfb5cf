import { type Message, say } from './message.ts';

/** The quantity of a unit, and the factor to the quantity's base (s, bit/s, frames/s, W). */
interface Unit {
  readonly measure: 'time' | 'rate' | 'frames' | 'power';
  readonly size: number;
}

/** The units of fields by which people do not count by themselves. */
const units: Readonly<Record<string, Unit>> = {
  ms: { measure: 'time', size: 0.001 },
  s: { measure: 'time', size: 1 },
  min: { measure: 'time', size: 60 },
  h: { measure: 'time', size: 3600 },
  '× 64 kbit/s': { measure: 'rate', size: 64_000 },
  'kbit/s': { measure: 'rate', size: 1000 },
  '× 64 frames/s': { measure: 'frames', size: 64 },
  mW: { measure: 'power', size: 0.001 },
  W: { measure: 'power', size: 1 },
};

/** Spellings of each measure in lower case, and their value in its base. */
const spellings: Readonly<Record<Unit['measure'], Readonly<Record<string, number>>>> = {
  time: { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 },
  rate: { k: 1e3, m: 1e6, g: 1e9 },
  frames: { fps: 1, pps: 1, k: 1e3, m: 1e6 },
  power: { mw: 0.001, w: 1, kw: 1000 },
};

const quantity = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z/]{1,10})\s*$/i;

/** Whether numbers of the unit may be given in other units. */
export function takesQuantities(unit: string | undefined): boolean {
  return unit !== undefined && Object.hasOwn(units, unit);
}

/** Seconds that one of a unit of time has; undefined for what is no unit of time. */
export function secondsOf(unit: string | undefined): number | undefined {
  const known = unit !== undefined && Object.hasOwn(units, unit) ? units[unit] : undefined;
  return known?.measure === 'time' ? known.size : undefined;
}

/**
 * The number of `unit` that a quantity comes to, to the nearest whole one: "10M" is 156 × 64 kbit/s, "2 h" 7200 s. Undefined for
 * what is no quantity, and for bare numbers, which are in `unit` already.
 */
export function readQuantity(text: string, unit: string | undefined): number | undefined {
  const known = unit !== undefined && Object.hasOwn(units, unit) ? units[unit] : undefined;
  const [, number, spelled = ''] = quantity.exec(text) ?? [];
  if (!known || number === undefined) return undefined;
  const spelling = spelled
    .toLowerCase()
    .replace(known.measure === 'rate' ? /(?:bits?\/s|bps)$/ : /(?:frames\/s|pps|fps)$/, '');
  const sizes = spellings[known.measure];
  const size = Object.hasOwn(sizes, spelling) ? sizes[spelling] : spelling === '' ? 1 : undefined;
  return size === undefined ? undefined : Math.round((Number(number) * size) / known.size);
}

/** The steps in which each measure is said, the largest first. */
const steps: Readonly<Record<Unit['measure'], readonly (readonly [size: number, words: string])[]>> = {
  time: [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ],
  rate: [
    [1e9, 'Gbit/s'],
    [1e6, 'Mbit/s'],
    [1e3, 'kbit/s'],
  ],
  frames: [[1, 'frames/s']],
  power: [[1, 'W']],
};

/** A number of one unit, which is translated where it is shown. */
interface Quantity {
  readonly amount: number;
  readonly unit: string;
}

/** Units that only the wire has. */
const strange = /^×|^mW$/;

/** Whether numbers of the unit are always said in others, so that it stands nowhere beside them. */
export function isSaidInOthers(unit: string | undefined): boolean {
  return unit !== undefined && strange.test(unit);
}

/**
 * A number of `unit` as people say it: 156 × 64 kbit/s are "9.984 Mbit/s". Times may be rounded. Undefined where its own unit says it
 * as well.
 */
export function quantityOf(value: number, unit: string | undefined): Quantity | undefined {
  const known = unit !== undefined && Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (!known || !Number.isFinite(value) || value <= 0) return undefined;
  const amount = value * known.size;
  // At least two of a step: 90 s are not shown as 1.5 min.
  const least = known.measure === 'time' ? 2 : 1;
  const reached = steps[known.measure].filter(([size]) => amount >= size * least);
  const step = reached.find(([size]) => known.measure === 'time' || hasFewDecimals(amount / size)) ?? reached[0];
  if (!step || step[1] === unit) return undefined;
  return { amount: Number((amount / step[0]).toFixed(known.measure === 'time' ? 2 : 3)), unit: step[1] };
}

function hasFewDecimals(amount: number): boolean {
  return Math.abs(amount - Number(amount.toFixed(3))) < 1e-9;
}

/**
 * The same as a message, for what must say exactly what was set: "2 h" of 7200 s, "9.984 Mbit/s"; undefined for 5000 s, which its own
 * unit says better.
 */
export function quantityMessage(value: number, unit: string | undefined): Message | undefined {
  if (!isSaidInOthers(unit) && secondsOf(unit) === undefined) return undefined;
  const said = quantityOf(value, unit);
  const exact = said && steps.time.some(([, words]) => words === said.unit) ? wholeTime(value, unit) : said;
  if (!exact) return undefined;
  const [whole = '', part] = String(exact.amount).split('.');
  const amount = part === undefined ? whole : say('{{whole}}.{{part}}', { whole, part });
  return say('{{value}} {{unit}}', { value: amount, unit: say(exact.unit) });
}

/** The largest unit of time that a number is two or more of, and nothing besides. */
function wholeTime(value: number, unit: string | undefined): Quantity | undefined {
  const seconds = value * (secondsOf(unit) ?? 0);
  const step = steps.time.find(([size]) => seconds >= 2 * size && seconds % size === 0);
  return step && step[1] !== unit ? { amount: seconds / step[0], unit: step[1] } : undefined;
}
