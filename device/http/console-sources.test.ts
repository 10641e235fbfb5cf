import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { NO_PORTS } from '../../model/values/port-list.ts';
import type { PermittedSources } from '../permitted-sources.ts';
import type { SourceReport } from '../source-admission.ts';
import { ConsoleSources } from './console-sources.ts';

/** Only this network may come. */
const sources: PermittedSources = [{ address: '192.0.2.0', prefix: 24, services: ['http', 'https'], ports: NO_PORTS }];

test('who came is reported a second after the first, each in one report only', () => {
  const clock = new ManualClock();
  const reports: SourceReport[] = [];
  const console = new ConsoleSources(clock, (report) => reports.push(report));
  expect(console.admits('http', '198.51.100.1')).toBe(true);
  console.follow(sources);
  const come = (...addresses: readonly string[]) => addresses.map((address) => console.admits('http', address));
  expect(come('192.0.2.7', '192.0.2.7', '198.51.100.1')).toEqual([true, true, false]);
  clock.advance(999);
  expect(reports).toEqual([]);
  clock.advance(1);
  expect(reports).toEqual([
    { admitted: { '192.0.2.0/24': 2 }, refused: [{ service: 'http', address: '198.51.100.1' }] },
  ]);
  come('198.51.100.2');
  clock.advance(1000);
  expect(reports[1]).toEqual({ admitted: {}, refused: [{ service: 'http', address: '198.51.100.2' }] });
});

test('of many that are refused, 64 are reported at once', () => {
  const clock = new ManualClock();
  const reports: SourceReport[] = [];
  const console = new ConsoleSources(clock, (report) => reports.push(report));
  console.follow(sources);
  for (let host = 0; host < 70; host += 1) console.admits('http', `198.51.100.${host}`);
  clock.advance(1000);
  expect(reports[0]?.refused).toHaveLength(64);
});
