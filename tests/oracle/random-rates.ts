import { macOctets } from './bridge-id.ts';
import { PORTS } from './pools.ts';
import type { Random } from './random.ts';
import type { Sent } from './random-frames.ts';
import type { Call, Settings } from './settings.ts';

/** Objects that limit rates. */
const OBJECTS = ['rateCtrlEntry', 'stormCtrlEntry'];
/** Frames in a second of the lowest storm rate, and some more. */
const MANY = [70, 140] as const;
const STORMS = 3;
/** A station that never sends. */
const SILENT = '02-00-00-00-09-09';

/** Low rates at some of these ports. */
export function randomRates(random: Random, ports: readonly number[]): Call[] {
  const status = () => (random.chance(0.6) ? 1 : 2);
  return [
    ...random.some(ports, 0.5).map((rateCtrlIndex) => ({
      Template: 'rateCtrlEntry',
      rateCtrlIndex,
      rateCtrlIngressStatus: status(),
      rateCtrlIngressRate: random.pick([1, 1, 2, 10]),
    })),
    ...random.some(ports, 0.5).map((ifIndex) => ({
      Template: 'stormCtrlEntry',
      ifIndex,
      stormCtrlDlf: status(),
      stormCtrlBroadcast: status(),
      stormCtrlMulticast: status(),
      stormCtrlThreshold: random.pick([1, 1, 2]),
    })),
  ];
}

/** Leaves rates out, for a switch that counts them by the time of day. */
export const withoutRates = (calls: readonly Call[]): Call[] =>
  calls
    .filter(({ Template }) => !OBJECTS.includes(Template))
    .map((call) => (call.aclRuleRateLimit === undefined ? call : { ...call, aclRuleRateLimit: -1 }));

/** The same frames, some of them very often, as they are or to a silent station, where rates are limited. */
export function withStorms(random: Random, frames: readonly Sent[], settings: Settings): readonly Sent[] {
  const limited = PORTS.filter((port) => OBJECTS.some((name) => Object.keys(settings.row(name, port)).length > 0));
  if (limited.length === 0) return frames;
  let stormy = [...frames];
  for (let storm = 0; storm < STORMS; storm += 1) {
    const at = random.below(stormy.length);
    const { login, octets } = stormy[at] ?? {};
    const port = random.pick(limited);
    if (login || !octets || port === undefined) continue;
    const sent = random.chance(0.5) ? octets : Uint8Array.from([...macOctets(SILENT), ...octets.slice(6)]);
    const same = Array.from({ length: random.pick(MANY) }, () => ({ port, octets: sent }));
    stormy = stormy.toSpliced(at + 1, 0, ...same);
  }
  return stormy;
}
