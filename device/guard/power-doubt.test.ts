import { expect, test } from 'vitest';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { PowerPlan, PowerSupplyPlan } from '../../datapath/power.ts';
import { wordsOf } from '../../model/values/message.ts';
import { portListOf } from '../../model/values/port-list.ts';
import { judge } from './judge.ts';
import { laterTimes } from './outlook.ts';
import { concernsPower } from './power-doubt.ts';
import { client, connection, outlook, plan } from './testing.ts';

type Powers = Readonly<Record<number, Partial<PowerPlan>>>;

const usual: PowerPlan = {
  ...{ allowed: true, hold: undefined, priority: 'high', limit: 15_000 },
  ...{ acceptsLegacy: true, waitsLonger: true },
};
const roomy: PowerSupplyPlan = { threshold: 60_000, shedding: 'newcomers', allocation: 'consumption' };
const byPriority: Partial<PowerSupplyPlan> = { shedding: 'lowestPriority' };

/** Four ports with the usual power, but for these. The session comes in at port 2. */
function powered(ports: Powers, supply: Partial<PowerSupplyPlan> = {}): ForwardingPlan {
  const power = new Map([1, 2, 3, 4].map((port) => [port, { ...usual, ...ports[port] }]));
  return { ...plan, power, powerSupply: { ...roomy, ...supply } };
}

function wordsOn(before: ForwardingPlan, after: ForwardingPlan, giving = portListOf([1, 2, 3, 4])): string {
  const verdict = judge(outlook(before), outlook(after), { path: client, connection, powered: giving });
  return verdict.kind === 'fine' ? '' : `${verdict.kind} ${wordsOf(verdict.reason)}`;
}

const OFF = 'unknown Port 2 of this session would no longer provide power.';
const LESS = 'unknown The device at port 2, which this session uses, may lose its power.';

test.each<readonly [string, string, Powers, Partial<PowerSupplyPlan>]>([
  [OFF, 'is switched off', { 2: { allowed: false } }, {}],
  [OFF, 'is outside its schedule', { 2: { hold: 'schedule' } }, {}],
  [LESS, 'is given less', { 2: { limit: 14_999 } }, {}],
  [LESS, 'gives way to others', { 2: { priority: 'low' } }, {}],
  [LESS, 'no longer powers devices from before the standard', { 2: { acceptsLegacy: false } }, {}],
  [LESS, 'waits no longer', { 2: { waitsLonger: false } }, {}],
  [LESS, 'has less to share', {}, { threshold: 59_999 }],
  [LESS, 'shares by classes', {}, { allocation: 'class' }],
  [LESS, 'may be chosen to go without', {}, byPriority],
  ['', 'is given more', { 2: { limit: 15_001 } }, {}],
  ['', 'is given what its class allows', { 2: { limit: undefined } }, {}],
  ['', 'takes precedence', { 2: { priority: 'critical' } }, {}],
  ['', 'has more to share', {}, { threshold: undefined }],
  ['', 'is not the one that is switched off', { 3: { allowed: false } }, {}],
  ['', 'does not depend on the priority of another', { 3: { priority: 'critical' } }, {}],
])('"%s" if the port of a session %s', (words, _what, ports, supply) => {
  expect(wordsOn(powered({}), powered(ports, supply))).toBe(words);
});

test('a limit where there was none counts as less, for a port and for all', () => {
  const unlimited = powered({ 2: { limit: undefined } }, { threshold: undefined });
  expect(wordsOn(unlimited, powered({}, { threshold: undefined }))).toBe(LESS);
  expect(wordsOn(unlimited, powered({ 2: { limit: undefined } }))).toBe(LESS);
});

test('a port that gives no power has none to lose', () => {
  expect(wordsOn(powered({}), powered({ 2: { allowed: false } }), portListOf([1, 3]))).toBe('');
  const off = powered({ 2: { allowed: false } });
  expect(wordsOn(off, powered({ 2: { allowed: false, priority: 'low' } }))).toBe('');
  expect(wordsOn(powered({}), { ...plan, powerSupply: roomy })).toBe(OFF);
});

test.each<readonly [string, string, Powers, Powers]>([
  [LESS, 'takes precedence', {}, { 3: { priority: 'critical' } }],
  [LESS, 'has a lower number and is switched on', { 1: { allowed: false } }, {}],
  [LESS, 'has a lower number and comes into its schedule', { 1: { hold: 'schedule' } }, {}],
  ['', 'has a higher number and is switched on', { 3: { allowed: false } }, {}],
  ['', 'had precedence before', { 3: { priority: 'critical' } }, { 3: { priority: 'critical', limit: 1 } }],
  ['', 'takes precedence, but is off', {}, { 3: { priority: 'critical', allowed: false } }],
])('"%s" if the lowest priority goes without, and another port %s', (words, _what, before, after) => {
  expect(wordsOn(powered(before, byPriority), powered(after, byPriority))).toBe(words);
});

test('a change is one of power where that differs now or later only, and by nothing else', () => {
  const before = outlook(powered({}));
  const same = { ...before.plan, vlans: new Map() };
  const less = powered({ 2: { limit: 14_999 } });
  expect(concernsPower(before, outlook(same))).toBe(false);
  expect(concernsPower(before, outlook(less))).toBe(true);
  for (const time of laterTimes) {
    expect(concernsPower(before, { ...outlook(same), later: { [time]: outlook(same) } })).toBe(false);
    expect(concernsPower(before, { ...outlook(same), later: { [time]: outlook(less) } })).toBe(true);
  }
});
